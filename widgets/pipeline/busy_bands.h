// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/pipeline/timeline_rows.h"

#include <vector>

namespace pipette {

/// How much of a device's time forward and backward work fill up to each of its bars, so that the share of
/// any stretch costs two look-ups.
struct WorkSums {
    std::vector<double> forward, backward; ///< [bar] seconds of the bars before it, and of all at the end
};
WorkSums work_sums(const std::vector<TimelineBar>& bars);

/// Whether the style is of forward or backward work and tells the kind of work.
bool tells_kind(BarStyle style);

/// The median length in seconds of forward and backward bars that tell the kind of work; 0 where a bar does
/// not, or there are none.
double median_block(const std::vector<TimelineRow>& rows);

/// The shares of forward and backward work around a time, each 0 to 1.
struct BusyShare {
    double forward = 0, backward = 0;
};

/// The shares at `count` times from `from` on, `step` seconds apart, each over `window` seconds around it; at
/// the ends of the row's work over what is left of the window.
std::vector<BusyShare> busy_shares(const std::vector<TimelineBar>& bars, const WorkSums& sums, double from,
                                   double step, int count, double window);

} // namespace pipette
