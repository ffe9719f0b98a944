// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/search_state.h"

#include "core/base/parallel_for.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/space/enumeration.h"

#include <algorithm>
#include <set>

namespace pipette {

SearchState::SearchState(const PlanInputs& all_inputs, const Knowledge& knowledge, const SearchSinks& sinks,
                         std::stop_token stop_token, const Peers& all_peers)
    : inputs(all_inputs),
      peers(all_peers),
      tables(all_inputs, knowledge),
      progress(sinks),
      stop(std::move(stop_token)),
      threads(thread_count(all_inputs.budget.threads)),
      best(all_inputs) {}

Candidate SearchState::in_first_placement(const ConfigSearch& search) const {
    const PlacementSearch placements = placements_of(search);
    return evaluate(inputs, tables.links, search.config,
                    placements.mapping(placements.layout().slot_of_block), tables.knowledge);
}

Candidate SearchState::evaluated(const ParallelConfig& config, const RankMapping& mapping) const {
    return judging ? evaluate(inputs, config, mapping, tables.knowledge)
                   : evaluate(inputs, tables.links, config, mapping, tables.knowledge);
}

void SearchState::take(ConfigSearch& search, const PlacementSearch& placements,
                       const std::vector<std::uint32_t>& placement) {
    if (search.best && (placement == search.placement || !placements.is_expressible(placement)))
        return;
    Candidate candidate = evaluated(search.config, placements.mapping(placement));
    const bool fits = may_be_shown(candidate);
    const bool fitted = search.best && may_be_shown(*search.best);
    if (search.best && (fitted > fits || (fitted == fits && !faster(candidate, *search.best))))
        return;
    search.placement = placement;
    search.best = std::move(candidate);
    if (fits)
        progress.found(*search.best);
}

Candidate SearchState::judged(Candidate candidate) const {
    if (inputs.cluster->history.snapshots.empty())
        return candidate;
    return proposed_as(candidate, evaluate(inputs, candidate.config, candidate.mapping, tables.knowledge));
}

std::optional<RankMapping> SearchState::start_for(const ParallelConfig& config) const {
    if (!inputs.start)
        return std::nullopt;
    return fitted_start(inputs, config.world());
}

PlacementSearch SearchState::placements_of(const ConfigSearch& search) const {
    const std::optional<RankMapping> start = start_for(search.config);
    return {tables, tables.known_shape(search.config.peers()), search, start ? &*start : nullptr};
}

void SearchState::sort_by_time(std::vector<std::ptrdiff_t>& order) const {
    std::stable_sort(order.begin(), order.end(), [&](std::ptrdiff_t a, std::ptrdiff_t b) {
        return faster(*waiting[std::size_t(a)].best, *waiting[std::size_t(b)].best);
    });
}

bool SearchState::may_be_shown(const Candidate& candidate) const {
    return verdict_of(candidate) != Verdict::over && keeps_off_faults(candidate, inputs.limits);
}

std::vector<std::ptrdiff_t> SearchState::kept_first(const std::vector<std::ptrdiff_t>& order,
                                                    std::size_t count) const {
    // Where there is room for one alone it is the fastest, not the best of all GPUs.
    const bool of_worlds = count > 1 || !inputs.limits.world_sizes.empty();
    std::set<int> worlds;
    std::vector<char> is_best(order.size(), 0);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const int world = waiting[std::size_t(order[i])].config.world();
        const bool of_world = of_worlds && best.keeps(world) && worlds.insert(world).second;
        is_best[i] = i == 0 || of_world;
    }
    std::vector<std::ptrdiff_t> first;
    const auto kept = static_cast<std::size_t>(std::count(is_best.begin(), is_best.end(), 1));
    std::size_t room = count - std::min(count, kept);
    for (std::size_t i = 0; i < order.size(); ++i)
        if (is_best[i] || room > 0) {
            room -= is_best[i] ? 0 : 1;
            first.push_back(order[i]);
        }
    return first;
}

} // namespace pipette
