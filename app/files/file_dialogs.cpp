// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/files/file_dialogs.h"

#include <QFileDialog>
#include <QFileInfo>

namespace pipette {

QString askSavePath(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter) {
    QFileDialog dialog(parent, title, {}, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setDefaultSuffix(QFileInfo(suggestion).suffix());
    dialog.selectFile(suggestion);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

} // namespace pipette
