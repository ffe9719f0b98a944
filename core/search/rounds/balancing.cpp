// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/plan_search.h"

#include "core/base/parallel_for.h"
#include "core/schedule/schedule_family.h"
#include "core/search/rounds/stages_by_load.h"
#include "core/search/space/enumeration.h"

#include <algorithm>
#include <tuple>

namespace pipette {

void PlanSearch::balance_stages() {
    if (state_.waiting.empty() || !may_balance_stages(state_.inputs))
        return;
    std::vector<ConfigSearch*> uneven;
    for (ConfigSearch& search : state_.waiting)
        if (search.config.pp > 1 &&
            search.even_s < std::min(worth_balancing * search.lower_bound_s, first_s_))
            uneven.push_back(&search);
    // One schedule after the other: each need be made but once.
    const auto schedule = [](const ConfigSearch* search) {
        const ScheduleSize size = schedule_size(search->config);
        return std::tuple(search->config.schedule, size.devices, size.chunks, size.microbatches);
    };
    std::stable_sort(uneven.begin(), uneven.end(),
                     [&](const ConfigSearch* a, const ConfigSearch* b) { return schedule(a) < schedule(b); });
    parallel_for(int(uneven.size()), state_.threads, {}, [&](int i) { balance(*uneven[std::size_t(i)]); });
    sort_by_bound();
}

void PlanSearch::balance(ConfigSearch& search) {
    const double gpu_bytes = state_.tables.gpu_memory_bytes.front();
    const std::optional<ParallelConfig> split = balanced(state_.tables, search.config, gpu_bytes);
    if (!split || !divides(*split, state_.inputs))
        return;
    Alike alike{{state_.inputs, state_.tables.knowledge, gpu_bytes}};
    Examined better = examine(*split, gpu_bytes, alike);
    if (!better.memory.fits() || better.enough)
        return;
    ConfigSearch other = search;
    other.config = std::move(better.config), other.device_bytes = std::move(better.memory.device_bytes);
    other.verdict = better.memory.verdict;
    tighten(search), tighten(other);
    if (other.lower_bound_s < worth_balancing * search.lower_bound_s)
        search = std::move(other);
}

} // namespace pipette
