// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/timeline_rows.h"

#include "widgets/pipeline/busy_bands.h"

#include <algorithm>
#include <cmath>

namespace pipette {

TimelineRows::TimelineRows(std::vector<TimelineRow> rows) : rows_(std::move(rows)) {
    for (TimelineRow& row : rows_) {
        row.busy.clear();
        row.busy.reserve(row.bars.size() + 1);
        double sum = 0;
        for (const TimelineBar& bar : row.bars) {
            row.busy.push_back(sum);
            sum += bar.end - bar.start;
        }
        row.busy.push_back(sum);
        if (!row.thin)
            row.work = std::make_shared<const WorkSums>(work_sums(row.bars));
    }
    std::vector<double> spans; // by timeline
    for (const TimelineRow& row : rows_) {
        spans.resize(std::max(spans.size(), static_cast<std::size_t>(row.timeline) + 1));
        if (!row.bars.empty())
            spans[static_cast<std::size_t>(row.timeline)] =
                std::max(spans[static_cast<std::size_t>(row.timeline)], row.bars.back().end);
    }
    for (TimelineRow& row : rows_)
        row.span = spans[static_cast<std::size_t>(row.timeline)];
    median_block_ = median_block(rows_);
    some_stuck_ = std::any_of(rows_.begin(), rows_.end(),
                              [](const TimelineRow& row) { return std::isfinite(row.stuck_from); });
    place(1, 2.0 * static_cast<double>(rows_.size()));
}

void TimelineRows::place(double heading_pixels, double pixels) {
    double headings = 0, devices = 2 * margin;
    for (TimelineRow& row : rows_) {
        row.height = row.thin ? 0.4 : 1;
        (row.heading.isEmpty() ? devices : headings) += row.height;
    }
    // What is left for the devices keeps at least half, however low the picture.
    const double left = std::max(pixels - headings * heading_pixels, pixels / 2);
    double top = 0;
    for (TimelineRow& row : rows_) {
        if (!row.heading.isEmpty())
            row.height = devices * heading_pixels / left;
        row.centre = top + row.height / 2;
        top += row.height;
    }
}

std::size_t TimelineRows::at(double value) const {
    const auto after = std::partition_point(rows_.begin(), rows_.end(), [&](const TimelineRow& row) {
        return row.centre + row.height / 2 < value;
    });
    return static_cast<std::size_t>(std::min(after, std::prev(rows_.end())) - rows_.begin());
}

std::optional<std::pair<int, int>> TimelineRows::barAt(double time, double value) const {
    if (rows_.empty())
        return std::nullopt;
    const std::size_t r = at(value);
    const auto& bars = rows_[r].bars;
    const auto bar =
        std::partition_point(bars.begin(), bars.end(), [&](const TimelineBar& b) { return b.end < time; });
    if (bar == bars.end() || bar->start > time)
        return std::nullopt;
    return std::pair(static_cast<int>(r), static_cast<int>(bar - bars.begin()));
}

std::optional<std::pair<int, int>> TimelineRows::barOf(int timeline, std::int32_t operation) const {
    for (std::size_t r = 0; operation >= 0 && r < rows_.size(); ++r) {
        const std::vector<TimelineBar>& bars = rows_[r].bars;
        if (rows_[r].timeline != timeline || rows_[r].thin)
            continue;
        const auto bar = std::find_if(bars.begin(), bars.end(),
                                      [&](const TimelineBar& one) { return one.operation == operation; });
        if (bar != bars.end())
            return std::pair(static_cast<int>(r), static_cast<int>(bar - bars.begin()));
    }
    return std::nullopt;
}

} // namespace pipette
