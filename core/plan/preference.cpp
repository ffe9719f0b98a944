// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/preference.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pipette {
namespace {

constexpr Preference preferences[]{Preference::fastest, Preference::safe};
constexpr std::string_view names[]{"fastest", "safe"};

/// How many things a person has to set up and watch besides plain data parallelism.
int moving_parts(const ParallelConfig& config) {
    return (config.pp > 1) + (config.tp > 1) + (config.tp_x > 1) + (config.cp > 1) + (config.ep > 1) +
           (config.vpp > 1) + (config.recompute != Recompute::none) + config.offload.any();
}

auto safe_order(const Candidate& candidate) {
    return std::tuple(verdict_of(candidate), candidate.config.world(), moving_parts(candidate.config));
}

} // namespace

std::span<const Preference> all_preferences() {
    return preferences;
}

std::string_view name_of(Preference preference) {
    return names[static_cast<std::size_t>(preference)];
}

std::optional<Preference> preference_named(std::string_view name) {
    const auto at = std::find(std::begin(names), std::end(names), name);
    return at == std::end(names) ? std::nullopt : std::optional(preferences[at - std::begin(names)]);
}

std::vector<std::size_t> order_of(const std::vector<const Candidate*>& candidates, Preference preference) {
    std::vector<std::size_t> order(candidates.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return comes_before(*candidates[a], *candidates[b]);
    });
    if (order.empty() || preference == Preference::fastest)
        return order;
    const double level_s = (1 + told_apart) * candidates[order.front()]->iteration_time_s;
    const auto slower = std::find_if(
        order.begin(), order.end(), [&](std::size_t i) { return candidates[i]->iteration_time_s > level_s; });
    std::stable_sort(order.begin(), slower, [&](std::size_t a, std::size_t b) {
        return safe_order(*candidates[a]) < safe_order(*candidates[b]);
    });
    return order;
}

void put_in_order(std::vector<Candidate>& candidates, Preference preference) {
    std::vector<const Candidate*> all;
    for (const Candidate& candidate : candidates)
        all.push_back(&candidate);
    std::vector<Candidate> ordered;
    for (const std::size_t i : order_of(all, preference))
        ordered.push_back(std::move(candidates[i]));
    candidates = std::move(ordered);
}

} // namespace pipette
