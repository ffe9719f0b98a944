// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pools/pools_answer.h"

#include "core/base/time_text.h"
#include "core/plan/reliance_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

/// "H100 and A100".
std::string names_of(const std::vector<PoolShare>& shares) {
    std::string names;
    for (const PoolShare& share : shares)
        names += (names.empty() ? "" : " and ") + share.pool.name;
    return names;
}

std::string who_takes_the_step(const PooledPlan& plan) {
    if (plan.shares.size() > 1)
        return fmt::format("With replicas of their own on {} a step", names_of(plan.shares));
    const bool has_rival = std::any_of(plan.left_out.begin(), plan.left_out.end(),
                                       [](const PoolLeftOut& pool) { return pool.has_plan; });
    const std::string& name = plan.shares.front().pool.name;
    return has_rival ? fmt::format("Replicas on {} alone are the fastest: a step", name)
                     : fmt::format("Only replicas on {} have a plan: a step", name);
}

} // namespace

std::string pools_answer(const PooledPlan& plan) {
    const std::string of_joint =
        plan.joint ? "the best plan with like replicas, " + time_text(plan.joint->iteration_time_s, 4) : "";
    if (plan.shares.empty())
        return plan.joint ? "No pool has a plan of its own; there is " + of_joint + "."
                          : "No pool has a plan, and all GPUs together have none.";
    const std::string text =
        fmt::format("{} takes {} (range {} to {})", who_takes_the_step(plan),
                    time_text(plan.iteration_time_s, 4), time_text(plan.low_s, 4), time_text(plan.high_s, 4));
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

std::vector<std::string> pools_transfers(const Cluster& cluster, const PooledPlan& plan) {
    std::vector<std::string> lines;
    const auto add = [&](std::string_view what, const Transfers& sent) {
        if (const std::string text = transfers_text(cluster, sent.bytes, sent.usd); !text.empty())
            lines.push_back(fmt::format("{} it {}.", what, text));
    };
    if (!plan.shares.empty())
        add("With replicas of their own", plan.transfers);
    if (plan.joint)
        add("With like replicas", {plan.joint->transfer_bytes, plan.joint->transfer_usd});
    return lines;
}

std::vector<std::string> all_assumptions(const PooledPlan& plan) {
    std::vector<std::string> all = plan.assumptions;
    for (std::string& line : pools_assumptions(plan))
        all.push_back(std::move(line));
    return all;
}

} // namespace pipette
