// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <functional>

namespace pipette {

/// The data of a chart as a table, for screen readers and "Show as table". Cells are asked for one by one, so
/// that a table of millions costs nothing until it is looked at. A cell is text for a person; the number
/// behind it, where there is one, answers Qt::UserRole, so that sorting and copying work on figures.
class ChartTable : public QAbstractTableModel {
    Q_OBJECT

public:
    struct Cell {
        QString text;
        QVariant value;        ///< number in the base unit (s, bytes, GB/s); empty: the text itself
        bool is_bar = false;   ///< the number is drawn as a bar, on one scale with those of its column
        QStringList told = {}; ///< drawn in the place of the text (TableLook::told_role)
    };
    struct Content {
        QStringList columns;
        int rows = 0;
        std::function<Cell(int row, int column)> cell;
        std::function<QString(int row)> row_name = {}; ///< empty: the row's number
        double bar_most = 0;                           ///< value of a bar that fills its half of the cell
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setContent(Content content);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    bool holdsNumbers(int column) const; ///< its heading stands above them, at the right

    Content content_;
};

} // namespace pipette
