// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pools/pools_answer.h"

#include <cmath>
#include <fmt/format.h>

namespace pipette {

std::string pools_answer(const PooledPlan& plan, PoolsBy by) {
    const auto ms = [](double seconds) { return fmt::format("{:.1f}", seconds * 1e3); };
    const std::string of_joint =
        plan.joint ? fmt::format("the best plan with like replicas, {} ms", ms(plan.joint->iteration_time_s))
                   : "";
    if (plan.shares.empty())
        return plan.joint ? "No pool has a plan of its own; there is " + of_joint + "."
                          : "No pool has a plan, and all GPUs together have none.";
    const char* each = by == PoolsBy::gpu_kind ? "kind of GPU" : "zone";
    std::string text =
        plan.shares.size() > 1
            ? fmt::format("With replicas of their own on each {} a step takes {} ms (range {} to {})", each,
                          ms(plan.iteration_time_s), ms(plan.low_s), ms(plan.high_s))
            : fmt::format(
                  "The pool {} alone is faster than with any other: a step takes {} ms (range {} to {})",
                  plan.shares.front().pool.name, ms(plan.iteration_time_s), ms(plan.low_s), ms(plan.high_s));
    if (!plan.joint)
        return text + "; all GPUs together have no plan with like replicas.";
    const double change = plan.iteration_time_s / plan.joint->iteration_time_s - 1;
    if (std::abs(change) < 5e-4)
        return text + ", as long as " + of_joint + ".";
    return text + fmt::format(": {:.1f} % {} than {}.", 100 * std::abs(change), change < 0 ? "less" : "more",
                              of_joint);
}

std::vector<std::string> pools_assumptions(const PooledPlan& plan) {
    if (plan.shares.size() < 2)
        return {};
    return {"replicas of unlike layouts: a study, for none of the frameworks here runs them in one job",
            "gradients are added up between the pools after the last backward pass, and nothing hides that "
            "exchange"};
}

std::vector<std::string> all_assumptions(const PooledPlan& plan) {
    std::vector<std::string> all = plan.assumptions;
    for (std::string& line : pools_assumptions(plan))
        all.push_back(std::move(line));
    return all;
}

} // namespace pipette
