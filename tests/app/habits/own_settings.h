// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>

namespace pipette::test {

/// Empty settings in a folder of their own, which the program uses from then on.
class OwnSettings {
public:
    explicit OwnSettings(const QString& application) {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
        QCoreApplication::setOrganizationName(QStringLiteral("pipette-test"));
        QCoreApplication::setApplicationName(application);
        QSettings().clear();
    }

private:
    QTemporaryDir folder_;
};

} // namespace pipette::test
