// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/file_dialogs.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>

namespace pipette {
namespace {

/// Where a dialog begins: the last folder of the kind, else that of plans, else the person's documents, else
/// their home. An empty folder would be that of the dialog before, whatever it was for.
QString firstFolder(FileKind kind) {
    for (const FileKind one : {kind, FileKind::plan})
        if (QString folder = lastFolder(one); !folder.isEmpty())
            return folder;
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

} // namespace

QStringList askOpenPaths(QWidget* parent, const QString& title, const QString& filter, FileKind kind) {
    return QFileDialog::getOpenFileNames(parent, title, firstFolder(kind), filter);
}

QString askSavePath(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
                    FileKind kind) {
    QFileDialog dialog(parent, title, firstFolder(kind), filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setDefaultSuffix(QFileInfo(suggestion).suffix());
    dialog.selectFile(suggestion);
    if (dialog.exec() != QDialog::Accepted)
        return {};
    QString path = dialog.selectedFiles().value(0);
    setLastFolder(kind, path);
    return path;
}

QString askFolder(QWidget* parent, const QString& title, FileKind kind) {
    QString path = QFileDialog::getExistingDirectory(parent, title, firstFolder(kind));
    if (!path.isEmpty())
        setLastFolder(kind, path);
    return path;
}

} // namespace pipette
