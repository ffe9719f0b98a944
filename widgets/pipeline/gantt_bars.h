// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/pipeline/gantt_entry.h"
#include "widgets/pipeline/gantt_marks.h"
#include "widgets/pipeline/timeline_rows.h"

#include <QList>

namespace pipette {

/// The bars of a Gantt chart: their numbers row by row, their words, and what they wait for.
class GanttBars {
public:
    /// Both are the chart's own; number() after each change.
    GanttBars(const std::vector<TimelineRow>& rows, const QList<GanttEntry>& entries)
        : rows_(rows), entries_(entries) {}

    void number();
    int count() const { return firsts_.empty() ? 0 : firsts_.back(); }
    int itemOf(GanttBar bar) const; ///< -1: none
    GanttBar barOf(int item) const;
    /// The next bar of a device after `from` (-1: the one before), the first where `from` is none of it.
    GanttBar next(GanttBar from, int device, int step) const;

    const TimelineRow& row(GanttBar bar) const;
    const TimelineBar& at(GanttBar bar) const;
    /// Empty: a send or a tail.
    std::optional<GanttOperation> operationOf(GanttBar bar) const;
    int rankOfDevice(GanttBar bar) const; ///< of its device among those of all timelines
    QString textOf(GanttBar bar) const;   ///< lines: what, when, for how long, and after which idle time
    /// Of a bar; none for no bar.
    std::vector<TimelineArrow> arrowsOf(GanttBar bar) const;
    /// Of what a device does at a time.
    std::vector<TimelineArrow> arrowsAt(int device, double time) const;

private:
    const std::vector<TimelineRow>& rows_;
    const QList<GanttEntry>& entries_;
    std::vector<int> firsts_; ///< [row] the item of its first bar; one more: how many there are
};

} // namespace pipette
