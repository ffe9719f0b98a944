// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planner_calls.h"

#include "core/cost/candidate_timeline.h"
#include "core/formats/calibration_json.h"
#include "core/formats/memory_estimator_json.h"

#include <memory>
#include <mutex>

namespace pipette {

namespace {

/// What is known, while it may still grow: each call takes what there is when it begins.
class Known {
public:
    explicit Known(Knowledge knowledge) : now_(std::make_shared<const Knowledge>(std::move(knowledge))) {}

    std::shared_ptr<const Knowledge> now() const {
        const std::lock_guard lock(mutex_);
        return now_;
    }

    void learn(const MemoryEstimator& estimator) {
        const std::lock_guard lock(mutex_);
        auto memory = now_->memory ? std::make_shared<std::vector<MemoryEstimator>>(*now_->memory)
                                   : std::make_shared<std::vector<MemoryEstimator>>();
        std::erase_if(*memory,
                      [&](const MemoryEstimator& old) { return old.framework == estimator.framework; });
        memory->push_back(estimator);
        now_ = std::make_shared<const Knowledge>(Knowledge{now_->calibration, std::move(memory)});
    }

private:
    mutable std::mutex mutex_;
    std::shared_ptr<const Knowledge> now_;
};

} // namespace

PlannerCalls core_planner(Knowledge knowledge) {
    const auto known = std::make_shared<Known>(std::move(knowledge));
    PlannerCalls calls;
    calls.plan = [known](const PlanInputs& inputs, const SearchSinks& sinks, std::stop_token stop) {
        return plan(inputs, *known->now(), sinks, std::move(stop));
    };
    calls.evaluate = [known](const PlanInputs& inputs, const ParallelConfig& config,
                             const RankMapping& mapping) {
        return evaluate(inputs, config, mapping, *known->now());
    };
    calls.improve = [known](const PlanInputs& inputs, const ParallelConfig& config, const RankMapping& start,
                            const SearchSinks& sinks, std::stop_token stop) {
        return improve(inputs, config, start, *known->now(), sinks, std::move(stop));
    };
    calls.timeline = [known](const PlanInputs& inputs, const ParallelConfig& config,
                             const RankMapping& mapping) {
        return candidate_timeline(inputs, config, mapping, known->now()->calibration);
    };
    calls.learn = [known](const MemoryEstimator& estimator) { known->learn(estimator); };
    return calls;
}

Knowledge shipped_knowledge() {
    return {shipped_calibration(),
            std::make_shared<const std::vector<MemoryEstimator>>(shipped_memory_estimators())};
}

} // namespace pipette
