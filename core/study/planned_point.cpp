// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/planned_point.h"

#include <fmt/format.h>

namespace pipette {
namespace {

std::string why_nothing(const Plan& plan) {
    if (plan.rejected_counts.all() == 0)
        return fmt::format("none of the {} configurations divides the model, the batch and the GPUs",
                           plan.enumerated);
    const Rejection& first = plan.rejected.front();
    return fmt::format("no configuration fits; {}: {}", short_name(first.config), first.reason);
}

} // namespace

bool PlannedPoint::operator==(const PlannedPoint& other) const {
    const bool same_best =
        best == other.best || (best != nullptr && other.best != nullptr && *best == *other.best);
    return same_best && assumptions == other.assumptions && failed == other.failed;
}

std::optional<PlannedPoint> planned_point(PlanInputs inputs, const Knowledge& knowledge,
                                          const PlanStore& store, const ProgressSink& progress,
                                          std::stop_token stop) {
    // Points are compared by their times: a preference would let them jump by what it trades for safety.
    inputs.budget.prefer = Preference::fastest;
    if (store.find)
        if (std::optional<PlannedPoint> known = store.find(inputs))
            return known;
    SearchSinks sinks;
    sinks.progress = progress;
    Plan found = plan(inputs, knowledge, sinks, stop);
    if (stop.stop_requested())
        return std::nullopt; // what was found so far is no result
    PlannedPoint planned;
    planned.assumptions = std::move(found.assumptions);
    if (found.candidates.empty())
        planned.failed = why_nothing(found);
    else
        planned.best = std::make_shared<const Candidate>(std::move(found.candidates.front()));
    if (store.keep)
        store.keep(inputs, planned);
    return planned;
}

} // namespace pipette
