// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontDatabase>
#include <QString>

namespace pipette::test {

/// Whether no font here has the characters of a language: then nobody can measure how wide its texts are.
inline bool lacksFontFor(const QString& language) {
    return language == QLatin1String("zh_CN") &&
           QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty();
}

} // namespace pipette::test
