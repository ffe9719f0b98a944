// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/timeline.h"
#include "widgets/theme/bar_palette.h"

#include <QString>

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace pipette {

struct WorkSums;

struct TimelineBar {
    double start = 0, end = 0;
    std::int32_t operation = -1; ///< of the row's timeline; -1: a tail
    BarStyle style = 0;
    bool critical = false;
};
struct TimelineRow {
    std::vector<TimelineBar> bars; ///< sorted by start, disjoint
    std::vector<double> busy;      ///< [bar] time of the bars before it; filled by TimelineRows
    std::shared_ptr<const WorkSums> work = nullptr; ///< filled by TimelineRows; null: sends
    int timeline = 0;                               ///< which of the shown ones
    int device = -1;
    bool thin = false;             ///< sends: drawn narrower
    QString heading;               ///< words instead of bars
    double centre = 0, height = 1; ///< on the value axis; filled by TimelineRows::place
    double span = 0;               ///< seconds of the whole timeline; filled by TimelineRows
    /// Bars that start then or later never run (a deadlock): outlines only.
    double stuck_from = std::numeric_limits<double>::infinity();
};
/// An arrow from the end of one bar to the start of another.
struct TimelineArrow {
    double from_time = 0, to_time = 0;
    int from_row = 0, to_row = 0;
};

/// The rows of a Gantt chart, one below the other on the value axis, and what lies where on them. Bars are
/// named by row and number in it.
class TimelineRows {
public:
    static constexpr double margin = 0.1; ///< of a device's row, above the first and below the last

    TimelineRows() = default;
    explicit TimelineRows(std::vector<TimelineRow> rows);
    /// Puts the rows one below the other, so that headings get their pixels when all rows share `pixels`.
    void place(double heading_pixels, double pixels);

    const std::vector<TimelineRow>& all() const { return rows_; }
    double medianBlock() const { return median_block_; } ///< seconds; 0: bars do not tell the kind of work
    bool someStuck() const { return some_stuck_; }       ///< in some row
    double bottom() const { return rows_.back().centre + rows_.back().height / 2; } ///< of the last row
    /// The row at a place of the value axis, or the nearest one.
    std::size_t at(double value) const;
    /// The bar at a time of the row there; empty when there is none.
    std::optional<std::pair<int, int>> barAt(double time, double value) const;
    /// The bar of an operation of a timeline; empty when there is none.
    std::optional<std::pair<int, int>> barOf(int timeline, std::int32_t operation) const;

private:
    std::vector<TimelineRow> rows_;
    double median_block_ = 0;
    bool some_stuck_ = false;
};

} // namespace pipette
