// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/pipeline/gantt_entry.h"

#include <QTableWidget>

namespace pipette {

/// The figures of the schedules of the lab: a row for each, as high as its rows, two at least.
class LabTable : public QTableWidget {
    Q_OBJECT

public:
    explicit LabTable(QWidget* parent = nullptr);
    void showEntries(const QList<GanttEntry>& entries);

private:
    static QStringList cellsOf(const GanttEntry& entry);
};

} // namespace pipette
