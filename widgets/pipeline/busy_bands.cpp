// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/pipeline/busy_bands.h"

#include <algorithm>

namespace pipette {
namespace {

using Bar = TimelineBar;

/// How much of a bar's time counts as forward and as backward work.
BusyShare parts_of(const Bar& bar) {
    if (!tells_kind(bar.style))
        return {};
    switch (look_of(bar.style)) {
    case OperationLook::forward:
    case OperationLook::recomputation:
        return {1, 0};
    case OperationLook::overlapped:
        return {0.5, 0.5};
    default:
        return {0, 1};
    }
}

} // namespace

bool tells_kind(BarStyle style) {
    return is_kind(style) && look_of(style) <= OperationLook::overlapped;
}

WorkSums work_sums(const std::vector<Bar>& bars) {
    WorkSums sums{{0}, {0}};
    sums.forward.reserve(bars.size() + 1);
    sums.backward.reserve(bars.size() + 1);
    for (const Bar& bar : bars) {
        const BusyShare parts = parts_of(bar);
        sums.forward.push_back(sums.forward.back() + parts.forward * (bar.end - bar.start));
        sums.backward.push_back(sums.backward.back() + parts.backward * (bar.end - bar.start));
    }
    return sums;
}

double median_block(const std::vector<TimelineRow>& rows) {
    constexpr std::size_t enough = 20'000; // bars that tell the median well
    std::size_t all = 0;
    for (const auto& row : rows)
        all += row.thin ? 0 : row.bars.size();
    const std::size_t every = all / enough + 1;
    std::vector<double> lengths;
    std::size_t number = 0;
    for (const auto& row : rows)
        for (const Bar& bar : row.bars) {
            if (row.thin || bar.operation < 0 || ++number % every != 0)
                continue;
            if (!tells_kind(bar.style))
                return 0;
            lengths.push_back(bar.end - bar.start);
        }
    if (lengths.empty())
        return 0;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    return *middle;
}

std::vector<BusyShare> busy_shares(const std::vector<Bar>& bars, const WorkSums& sums, double from,
                                   double step, int count, double window) {
    std::vector<BusyShare> shares(static_cast<std::size_t>(std::max(count, 0)));
    if (bars.empty())
        return shares;
    const auto filled = [&](double time) {
        const auto next = std::partition_point(bars.begin(), bars.end(),
                                               [time](const Bar& bar) { return bar.end <= time; });
        const auto i = static_cast<std::size_t>(next - bars.begin());
        BusyShare sum{sums.forward[i], sums.backward[i]};
        if (next != bars.end() && next->start < time) {
            const BusyShare parts = parts_of(*next);
            sum.forward += parts.forward * (time - next->start);
            sum.backward += parts.backward * (time - next->start);
        }
        return sum;
    };
    const double last = bars.back().end;
    for (int k = 0; k < count; ++k) {
        const double time = from + k * step;
        const double low = std::max(time - window / 2, 0.0), high = std::min(time + window / 2, last);
        if (high <= low)
            continue;
        const BusyShare before = filled(low), after = filled(high);
        shares[static_cast<std::size_t>(k)] = {(after.forward - before.forward) / (high - low),
                                               (after.backward - before.backward) / (high - low)};
    }
    return shares;
}

} // namespace pipette
