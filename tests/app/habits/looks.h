// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QWidget>

namespace pipette::test {

/// Keeps a picture of a widget in the folder that PIPETTE_LOOKS names, for a person to look at; without it,
/// nothing.
inline void keepLook(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("PIPETTE_LOOKS");
    if (folder.isEmpty())
        return;
    QDir().mkpath(folder);
    widget.grab().save(QDir(folder).filePath(name + QStringLiteral(".png")));
}

} // namespace pipette::test
