// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/recent_files.h"

#include "core/formats/documents/resources.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSettings>

#include <algorithm>

namespace pipette {
namespace {

struct RecentFiles {
    Q_DECLARE_TR_FUNCTIONS(pipette::RecentFiles)
};

constexpr int most_recent = 8;

QString word_of(FileKind kind) {
    constexpr const char* words[file_kind_count] = {"plan", "cluster", "model", "runs", "study", "page"};
    return QLatin1String(words[static_cast<int>(kind)]);
}

QString files_key(FileKind kind) {
    return QStringLiteral("recent_files/") + word_of(kind);
}

QString folder_key(FileKind kind) {
    return QStringLiteral("last_folder/") + word_of(kind);
}

QStringList listed(FileKind kind) {
    const QSettings settings;
    if (kind == FileKind::plan && !settings.contains(files_key(kind)))
        return settings.value(QStringLiteral("recent")).toStringList(); // of versions with one list
    return settings.value(files_key(kind)).toStringList();
}

QDir sample_folder() {
    // Beside the resources, installed or in the source tree.
    return QDir(QString::fromStdString((find_resources().parent_path() / "sample_clusters").string()));
}

} // namespace

QList<RecentList> recentLists() {
    return {{FileKind::plan, RecentFiles::tr("Plans")},
            {FileKind::cluster, RecentFiles::tr("Clusters")},
            {FileKind::model, RecentFiles::tr("Models")},
            {FileKind::runs, RecentFiles::tr("Measured runs")},
            {FileKind::study, RecentFiles::tr("Studies")}};
}

QStringList recentFiles(FileKind kind) {
    QStringList files = listed(kind);
    files.erase(
        std::remove_if(files.begin(), files.end(), [](const QString& path) { return !QFile::exists(path); }),
        files.end());
    return files;
}

void addRecentFile(FileKind kind, const QString& path) {
    QStringList files = listed(kind);
    const QString full = QFileInfo(path).absoluteFilePath();
    files.removeAll(full);
    files.prepend(full);
    QSettings().setValue(files_key(kind), files.mid(0, most_recent));
    setLastFolder(kind, full);
}

void forgetRecentFiles() {
    QSettings settings;
    for (int kind = 0; kind < file_kind_count; ++kind)
        settings.setValue(files_key(static_cast<FileKind>(kind)), QStringList());
}

QString recentName(const QString& path, const QStringList& among) {
    const QFileInfo file(path);
    const auto same = std::count_if(among.begin(), among.end(), [&](const QString& other) {
        return QFileInfo(other).fileName() == file.fileName();
    });
    return same > 1 ? file.fileName() + QStringLiteral(" \u2014 ") + file.dir().dirName() : file.fileName();
}

QString lastFolder(FileKind kind) {
    const QString folder = QSettings().value(folder_key(kind)).toString();
    return QDir(folder).exists() ? folder : QString();
}

void setLastFolder(FileKind kind, const QString& path) {
    QSettings().setValue(folder_key(kind), QFileInfo(path).absolutePath());
}

const std::vector<SampleCluster>& sampleClusters() {
    static const std::vector<SampleCluster> all = [] {
        std::vector<SampleCluster> samples;
        for (const QFileInfo& info :
             sample_folder().entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Name)) {
            QFile file(info.filePath());
            if (!file.open(QIODevice::ReadOnly))
                continue;
            const QString name =
                QJsonDocument::fromJson(file.readAll()).object()[QStringLiteral("name")].toString();
            samples.push_back({name.isEmpty() ? info.completeBaseName() : name, info.filePath()});
        }
        return samples;
    }();
    return all;
}

QString sampleCluster(const QString& file) {
    return sample_folder().filePath(file + QStringLiteral(".json"));
}

QString exampleRuns() {
    return QString::fromStdString((find_resources() / "runs" / "published_runs.csv").string());
}

bool isSampleCluster(const QString& path) {
    return QFileInfo(path).absoluteDir() == QDir(sample_folder().absolutePath());
}

} // namespace pipette
