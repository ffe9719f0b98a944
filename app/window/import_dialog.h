// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/opening/opened.h"

#include <QDialog>

class QGridLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace pipette {

/// What became of imported logs, before anything of the document changes: counts, the whole list (which can
/// be copied), and the cluster's name to change. Taken or cancelled.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ImportDialog(std::shared_ptr<const ImportedCluster> imported, QWidget* parent = nullptr);

signals:
    /// The cluster under the name that was entered; its own where that is empty.
    void taken(const std::shared_ptr<const pipette::Cluster>& cluster);

private:
    QGridLayout* counts();
    void take();

    std::shared_ptr<const ImportedCluster> imported_;
    QLineEdit* name_;
    QPlainTextEdit* list_;
};

/// A list of lines to read and to copy, not to change.
QPlainTextEdit* plainList(const QString& name);

/// The report with its sections, for the list and the clipboard.
QString importReportText(const ImportReport& report);

} // namespace pipette
