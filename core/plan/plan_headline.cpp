// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_headline.h"

#include "core/base/time_text.h"
#include "core/plan/kept_off.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace pipette {
namespace {

/// "1 of 17 nodes stays" where all nodes are alike and free, else "8 of 136 GPUs stay".
std::string counted(const Cluster& cluster, int spare, int usable) {
    const int gpus = std::max(1, cluster.gpu_count() / std::max(1, cluster.node_count()));
    const bool whole_nodes = cluster.node_kinds.size() == 1 && spare % gpus == 0 && usable % gpus == 0;
    const int count = whole_nodes ? spare / gpus : spare;
    return fmt::format("{} of {} {} {}", count, whole_nodes ? usable / gpus : usable,
                       whole_nodes ? "nodes" : "GPUs", count == 1 ? "stays" : "stay");
}

} // namespace

bool is_best(const Plan& plan, const Candidate& candidate) {
    return !plan.candidates.empty() && candidate == plan.candidates.front();
}

std::string spare_text(const Plan& plan) {
    if (plan.candidates.empty() || !plan.inputs.limits.world_sizes.empty())
        return {};
    const Cluster& cluster = *plan.inputs.cluster;
    const Candidate& best = plan.candidates.front();
    const int usable = cluster.gpu_count() - static_cast<int>(gpus_kept_off(plan.inputs).size());
    if (best.config.world() >= usable)
        return {};
    const std::string spare = counted(cluster, usable - best.config.world(), usable) + " spare";
    const auto on_all = std::find_if(plan.candidates.begin(), plan.candidates.end(),
                                     [&](const Candidate& c) { return c.config.world() == usable; });
    if (on_all == plan.candidates.end())
        return spare + ": no configuration uses all";
    return fmt::format("{}: {} instead of {} on all", spare, time_text(best.iteration_time_s, 4),
                       time_text(on_all->iteration_time_s, 4));
}

std::string offload_text(const Plan& plan) {
    if (plan.candidates.empty() || !plan.candidates.front().config.offload.any())
        return {};
    const Candidate& best = plan.candidates.front();
    const Offload& offload = best.config.offload;
    std::string parts;
    const std::string inputs =
        offload.modules.empty() ? std::string("activations") : "inputs of " + text_of(offload.modules);
    for (const auto& [share, what] :
         {std::pair(offload.optimizer, std::string("optimizer's state")), {offload.activations, inputs}})
        if (share > 0)
            parts += fmt::format("{}{:.0f} % of the {}", parts.empty() ? "" : " and ", 100 * share, what);
    return fmt::format("{}{} {} on the host, which takes {} of the iteration",
                       plan.inputs.limits.offloads.empty() ? "nothing fits on the GPUs alone: " : "", parts,
                       offload.activations > 0 ? "are" : "is", time_text(best.breakdown.offload));
}

std::string recomputation_text(const Plan& plan) {
    if (plan.candidates.empty() || plan.candidates.front().config.recompute == Recompute::none)
        return {};
    const Candidate& best = plan.candidates.front();
    std::string text = fmt::format("{} recomputation takes {} of the iteration ({:.1f} %)",
                                   recompute_text(best.config), time_text(best.breakdown.recompute),
                                   100 * best.breakdown.recompute / best.iteration_time_s);
    for (const Recompute kind : {Recompute::none, Recompute::selective, Recompute::full}) {
        double least_s = std::numeric_limits<double>::infinity();
        for (const std::vector<Candidate>* list : {&plan.candidates, &plan.baselines})
            for (const Candidate& one : *list)
                if (one.config.recompute == kind && verdict_of(one) != Verdict::over)
                    least_s = std::min(least_s, one.iteration_time_s);
        if (kind != best.config.recompute && least_s > best.iteration_time_s && std::isfinite(least_s))
            text += fmt::format(fmt::runtime(text.ends_with("longer")
                                                 ? ", with {} {:.1f} % longer"
                                                 : "; the fastest plan with {} takes {:.1f} % longer"),
                                name_of(kind), 100 * (least_s / best.iteration_time_s - 1));
    }
    return text;
}

std::string launcher_text(const Plan& plan) {
    const std::optional<LauncherLimit>& launcher = plan.inputs.limits.launcher;
    if (!launcher || plan.candidates.empty())
        return {};
    if (!plan.unconstrained)
        return launcher->name + " can express any mapping";
    const double free_s = plan.unconstrained->iteration_time_s;
    return fmt::format("{} takes {:.2f}x the time of the best mapping, which is {}", launcher->name,
                       plan.candidates.front().iteration_time_s / free_s, time_text(free_s, 4));
}

namespace {

/// Why the first candidate is not the fastest, which needs more of what `Preference::safe` counts.
std::string slower_first_text(const Candidate& best, const Candidate& fastest) {
    const std::string faster =
        fmt::format("{} is {:.1f} % faster, which predictions cannot tell apart", short_name(fastest.config),
                    100 * (best.iteration_time_s / fastest.iteration_time_s - 1));
    if (verdict_of(best) < verdict_of(fastest))
        return fmt::format("{}: it fills {:.0f} % of its fullest GPU, the best plan {:.0f} %", faster,
                           100 * fullest_share(fastest), 100 * fullest_share(best));
    if (best.config.world() < fastest.config.world())
        return fmt::format("{}: it uses {} GPUs, the best plan {}", faster, fastest.config.world(),
                           best.config.world());
    return faster + ": the best plan is simpler";
}

} // namespace

std::string safer_text(const Plan& plan) {
    if (plan.candidates.empty())
        return {};
    const Candidate& best = plan.candidates.front();
    const auto fastest = std::min_element(plan.candidates.begin(), plan.candidates.end(), comes_before);
    if (fastest->iteration_time_s < best.iteration_time_s)
        return slower_first_text(best, *fastest);
    if (verdict_of(best) != Verdict::tight)
        return {};
    const auto safe =
        std::find_if(plan.candidates.begin(), plan.candidates.end(),
                     [](const Candidate& candidate) { return verdict_of(candidate) == Verdict::safe; });
    if (safe == plan.candidates.end() || safe->iteration_time_s > (1 + told_apart) * best.iteration_time_s)
        return {};
    return fmt::format(
        "{} is safe and takes {:.1f} % longer than the best plan, which predictions cannot tell "
        "apart: it fills {:.0f} % of its fullest GPU, the best plan {:.0f} %",
        short_name(safe->config), 100 * (safe->iteration_time_s / best.iteration_time_s - 1),
        100 * fullest_share(*safe), 100 * fullest_share(best));
}

std::optional<double> gap_of(const Plan& plan) {
    if (plan.candidates.empty() || plan.least_time_s <= 0)
        return std::nullopt;
    return std::max(0.0, plan.candidates.front().iteration_time_s / plan.least_time_s - 1);
}

std::string gap_text(const Plan& plan) {
    const std::optional<double> gap = gap_of(plan);
    if (!gap)
        return {};
    constexpr double shown = 0.0005; // smaller gaps are printed as 0.0 %
    if (*gap < shown)
        return "no placement of any configuration that was tried is faster than the best plan";
    return fmt::format("the best plan is at most {:.1f} % above {}, which no placement of any "
                       "configuration that was tried goes below",
                       100 * *gap, time_text(plan.least_time_s, 4));
}

} // namespace pipette
