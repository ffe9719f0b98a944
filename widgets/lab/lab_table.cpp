// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/lab_table.h"

#include "core/base/index.h"
#include "core/schedule/idle_share.h"
#include "core/schedule/schedule_family.h"
#include "widgets/charts/copy_table.h"
#include "widgets/charts/table_look.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QHeaderView>

#include <algorithm>

namespace pipette {

LabTable::LabTable(QWidget* parent) : QTableWidget(parent) {
    setAccessibleName(tr("Figures of the schedules"));
    setColumnCount(6);
    setHorizontalHeaderLabels({tr("Schedule"), tr("Iteration"), tr("Without any bubble"), tr("Bubble"),
                               tr("Most microbatches held"), tr("Parameter copies")});
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::NoSelection);
    setTabKeyNavigation(false);
    applyTableLook(*this);
    verticalHeader()->hide();
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    addCopyActions(*this);
}

QStringList LabTable::cellsOf(const GanttEntry& entry) {
    const Timeline& timeline = *entry.timeline;
    const QString none = QStringLiteral("–");
    if (entry.stuck_from)
        return {entry.title, tr("deadlock"), none, none, none, QStringLiteral("1")};
    double ideal = 0, held = 0;
    for (int d = 0; d < timeline.schedule->devices(); ++d) {
        ideal = std::max(ideal, timeline.devices[index(d)].busy);
        held = std::max(held, timeline.most_microbatches(d));
    }
    const auto kind = schedule_named(timeline.schedule->name());
    return {entry.title,
            timeText(timeline.total()),
            timeText(ideal),
            shareText(idle_share(timeline)),
            numberText(held, 'g', 3),
            QString::number(kind ? family_of(*kind).pipelines() : 1)};
}

void LabTable::showEntries(const QList<GanttEntry>& entries) {
    const int rows = std::max(static_cast<int>(entries.size()), 2);
    setRowCount(static_cast<int>(entries.size()));
    setFixedHeight(horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize() +
                   4);
    for (int k = 0; k < entries.size(); ++k) {
        const QStringList cells = cellsOf(entries[k]);
        for (int column = 0; column < cells.size(); ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            item->setTextAlignment((column > 0 ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
            setItem(k, column, item);
        }
    }
}

} // namespace pipette
