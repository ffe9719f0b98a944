// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/pipeline/gantt_entry.h"

#include <optional>
#include <vector>

namespace pipette {

/// Sorted times, in seconds, at which something starts or ends in any of the timelines.
std::vector<double> eventTimes(const QList<GanttEntry>& entries);

/// The latest end of all timelines, in seconds.
double latestEnd(const QList<GanttEntry>& entries);

/// What a moment is like: "17.5 ms, 3 of 4 + 4 of 4 busy", "17.5 ms, 3 + 4 + 2 of 4 busy"; without a moment,
/// when all have ended.
QString momentText(const QList<GanttEntry>& entries, std::optional<double> time);

} // namespace pipette
