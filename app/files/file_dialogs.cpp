// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/file_dialogs.h"

#include <QFileDialog>
#include <QFileInfo>

namespace pipette {

QStringList askOpenPaths(QWidget* parent, const QString& title, const QString& filter, FileKind kind) {
    return QFileDialog::getOpenFileNames(parent, title, lastFolder(kind), filter);
}

QString askSavePath(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
                    FileKind kind) {
    QFileDialog dialog(parent, title, lastFolder(kind), filter);
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
    QString path = QFileDialog::getExistingDirectory(parent, title, lastFolder(kind));
    if (!path.isEmpty())
        setLastFolder(kind, path);
    return path;
}

} // namespace pipette
