// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/history_matrix.h"

#include <algorithm>
#include <numeric>

namespace pipette {
namespace {

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Between the two nearest of the sorted values, linearly. Sorts them as far as needed.
double quantile_of(std::vector<double>& values, double quantile) {
    const double place = quantile * static_cast<double>(values.size() - 1);
    const auto below = values.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(values.begin(), below, values.end());
    if (below + 1 == values.end())
        return *below;
    const double above = *std::min_element(below + 1, values.end());
    return *below + (place - std::floor(place)) * (above - *below);
}

} // namespace

BandwidthMatrix over_history(const History& history, double quantile) {
    const int size = history.snapshots.front().size();
    BandwidthMatrix matrix(size);
    std::vector<double> s_per_gb;
    for (int from = 0; from < size; ++from)
        for (int to = 0; to < size; ++to) {
            s_per_gb.clear();
            for (const BandwidthMatrix& snapshot : history.snapshots)
                if (snapshot.measured(from, to))
                    s_per_gb.push_back(1 / snapshot.at(from, to));
            if (!s_per_gb.empty())
                matrix.set(from, to, 1 / (quantile > 0 ? quantile_of(s_per_gb, quantile) : mean(s_per_gb)));
        }
    return matrix;
}

} // namespace pipette
