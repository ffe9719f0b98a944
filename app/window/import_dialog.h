// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/opening/opened.h"

#include <QDialog>

class QDoubleSpinBox;
class QGridLayout;
class QLabel;
class QLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace pipette {

/// What became of imported logs, before anything of the document changes: counts, the whole list (which can
/// be copied), the cluster's name to change, and what logs cannot say of the machines. Taken, read again with
/// other figures of the machines, or cancelled.
class ImportDialog : public QDialog {
    Q_OBJECT

public:
    explicit ImportDialog(std::shared_ptr<const ImportedCluster> imported, QWidget* parent = nullptr);

signals:
    /// The cluster under the name that was entered; its own where that is empty.
    void taken(const std::shared_ptr<const pipette::Cluster>& cluster);
    /// The logs are to be read again with what the person entered; the dialog is gone.
    void againRequested(const pipette::ImportOptions& options);

private:
    QGridLayout* counts();
    QLayout* machine();
    ImportOptions entered() const; ///< under the name that the cluster had
    void take();

    std::shared_ptr<const ImportedCluster> imported_;
    QLineEdit* name_;
    QPlainTextEdit* list_;
    QSpinBox* nics_;
    QDoubleSpinBox *inside_, *between_, *latency_;
    QPushButton* again_;
};

/// A list of lines to read and to copy, not to change.
QPlainTextEdit* plainList(const QString& name);

/// The report with its sections, for the list and the clipboard.
QString importReportText(const ImportReport& report);

} // namespace pipette
