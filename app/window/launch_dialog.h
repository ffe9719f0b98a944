// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/launchers/exported_file.h"

#include <QDialog>

#include <vector>

class QListWidget;
class QPlainTextEdit;

namespace pipette {

/// The files that start a plan with a launcher, to read before they are written.
class LaunchDialog : public QDialog {
    Q_OBJECT

public:
    /// `launcher`: its name. `notes`: what a person must know, a sentence each.
    LaunchDialog(const QString& launcher, std::vector<ExportedFile> files, const QStringList& notes,
                 QWidget* parent = nullptr);

signals:
    void writeRequested(); ///< into a folder; the dialog is gone

private:
    void showFile(int file);

    std::vector<ExportedFile> files_;
    QListWidget* list_;
    QPlainTextEdit* text_;
};

} // namespace pipette
