// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart_table.h"

#include "widgets/charts/table_look.h"

#include <algorithm>
#include <utility>

namespace pipette {

void ChartTable::setContent(Content content) {
    beginResetModel();
    content_ = std::move(content);
    endResetModel();
}

int ChartTable::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : content_.rows;
}

int ChartTable::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(content_.columns.size());
}

QVariant ChartTable::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= content_.rows || index.column() >= content_.columns.size())
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return content_.cell(index.row(), index.column()).text;
    case TableLook::bar_role: {
        const Cell cell = content_.cell(index.row(), index.column());
        return cell.is_bar && content_.bar_most > 0 ? QVariant(cell.value.toDouble() / content_.bar_most)
                                                    : QVariant();
    }
    case TableLook::told_role: {
        const QStringList told = content_.cell(index.row(), index.column()).told;
        return told.isEmpty() ? QVariant() : QVariant(told);
    }
    case Qt::UserRole: {
        Cell cell = content_.cell(index.row(), index.column());
        return cell.value.isValid() ? cell.value : QVariant(cell.text);
    }
    case Qt::TextAlignmentRole: {
        const Cell cell = content_.cell(index.row(), index.column());
        const bool number = cell.value.isValid() && !cell.is_bar;
        return QVariant::fromValue(
            Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    default:
        return {};
    }
}

bool ChartTable::holdsNumbers(int column) const {
    constexpr int most = 8; // rows that are looked at: the first may have no figure
    for (int row = 0; column < columnCount() && row < std::min(content_.rows, most); ++row)
        if (const Cell cell = content_.cell(row, column); cell.value.isValid() && !cell.is_bar)
            return true;
    return false;
}

QVariant ChartTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole && orientation == Qt::Horizontal)
        return QVariant((holdsNumbers(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    if (orientation == Qt::Horizontal)
        return section < content_.columns.size() ? QVariant(content_.columns[section]) : QVariant();
    return content_.row_name ? content_.row_name(section) : QString::number(section + 1);
}

} // namespace pipette
