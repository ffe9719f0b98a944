// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

#include <vector>

namespace pipette {

/// What a file is to a person: each kind has a list of recent files, and a folder where dialogs begin.
enum class FileKind { plan, cluster, model, runs, study, page };
inline constexpr int file_kind_count = 6;
/// The kinds that "Open recent" lists, in its order, each with its heading.
struct RecentList {
    FileKind kind;
    QString heading;
};
QList<RecentList> recentLists();

/// Files of a kind that were opened or saved last and are still there, newest first; they lie in QSettings.
QStringList recentFiles(FileKind kind);
/// Moves a file to the front of its list, and makes its folder the last one of the kind.
void addRecentFile(FileKind kind, const QString& path);
void forgetRecentFiles(); ///< of all kinds; the last folders stay
/// How a list names a file: its name, with its folder where another of the list is called the same.
QString recentName(const QString& path, const QStringList& among);

/// Where a dialog for files of that kind begins; empty: no such file was opened or saved yet.
QString lastFolder(FileKind kind);
void setLastFolder(FileKind kind, const QString& path); ///< of a file in it

/// A cluster that comes with the program: what it is called, and where it lies.
struct SampleCluster {
    QString title, path;
};
/// All of them, read once.
const std::vector<SampleCluster>& sampleClusters();
/// The file of a sample, by the file's name without its ending.
QString sampleCluster(const QString& file);
/// A table of published runs that comes with the program, to begin with.
QString exampleRuns();
bool isSampleCluster(const QString& path);

} // namespace pipette
