// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

namespace pipette {

/// Median of values, the mean of the two middle ones for an even count; 0 when there are none. May change
/// their order.
double median(std::vector<double>& values);

/// The same of values that are too many to copy: each(function) hands them over, the same ones every time it
/// is called. Counts them by ranges, and copies no more than `most_copied` from the range of the middle.
template <class Each>
double median_of(const Each& each, std::size_t most_copied = std::size_t(1) << 20) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    struct Range {
        std::size_t count = 0;
        double least = infinity, most = -infinity;
        void add(double value) {
            ++count;
            least = std::min(least, value), most = std::max(most, value);
        }
    };
    Range all;
    each([&](double value) { all.add(value); });
    if (all.count == 0)
        return 0;
    std::size_t first = (all.count - 1) / 2, second = all.count / 2; // the middle ones, counted in `all`
    while (all.least < all.most && all.count > most_copied) {
        std::array<Range, 4096> ranges;
        const double scale = double(ranges.size() - 1) / (all.most - all.least);
        each([&](double value) {
            if (value >= all.least && value <= all.most)
                ranges[std::min(ranges.size() - 1, std::size_t((value - all.least) * scale))].add(value);
        });
        std::size_t at = 0;
        for (; first >= ranges[at].count; ++at)
            first -= ranges[at].count, second -= ranges[at].count;
        all = ranges[at];
        if (second < all.count)
            continue;
        const double low = all.most; // the two lie in different ranges
        do
            ++at;
        while (ranges[at].count == 0);
        return (low + ranges[at].least) / 2;
    }
    if (all.least == all.most)
        return all.least;
    std::vector<double> middle;
    middle.reserve(all.count);
    each([&](double value) {
        if (value >= all.least && value <= all.most)
            middle.push_back(value);
    });
    const auto upper = middle.begin() + static_cast<std::ptrdiff_t>(second);
    std::nth_element(middle.begin(), upper, middle.end());
    return first == second ? *upper : (*upper + *std::max_element(middle.begin(), upper)) / 2;
}

} // namespace pipette
