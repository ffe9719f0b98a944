// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/figures_table.h"

#include "widgets/charts/copy_table.h"
#include "widgets/charts/table_look.h"

#include <QHeaderView>
#include <QTableView>

namespace pipette {

QTableView* figuresTable(QAbstractItemModel* model, const QString& name) {
    auto* table = new QTableView;
    table->setModel(model);
    table->setAccessibleName(name);
    applyTableLook(*table);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 6);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table->horizontalHeader()->setResizeContentsPrecision(40); // rows that are looked at for the widths
    addCopyActions(*table);
    return table;
}

QTableView* choiceTable(QAbstractItemModel* model, const QString& name) {
    QTableView* table = figuresTable(model, name);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->horizontalHeader()->setHighlightSections(false);
    return table;
}

} // namespace pipette
