// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

class QComboBox;

namespace pipette {

/// Asks for the GPUs of nodes whose logs do not say them, and shows what of the logs is left out before a
/// person goes on.
class GpuKindDialog : public QDialog {
    Q_OBJECT

public:
    /// `left_out`: a line for each file or test.
    GpuKindDialog(const QStringList& kinds, const QStringList& left_out, QWidget* parent = nullptr);

signals:
    void chosen(const QString& kind);

private:
    QComboBox* kinds_;
};

} // namespace pipette
