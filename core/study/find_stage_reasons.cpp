// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/find_stage_reasons.h"

#include "core/base/index.h"
#include "core/cost/iteration_time.h"
#include "core/plan/stages/stage_tp.h"
#include "core/plan/stages/unlike_gpus.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/stage_changes.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace pipette {
namespace {

constexpr double shown_s = 0.05e-3; // shorter times are printed as 0.0 ms

/// [node kind] seconds that both passes of a microbatch compute for, in one stage or (-1) in all.
std::vector<double> compute_on_kinds(const Cluster& cluster, const ConfigWork& work, int stage) {
    std::vector<double> compute_s(cluster.node_kinds.size(), 0);
    for (std::size_t kind = 0; kind < compute_s.size(); ++kind)
        for (int chunk = 0; chunk < work.chunks(); ++chunk)
            if (stage < 0 || work.device_of_chunk[index(chunk)] == stage) {
                const std::size_t at = kind * index(work.chunks()) + index(chunk);
                compute_s[kind] += work.forward[at] + work.backward[at];
            }
    return compute_s;
}

/// Node kinds that run these GPUs, ascending.
std::vector<int> node_kinds_of(const Cluster& cluster, std::span<const int> gpus) {
    std::vector<int> kinds;
    for (const int gpu : gpus)
        kinds.push_back(cluster.nodes[index(cluster.node_of(gpu))].kind);
    std::sort(kinds.begin(), kinds.end());
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    return kinds;
}

/// Of these kinds the one that computes shortest, or longest.
int fastest_of(const std::vector<int>& kinds, const std::vector<double>& compute_s) {
    return *std::min_element(kinds.begin(), kinds.end(),
                             [&](int a, int b) { return compute_s[index(a)] < compute_s[index(b)]; });
}
int slowest_of(const std::vector<int>& kinds, const std::vector<double>& compute_s) {
    return *std::max_element(kinds.begin(), kinds.end(),
                             [&](int a, int b) { return compute_s[index(a)] < compute_s[index(b)]; });
}

class Finder {
public:
    Finder(const Plan& plan, const Candidate& candidate, const Links& links)
        : plan_(plan),
          cluster_(*plan.inputs.cluster),
          candidate_(candidate),
          links_(links),
          knowledge_{*plan.calibration, nullptr},
          work_(config_work(cluster_, plan.inputs.model, plan.inputs.job, candidate.config,
                            knowledge_.calibration)),
          costs_(pipeline_costs(links, work_, candidate.mapping)),
          now_(evaluate(plan.inputs, links, candidate.config, candidate.mapping, knowledge_)) {}

    std::vector<StageReason> found() {
        std::vector<StageReason> reasons = of_alike_stages();
        for (StageReason& reason : reasons) {
            add_times(reason);
            add_one_more(reason, reasons);
            add_exchanged(reason, reasons);
            add_pinned(reason);
        }
        return reasons;
    }

private:
    std::vector<StageReason> of_alike_stages() const {
        std::vector<StageReason> reasons;
        for (AlikeStages& alike : alike_stages(cluster_, candidate_)) {
            const int stage = alike.stages.front();
            StageReason reason;
            reason.layers = layers_of_stage(candidate_.config, stage);
            if (has_stage_tp(candidate_.config))
                reason.tp = tp_of_stage(candidate_.config, stage);
            reason.all_gpus = int(gpus_of_stage(candidate_, stage).size());
            reason.stages = std::move(alike.stages), reason.gpus = std::move(alike.gpus);
            reason.used_bytes = candidate_.memory[index(stage)].upper;
            reason.limit_bytes = candidate_.memory[index(stage)].limit;
            reasons.push_back(std::move(reason));
        }
        return reasons;
    }

    void add_times(StageReason& reason) const {
        const int stage = reason.stages.front();
        for (int replica = 0; replica < costs_.replicas; ++replica) {
            double pass_s = 0, compute_s = 0;
            for (int chunk = 0; chunk < costs_.chunks(); ++chunk)
                if (work_.device_of_chunk[index(chunk)] == stage) {
                    const std::size_t at = index(replica * costs_.chunks() + chunk);
                    pass_s += costs_.forward[at] + costs_.backward[at];
                    compute_s += costs_.forward_compute[at] + costs_.backward_compute[at];
                }
            if (pass_s > reason.pass_s)
                reason.pass_s = pass_s, reason.exchanges_s = std::max(0.0, pass_s - compute_s);
        }
        const std::vector<double> compute_s = compute_on_kinds(cluster_, work_, stage);
        const std::vector<int> own = node_kinds_of(cluster_, gpus_of_stage(candidate_, stage));
        const std::vector<int> used = node_kinds_of(cluster_, candidate_.mapping.gpu_of_rank);
        const int slowest = slowest_of(own, compute_s), fastest = fastest_of(used, compute_s);
        const std::vector<std::string> names = brief_kinds(cluster_);
        if (names[index(slowest)] != names[index(fastest_of(own, compute_s))])
            reason.slowest = names[index(slowest)];
        if (names[index(slowest)] != names[index(fastest)])
            reason.fastest = names[index(fastest)];
        reason.times_fastest = compute_s[index(slowest)] / compute_s[index(fastest)];
    }

    /// The plan with another split or mapping, beside what it is now. The memory that the plan states may be
    /// a trained estimator's: the analytic memory says how much more or less there would be.
    struct Tried {
        StageChange change;
        std::vector<double> bytes; ///< [stage]
    };
    Tried tried(const ParallelConfig& config, const RankMapping& mapping, int other) const {
        const Candidate then = evaluate(plan_.inputs, links_, config, mapping, knowledge_);
        Tried found{{other, then.iteration_time_s - now_.iteration_time_s, true}, {}};
        for (std::size_t stage = 0; stage < then.memory.size(); ++stage) {
            found.bytes.push_back(candidate_.memory[stage].upper + then.memory[stage].upper -
                                  now_.memory[stage].upper);
            found.change.fits = found.change.fits && found.bytes.back() <= then.memory[stage].limit;
        }
        return found;
    }

    /// First those that fit, then those that take less time.
    static void keep_better(std::optional<StageChange>& best, const StageChange& change) {
        if (!best || std::tuple(!change.fits, change.added_s) < std::tuple(!best->fits, best->added_s))
            best = change;
    }

    void add_one_more(StageReason& reason, const std::vector<StageReason>& all) const {
        const int stage = reason.stages.front();
        for (const StageReason& other : all) {
            const int giver = &other != &reason ? other.stages.front() : other.stages.back();
            const auto config = giver == stage
                                    ? std::nullopt
                                    : with_layer_moved(plan_.inputs, candidate_.config, giver, stage);
            if (!config)
                continue;
            const Tried with = tried(*config, candidate_.mapping, giver);
            // Only what this stage itself needs is said to bound it.
            StageChange change = with.change;
            change.fits = with.bytes[index(stage)] <= reason.limit_bytes;
            reason.more_bytes = reason.more_bytes == 0
                                    ? with.bytes[index(stage)]
                                    : std::min(reason.more_bytes, with.bytes[index(stage)]);
            if (with.change.fits || !change.fits)
                keep_better(reason.one_more, change);
        }
        reason.bound = candidate_.config.pp == 1                ? StageBound::whole
                       : !reason.one_more                       ? StageBound::supply
                       : !reason.one_more->fits                 ? StageBound::memory
                       : reason.one_more->added_s < shown_s     ? StageBound::nothing
                       : 2 * reason.exchanges_s > reason.pass_s ? StageBound::links
                                                                : StageBound::compute;
    }

    void add_exchanged(StageReason& reason, const std::vector<StageReason>& all) const {
        const int stage = reason.stages.front();
        for (const StageReason& other : all) {
            if (other.gpus == reason.gpus)
                continue;
            const int place = other.stages.front();
            const auto swapped = with_layers_exchanged(plan_.inputs, candidate_.config, stage, place);
            if (!swapped)
                continue;
            RankMapping mapping = candidate_.mapping;
            const RankGrid grid(*swapped);
            for (int rank = 0; rank < grid.world(); ++rank)
                if (RankPlace there = grid.place(rank); there.stage == stage) {
                    there.stage = place;
                    std::swap(mapping.gpu_of_rank[index(rank)], mapping.gpu_of_rank[index(grid.rank(there))]);
                }
            keep_better(reason.exchanged, tried(*swapped, mapping, place).change);
        }
    }

    void add_pinned(StageReason& reason) const {
        const RankGrid grid(candidate_.config);
        const std::optional<RankMapping>& start = plan_.inputs.start;
        for (const int rank : plan_.inputs.pinned_ranks)
            if (start && rank < grid.world() && grid.place(rank).stage == reason.stages.front() &&
                start->gpu_of_rank[index(rank)] == candidate_.mapping.gpu_of_rank[index(rank)])
                ++reason.pinned;
    }

    const Plan& plan_;
    const Cluster& cluster_;
    const Candidate& candidate_;
    const Links& links_;
    const Knowledge knowledge_;
    const ConfigWork work_;
    const PipelineCosts costs_;
    const Candidate now_;
};

bool uses(const Cluster& cluster, const Candidate& candidate, const std::string& kind) {
    return std::any_of(candidate.mapping.gpu_of_rank.begin(), candidate.mapping.gpu_of_rank.end(),
                       [&](int gpu) { return cluster.kind_of_gpu(gpu).gpu.name == kind; });
}

} // namespace

std::vector<StageReason> find_stage_reasons(const Plan& plan, const Candidate& candidate,
                                            const Links& links) {
    if (!plan.calibration || candidate.memory.size() != index(candidate.config.pp) ||
        by_kind(*plan.inputs.cluster, candidate.mapping.gpu_of_rank).size() < 2)
        return {};
    return Finder(plan, candidate, links).found();
}

std::vector<IdleKind> find_idle_kinds(const Plan& plan, const Candidate& candidate) {
    const Cluster& cluster = *plan.inputs.cluster;
    if (!plan.calibration)
        return {};
    const std::vector<int> usable = usable_gpus(plan.inputs);
    const std::vector<int> used = node_kinds_of(cluster, candidate.mapping.gpu_of_rank);
    std::vector<double> compute_s; // made once something is idle
    std::vector<IdleKind> all;
    for (const GpusOfKind& gpus : by_kind(cluster, usable)) {
        if (uses(cluster, candidate, gpus.kind))
            continue;
        if (compute_s.empty())
            compute_s = compute_on_kinds(
                cluster,
                config_work(cluster, plan.inputs.model, plan.inputs.job, candidate.config, *plan.calibration),
                -1);
        const int fastest = fastest_of(used, compute_s);
        IdleKind idle{brief_text(cluster, {gpus}),
                      brief_kinds(cluster)[index(fastest)],
                      compute_s[index(gpus.node_kind)] / compute_s[index(fastest)],
                      {},
                      0};
        for (const auto* candidates : {&plan.candidates, &plan.baselines})
            for (const Candidate& other : *candidates)
                if (verdict_of(other) != Verdict::over && uses(cluster, other, gpus.kind))
                    if (const double added_s = other.iteration_time_s - candidate.iteration_time_s;
                        idle.config.empty() || added_s < idle.added_s)
                        idle.config = short_name(other.config), idle.added_s = added_s;
        all.push_back(std::move(idle));
    }
    return all;
}

} // namespace pipette
