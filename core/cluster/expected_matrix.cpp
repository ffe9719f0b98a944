// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/expected_matrix.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace pipette {
namespace {

/// Seconds per GB of one cell in the snapshots that measured it, in their order.
void times_of(const History& history, int from, int to, std::vector<double>& times) {
    times.clear();
    for (const BandwidthMatrix& snapshot : history.snapshots)
        if (snapshot.measured(from, to))
            times.push_back(1 / snapshot.at(from, to));
}

} // namespace

double persistence(const History& history) {
    const std::size_t days = history.snapshots.size(), third = days / 3;
    if (days < 6)
        return 0;
    double both = 0, squares = 0;
    std::vector<double> times;
    const int size = history.snapshots.front().size();
    for (int from = 0; from < size; ++from)
        for (int to = 0; to < size; ++to) {
            times_of(history, from, to, times);
            if (times.size() < days)
                continue;
            std::partial_sum(times.begin(), times.end(), times.begin()); // from here on, sums
            for (std::size_t day = third; day + third < days; ++day) {
                const double mean = times[day] / double(day + 1), last = times[day] - times[day - 1],
                             after = (times[day + third] - times[day]) / double(third);
                both += (last - mean) * (after - mean);
                squares += (last - mean) * (last - mean);
            }
        }
    return squares > 0 ? std::clamp(both / squares, 0.0, 1.0) : 0;
}

BandwidthMatrix expected_matrix(const History& history) {
    const int size = history.snapshots.front().size();
    const double share = persistence(history);
    BandwidthMatrix matrix(size);
    std::vector<double> times;
    for (int from = 0; from < size; ++from)
        for (int to = 0; to < size; ++to) {
            times_of(history, from, to, times);
            if (times.empty())
                continue;
            const double mean = std::accumulate(times.begin(), times.end(), 0.0) / double(times.size());
            const bool is_last = history.snapshots.back().measured(from, to);
            matrix.set(from, to, 1 / (is_last ? mean + share * (times.back() - mean) : mean));
        }
    return matrix;
}

} // namespace pipette
