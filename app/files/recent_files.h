// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace pipette {

/// Files opened or saved last, newest first; they lie in QSettings.
QStringList recentFiles();
void addRecentFile(const QString& path);

/// Sample clusters that come with the program: names, and the file of a name.
QStringList sampleClusterNames();
QString sampleCluster(const QString& name);

} // namespace pipette
