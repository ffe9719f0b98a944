// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/plan_timeline.h"

#include "core/base/input_error.h"
#include "core/cost/candidate_timeline.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/calibration_use_json.h"

#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

std::vector<CalibrationUse> uses_of(const Plan& plan, const Calibration& calibration) {
    return calibrations_used(*plan.inputs.cluster, plan.inputs.job.framework, calibration);
}

/// For a plan that does not hold what its times came from.
Calibration calibration_beside(const Plan& plan, const std::optional<Calibration>& named) {
    Calibration calibration = named ? *named : shipped_calibration();
    if (plan.calibrations.empty() || same_figures(plan.calibrations, uses_of(plan, calibration)))
        return calibration;
    throw InputError({}, "$.calibrations",
                     fmt::format("the plan's times came from {}, which the document does not hold and {} is "
                                 "not: plan again",
                                 calibration_text(plan.calibrations),
                                 named ? "--calibration" : "the calibration of this program"));
}

} // namespace

void check_ends(const Timeline& timeline, const Candidate& candidate) {
    constexpr double rounding = 1e-6;
    const double ends = timeline.total(), said = candidate.iteration_time_s;
    if (std::abs(ends - said) <= rounding * said)
        return;
    throw InputError({}, "iteration_time_s",
                     fmt::format("is {:.4g} ms, and simulated anew the iteration ends at {:.4g} ms: the "
                                 "calibration that made it is missing, or another version of the program "
                                 "made it; plan again",
                                 1000 * said, 1000 * ends));
}

Timeline plan_timeline(const Plan& plan, const Candidate& candidate,
                       const std::optional<Calibration>& named) {
    if (plan.calibration && named) {
        Calibration beside = *named;
        beside.layers = plan.calibration->layers;
        if (!same_figures(uses_of(plan, beside), uses_of(plan, *plan.calibration)))
            throw InputError("--calibration", {},
                             "holds other figures than the plan was made with, which the plan holds itself");
    }
    const Timeline timeline =
        candidate_timeline(plan.inputs, candidate.config, candidate.mapping,
                           plan.calibration ? *plan.calibration : calibration_beside(plan, named));
    check_ends(timeline, candidate);
    return timeline;
}

} // namespace pipette
