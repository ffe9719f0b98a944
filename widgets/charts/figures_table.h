// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAbstractItemModel;
class QTableView;

namespace pipette {

/// A table of figures beside a chart: named for screen readers, left with Tab, as wide as what it holds.
QTableView* figuresTable(QAbstractItemModel* model, const QString& name);
/// The same with rows that are chosen, one at a time.
QTableView* choiceTable(QAbstractItemModel* model, const QString& name);

} // namespace pipette
