// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/plan_search.h"

#include "core/base/parallel_for.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/stages_by_load.h"
#include "core/search/space/enumeration.h"

#include <limits>

namespace pipette {

void PlanSearch::balance_stages() {
    if (waiting_.empty() || !may_balance_stages(inputs_))
        return;
    const PlacementSearch placements = placements_of(waiting_.front());
    const Candidate first =
        evaluate(inputs_, tables_.links, waiting_.front().config,
                 placements.mapping(placements.layout().slot_of_block), tables_.knowledge);
    const double to_beat_s =
        may_be_shown(first) ? first.iteration_time_s : std::numeric_limits<double>::infinity();
    parallel_for(int(waiting_.size()), threads_, {}, [&](int i) {
        ConfigSearch& search = waiting_[std::size_t(i)];
        if (search.config.pp > 1 &&
            search.even_s < std::min(worth_balancing * search.lower_bound_s, to_beat_s))
            balance(search);
    });
    sort_by_bound();
}

void PlanSearch::balance(ConfigSearch& search) {
    const double gpu_bytes = tables_.gpu_memory_bytes.front();
    const std::optional<ParallelConfig> split = balanced(tables_, search.config, gpu_bytes);
    if (!split || !divides(*split, inputs_))
        return;
    Alike alike{{inputs_, tables_.knowledge, gpu_bytes}};
    Examined better = examine(*split, gpu_bytes, alike);
    if (!better.memory.fits() || better.enough)
        return;
    ConfigSearch other = search;
    other.config = std::move(better.config), other.device_bytes = std::move(better.memory.device_bytes);
    tighten(search), tighten(other);
    if (other.lower_bound_s < worth_balancing * search.lower_bound_s)
        search = std::move(other);
}

} // namespace pipette
