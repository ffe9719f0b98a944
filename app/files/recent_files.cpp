// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/recent_files.h"

#include "core/formats/documents/resources.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace pipette {
namespace {

constexpr int most_recent = 10;
const auto key = QStringLiteral("recent");

QDir sample_folder() {
    // Beside the resources, installed or in the source tree.
    return QDir(QString::fromStdString((find_resources().parent_path() / "sample_clusters").string()));
}

} // namespace

QStringList recentFiles() {
    return QSettings().value(key).toStringList();
}

void addRecentFile(const QString& path) {
    QStringList files = recentFiles();
    const QString full = QFileInfo(path).absoluteFilePath();
    files.removeAll(full);
    files.prepend(full);
    QSettings().setValue(key, files.mid(0, most_recent));
}

QStringList sampleClusterNames() {
    QStringList names;
    for (const QFileInfo& file :
         sample_folder().entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name))
        names << file.completeBaseName();
    return names;
}

QString sampleCluster(const QString& name) {
    return sample_folder().filePath(name + QStringLiteral(".json"));
}

} // namespace pipette
