// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;
class QTableView;
class QWidget;

namespace pipette {

enum class TableFormat { tsv, markdown };

/// A whole table with its headings; the cells as they are shown, tabs and line ends in them as spaces.
QString tableText(const QAbstractItemModel& model, TableFormat format);

/// One row of it as TSV, without headings; begins with the row's name where rows have names.
QString rowText(const QAbstractItemModel& model, int row);

/// Ctrl+C copies the whole table as TSV, Ctrl+Shift+C as Markdown: actions of `view`, for its context menu.
/// `model` lives as long as the view.
void addCopyActions(QWidget& view, const QAbstractItemModel& model);
/// The same of a table, behind copies of the current cell and row. The table shows them as its context menu
/// unless it has one of its own. Its model is set.
void addCopyActions(QTableView& table);

} // namespace pipette
