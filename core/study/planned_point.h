// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/search/rounds/planner.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// What planning one point of a study gave; the rest of its result follows from this and the goals.
struct PlannedPoint {
    std::shared_ptr<const Candidate>
        best;                             ///< null: `failed` says why. Shared: many points may be of one plan
    std::vector<std::string> assumptions; ///< of the plan
    std::string failed;
    bool operator==(const PlannedPoint& other) const; ///< plans by value
};

/// Where finished plans are kept, so that a study goes on where it was stopped. Called from several threads
/// at once; each may be empty. A plan that was stopped is never kept. `keep` does not throw: a plan that
/// cannot be kept is a plan all the same, and `failure` says why it is not kept (empty: all are).
struct PlanStore {
    std::function<std::optional<PlannedPoint>(const PlanInputs& inputs)> find;
    std::function<void(const PlanInputs& inputs, const PlannedPoint& planned)> keep;
    std::function<std::string()> failure{};
};

/// Kept in the store, or planned on `inputs.budget.threads` threads and kept there. Empty: stopped before.
/// Throws InputError as plan() does.
std::optional<PlannedPoint> planned_point(PlanInputs inputs, const Knowledge& knowledge,
                                          const PlanStore& store, const ProgressSink& progress,
                                          std::stop_token stop);

} // namespace pipette
