// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/pipeline/timeline_rows.h"

#include <vector>

namespace pipette {

/// "F3", "B3", "W3", or "F4 B3" of an overlapped one.
QString name_of_operation(const Operation& operation);

/// A line of its own: "of forward and backward: expert parallel 30 %", what the passes of a chunk wait for;
/// empty where nobody said, or for nothing.
QString sharesText(const Timeline& timeline, int chunk);

enum class SendRows { none, each_device };

/// Appends the rows of one timeline: of each device its operations and, thinner, what it sends (which may
/// overlap: a row takes what it can). `number` tells the timeline from the others of a chart.
void append_rows(std::vector<TimelineRow>& rows, const Timeline& timeline, int number, SendRows sent_rows,
                 BarColours colours);

/// The styles of all bars, each once, of `count` that there are.
std::vector<BarStyle> styles_of(const std::vector<TimelineRow>& rows, std::size_t count);

/// What a bar of a row waits for and what waits for it.
std::vector<TimelineArrow> arrows_of(const std::vector<TimelineRow>& rows, const TimelineRow& row,
                                     const TimelineBar& bar, const Timeline& timeline);

} // namespace pipette
