// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <cstddef>
#include <vector>

namespace pipette {

/// How alike a link is from one snapshot to the next, 0 to 1: the correlation of what it differs from its
/// median, one figure for all links. From the signs alone (r = sin(pi/2 * mean product), corrected by (1 +
/// 3r) / snapshots for what the median takes from short histories; Kendall 1954), so that a link's worst days
/// count no more than others. 0 where links vary independently or hardly ever, and for fewer than six
/// snapshots. Large matrices are sampled.
double day_to_day(const History& history);

/// What each snapshot counts for the time to come; they sum to 1. With the day-to-day correlation r (a
/// first-order autoregression) the expected time of a link k snapshots ahead is its mean + r^k (its last time
/// - its mean). So the last snapshot stands for what is left of it, the mean of r^k over half as many
/// snapshots as are known, and all of them alike for the rest: independent days give the plain mean, links
/// that stay as they are the last day.
std::vector<double> snapshot_weights(const History& history);

/// The snapshot at a quantile above 0 of `times`, one a snapshot, each counted by its weight. Of equal times
/// the earlier snapshot comes first.
std::size_t snapshot_at_quantile(const std::vector<double>& times, const std::vector<double>& weights,
                                 double quantile);

/// A history in one matrix, for the time to come.
struct Forecast {
    /// GB/s; every cell takes the weighted mean time of the snapshots that measured it. Cells that none
    /// measured stay unmeasured.
    BandwidthMatrix expected;
    double spread =
        0; ///< of a link's time about that mean, as a share of it: root of the weighted mean square
};

/// `history` is not empty, `weights` are its snapshot_weights(). O(cells * snapshots).
Forecast forecast(const History& history, const std::vector<double>& weights);

} // namespace pipette
