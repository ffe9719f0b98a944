// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner_calls.h"

#include "core/cost/candidate_timeline.h"
#include "core/formats/calibration_json.h"
#include "core/formats/memory_estimator_json.h"
#include "core/memory/memory_estimator.h"

#include <memory>

namespace pipette {

PlannerCalls core_planner(Knowledge knowledge) {
    const auto known = std::make_shared<const Knowledge>(std::move(knowledge));
    PlannerCalls calls;
    calls.plan = [known](const PlanInputs& inputs, const SearchSinks& sinks, std::stop_token stop) {
        return plan(inputs, *known, sinks, std::move(stop));
    };
    calls.evaluate = [known](const PlanInputs& inputs, const ParallelConfig& config,
                             const RankMapping& mapping) {
        return evaluate(inputs, config, mapping, *known);
    };
    calls.improve = [known](const PlanInputs& inputs, const ParallelConfig& config, const RankMapping& start,
                            const SearchSinks& sinks, std::stop_token stop) {
        return improve(inputs, config, start, *known, sinks, std::move(stop));
    };
    calls.timeline = [known](const PlanInputs& inputs, const ParallelConfig& config,
                             const RankMapping& mapping) {
        return candidate_timeline(inputs, config, mapping, known->calibration);
    };
    return calls;
}

Knowledge shipped_knowledge() {
    return {shipped_calibration(),
            std::make_shared<const std::vector<MemoryEstimator>>(shipped_memory_estimators())};
}

} // namespace pipette
