// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart_table.h"
#include "widgets/pipeline/gantt_entry.h"

namespace pipette {

/// How every device of the timelines spends its time, a row each: what a Gantt chart copies as a table.
ChartTable::Content deviceTable(const QList<GanttEntry>& entries);

} // namespace pipette
