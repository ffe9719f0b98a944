// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/time_parts.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr TimePart all_parts[]{
    {Ink::compute, &Breakdown::compute},    {Ink::recomputation, &Breakdown::recompute},
    {Ink::tensor_parallel, &Breakdown::tp}, {Ink::context_parallel, &Breakdown::cp},
    {Ink::expert_parallel, &Breakdown::ep}, {Ink::pipeline_transfers, &Breakdown::pp_exposed},
    {Ink::idle, &Breakdown::bubble},        {Ink::gradient_exchange, &Breakdown::dp_exposed},
    {Ink::offload, &Breakdown::offload},    {Ink::optimizer, &Breakdown::optimizer}};

} // namespace

std::span<const TimePart> time_parts() {
    return all_parts;
}

std::vector<TimeChange> largest_changes(const Breakdown& before, const Breakdown& after) {
    constexpr std::size_t most = 3;
    constexpr double least_share = 0.05, rounding = 1e-12;
    std::vector<TimeChange> changes;
    for (const TimePart& part : all_parts)
        changes.push_back({part.seconds, after.*part.seconds - before.*part.seconds});
    std::stable_sort(changes.begin(), changes.end(), [](const TimeChange& a, const TimeChange& b) {
        return std::abs(a.change_s) > std::abs(b.change_s);
    });
    const double least =
        std::max(least_share * std::abs(changes.front().change_s), rounding * before.total());
    std::erase_if(changes, [&](const TimeChange& change) { return std::abs(change.change_s) <= least; });
    changes.resize(std::min(changes.size(), most), {nullptr, 0});
    return changes;
}

} // namespace pipette
