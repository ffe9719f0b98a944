// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/changes/config_change.h"

#include "core/base/index.h"
#include "core/base/parallel_for.h"
#include "core/search/space/memory_check.h"
#include "core/search/time/fastest_costs.h"

#include <algorithm>
#include <utility>

namespace pipette {

bool loses_safety(const SearchState& state, const Candidate& taken, const Candidate& given) {
    return state.inputs.budget.prefer == Preference::safe && verdict_of(taken) > verdict_of(given);
}

std::optional<ConfigChange> best_change(const SearchState& state, const ConfigSearch& search,
                                        std::vector<ConfigChange> changes, int threads) {
    const PlacementSearch placements = state.placements_of(search);
    std::erase_if(changes, [&](const ConfigChange& change) {
        return !placements.is_expressible(change.placement) ||
               fastest_time(state.tables, change.config) >= search.best->iteration_time_s;
    });
    parallel_for(int(changes.size()), threads, {}, [&](int i) {
        ConfigChange& change = changes[index(i)];
        change.candidate = state.evaluated(change.config, placements.mapping(change.placement));
    });
    std::erase_if(changes, [&](const ConfigChange& change) {
        return !state.may_be_shown(change.candidate) || !faster(change.candidate, *search.best) ||
               loses_safety(state, change.candidate, *search.best);
    });
    const auto best =
        std::min_element(changes.begin(), changes.end(), [](const ConfigChange& a, const ConfigChange& b) {
            return faster(a.candidate, b.candidate);
        });
    return best == changes.end() ? std::nullopt : std::optional(std::move(*best));
}

void take_change(const SearchState& state, ConfigSearch& search, ConfigChange change) {
    search.config = std::move(change.config), search.placement = std::move(change.placement);
    search.best = std::move(change.candidate);
    MemoryCheck memory = check_memory(state.inputs, state.tables.knowledge, search.config,
                                      state.tables.gpu_memory_bytes.front());
    search.device_bytes = std::move(memory.device_bytes), search.verdict = memory.verdict;
    search.refined.clear(), search.refined_by = 0;
    // The bound covers both configurations, because the plan's gap must hold for the first one, too.
    search.lower_bound_s = std::min(search.lower_bound_s, fastest_time(state.tables, search.config));
}

bool give_to_known(SearchState& state, const ParallelConfig& config,
                   const std::vector<std::uint32_t>& placement) {
    const auto known =
        std::find_if(state.waiting.begin(), state.waiting.end(),
                     [&](const ConfigSearch& other) { return other.best && other.config == config; });
    if (known == state.waiting.end())
        return false;
    state.take(*known, state.placements_of(*known), placement);
    return true;
}

void climb(SearchState& state, ConfigSearch& search, ChangesOf& changes_of) {
    while (!state.stopped && !state.stop.stop_requested() && search.config.pp > 1 &&
           search.climbed != search.placement) {
        std::optional<ConfigChange> change =
            best_change(state, search, changes_of(state.inputs, search), state.threads);
        search.climbed = search.placement;
        if (!change)
            return;
        if (give_to_known(state, change->config, change->placement))
            return;
        take_change(state, search, std::move(*change));
        search.climbed.clear();
        state.progress.found(*search.best);
    }
}

} // namespace pipette
