// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

#include <utility>
#include <vector>

class QComboBox;

namespace pipette {

/// Asks what is printed: everything, or one of several views.
class PrintDialog : public QDialog {
    Q_OBJECT

public:
    /// Ids and titles of the views, and the id that is chosen at first; empty: everything.
    PrintDialog(const std::vector<std::pair<QString, QString>>& views, const QString& chosen,
                QWidget* parent);

signals:
    void previewRequested(const QString& view); ///< stays open; empty: everything
    void printRequested(const QString& view);   ///< empty: everything

private:
    QComboBox* what_;
};

} // namespace pipette
