// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/best_times.h"

#include "core/search/rounds/config_search.h"
#include "core/search/space/enumeration.h"

#include <algorithm>

namespace pipette {

BestTimes::BestTimes(const PlanInputs& inputs)
    : inputs_(inputs), largest_world_(allowed_worlds(inputs).front()) {}

void BestTimes::lower(const ConfigSearch& search) {
    const double time_s = search.best->iteration_time_s;
    const auto lower = [&](double& best_s) { best_s = best_s == 0 ? time_s : std::min(best_s, time_s); };
    lower(of_all_s_), lower(of_world_s_[search.config.world()]);
    if (verdict_of(*search.best) == Verdict::safe)
        lower(of_safe_s_);
}

void BestTimes::clear() {
    of_all_s_ = of_safe_s_ = 0;
    of_world_s_.clear();
}

double BestTimes::beside(const ParallelConfig& config) const {
    if (!keeps(config.world()))
        return of_all_s_;
    const auto best = of_world_s_.find(config.world());
    return best == of_world_s_.end() ? 0 : best->second;
}

double BestTimes::to_beat(const ConfigSearch& search) const {
    const double best_s = beside(search.config);
    if (inputs_.budget.prefer != Preference::safe || search.verdict != Verdict::safe)
        return best_s;
    const double told_apart_s = best_s * (1 + told_apart);
    return std::max(best_s, of_safe_s_ > 0 ? std::min(of_safe_s_, told_apart_s) : told_apart_s);
}

bool BestTimes::may_overtake(const ConfigSearch& search, double most_gained, double least_margin) const {
    const double best_s = to_beat(search), margin = std::max(least_margin, 2 * most_gained);
    return best_s == 0 || search.best->iteration_time_s <= best_s * (1 + margin);
}

bool BestTimes::keeps(int world) const {
    return world == largest_world_ || !inputs_.limits.world_sizes.empty();
}

} // namespace pipette
