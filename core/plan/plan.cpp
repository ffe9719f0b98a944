// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan.h"

#include <algorithm>
#include <tuple>

namespace pipette {

bool PlanInputs::operator==(const PlanInputs& other) const {
    const bool same = cluster == other.cluster || (cluster && other.cluster && *cluster == *other.cluster);
    const auto rest = [](const PlanInputs& inputs) {
        return std::tie(inputs.model, inputs.job, inputs.limits, inputs.budget, inputs.faults,
                        inputs.pinned_ranks, inputs.start, inputs.top);
    };
    return same && rest(*this) == rest(other);
}

int usual_max_cp(int sequence_length) {
    constexpr int from_tokens = 16'384, tokens_of_gpu = 4'096;
    return sequence_length < from_tokens ? 1 : sequence_length / tokens_of_gpu;
}

const Candidate* baseline_of(const Plan& plan, Planner planner) {
    const auto found = std::find_if(plan.baselines.begin(), plan.baselines.end(),
                                    [&](const Candidate& candidate) { return candidate.planner == planner; });
    return found == plan.baselines.end() ? nullptr : &*found;
}

} // namespace pipette
