// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/planner_calls.h"
#include "core/base/input_error.h"
#include "core/schedule/simulator.h"
#include "tests/core/plan/boxes.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <thread>

namespace pipette::test {

/// A cluster of `nodes` equal boxes, every link the same but for one slow pair.
inline std::shared_ptr<const Cluster> small_cluster(int nodes, int gpus) {
    Cluster parts = boxes(nodes, gpus);
    parts.name = "small";
    parts.origin = "made for a test";
    parts.node_kinds.front().gpu.architecture = "ampere";
    for (int n = 0; n < nodes; ++n)
        parts.nodes[std::size_t(n)].rack = "r" + std::to_string(n / 4);
    if (nodes > 1)
        parts.inter_node.bandwidth.set(0, 1, 5), parts.inter_node.bandwidth.set(1, 0, 5);
    return std::make_shared<const Cluster>(make_cluster(parts));
}

inline TransformerModel small_model() {
    TransformerModel model;
    model.name = "small";
    model.source = "made for a test";
    model.layers = 8, model.hidden = 1024, model.heads = 16, model.kv_heads = 16, model.ffn_hidden = 4096;
    model.vocab = 32000, model.sequence_length = 1024;
    return model;
}

inline TrainingJob small_job() {
    TrainingJob job;
    job.global_batch = 64;
    job.sequence_length = 1024;
    return job;
}

/// Stands in for the planner: quick, deterministic, and a time that depends on every rank's GPU and on how
/// unlike stages are.
struct FakePlanner {
    std::atomic<int> plans = 0, evaluations = 0, timelines = 0;
    std::atomic<bool> hold = false;        ///< a plan or an improvement runs until it is cancelled
    std::atomic<bool> hold_before = false; ///< and finds nothing before that
    std::atomic<bool> over = false;        ///< every changed mapping or split is too large for memory
    std::atomic<int> evaluate_ms = 0;
    std::atomic<const MemoryEstimator*> planned_with = nullptr, evaluated_with = nullptr,
                                        studied_with = nullptr; ///< the last ones

    /// Of every plan and now.
    std::vector<CalibrationUse> calibrations{{"G",
                                              "ampere",
                                              "megatron",
                                              18,
                                              0.026,
                                              "18 runs of a test; mean error 2.0 %, held out 2.1 %",
                                              {},
                                              {},
                                              "a1"}};

    static ParallelConfig config(const PlanInputs& inputs, int tp, int gpus) {
        ParallelConfig config;
        config.tp = tp, config.pp = 2, config.dp = gpus / (2 * tp);
        config.micro_batch = 1;
        config.global_batch = inputs.job.global_batch;
        config.layers_per_stage = even_layers(inputs.model.layers, config.chunks());
        return config;
    }

    Candidate evaluate(const ParallelConfig& config, const RankMapping& mapping) {
        ++evaluations;
        std::this_thread::sleep_for(std::chrono::milliseconds(evaluate_ms));
        Candidate candidate;
        candidate.config = config;
        candidate.mapping = mapping;
        const auto [fewest, most] =
            std::minmax_element(config.layers_per_stage.begin(), config.layers_per_stage.end());
        double time = 1.0 + 0.1 * config.tp + 0.05 * (*most - *fewest);
        bool host_order = true;
        for (std::size_t rank = 0; rank < mapping.gpu_of_rank.size(); ++rank) {
            time += 1e-4 * std::sin(static_cast<double>(rank + 1) * (mapping.gpu_of_rank[rank] + 1));
            host_order = host_order && mapping.gpu_of_rank[rank] == static_cast<int>(rank);
        }
        candidate.iteration_time_s = time;
        candidate.low_s = 0.9 * time, candidate.high_s = 1.1 * time;
        candidate.tokens_per_s = 1024.0 * config.global_batch / time, candidate.mfu = 0.4;
        candidate.model_times = {time, 0.95 * time, 1.1 * time, 1.2 * time};
        candidate.breakdown.compute = 0.7 * time, candidate.breakdown.bubble = 0.2 * time;
        candidate.breakdown.dp_exposed = 0.1 * time;
        for (int device = 0; device < config.pp; ++device) {
            DeviceMemory memory;
            memory.limit = 80.0 * 1024 * 1024 * 1024;
            memory.parts = {{"parameters", memory.limit * 0.4, MemoryPlace::gpu},
                            {"activations", memory.limit * 0.2, MemoryPlace::gpu}};
            memory.estimate = memory.limit * 0.6;
            memory.upper = over && (!host_order || *most > *fewest) ? memory.limit * 1.2 : memory.limit * 0.7;
            memory.verdict = verdict_of(memory.upper, memory.limit);
            candidate.memory.push_back(memory);
        }
        return candidate;
    }

    void wait_while_held(const std::stop_token& stop) const {
        while (hold && !stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }

    /// Every point of a study in its order.
    StudyResult study(const Study& study, const StudySources& sources, const StudySinks& sinks,
                      const std::stop_token& stop) {
        StudyResult result;
        for (const StudyPoint& at : points_of(study)) {
            wait_while_held(stop);
            PointResult& point = result.points.emplace_back();
            point.at = at;
            result.stopped_early = result.stopped_early || stop.stop_requested();
            if (result.stopped_early)
                continue;
            point.done = true;
            try {
                const PlanInputs inputs = inputs_of(setting_at(study, at), sources);
                const int gpus = inputs.cluster->gpu_count() / 2;
                point.planned.best = std::make_shared<const Candidate>(
                    evaluate(config(inputs, 1, gpus), host_order_mapping(2 * gpus, gpus, {})));
                point.outcome = outcome_of(*point.planned.best, *inputs.cluster, study.base.goal);
            } catch (const InputError& error) {
                point.planned.failed = error.reason();
            }
            sinks.done(result.points.size() - 1, point);
        }
        return result;
    }

    PlannerCalls calls() {
        using Own = PlannerCalls::Own;
        PlannerCalls calls;
        calls.evaluate = [this](const PlanInputs&, const Own& own, const ParallelConfig& config,
                                const RankMapping& mapping) {
            evaluated_with = own.estimator.get();
            return evaluate(config, mapping);
        };
        calls.plan = [this](const PlanInputs& inputs, const Own& own, const SearchSinks& sinks,
                            std::stop_token stop) {
            planned_with = own.estimator.get();
            ++plans;
            while (hold_before && !stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            Plan plan;
            plan.inputs = inputs;
            const int gpus = inputs.cluster->gpu_count() / 2; // the other half are spares
            for (const int tp : {1, 2, 4}) {
                if (tp > 1 && gpus < 2 * tp)
                    continue; // a point of a study may have few GPUs
                const ParallelConfig tried = config(inputs, tp, gpus);
                plan.candidates.push_back(
                    evaluate(tried, host_order_mapping(inputs.cluster->gpu_count(), gpus,
                                                       inputs.faults.excluded_gpus)));
                sinks.found(plan.candidates.back());
                sinks.annealing({tp, 0, 100, 2.0, 1.5});
                sinks.progress(
                    {"trying tp=" + std::to_string(tp), tp / 4.0, plan.candidates.back().iteration_time_s});
            }
            plan.baselines.push_back(plan.candidates.back());
            plan.baselines.back().planner = Planner::amp;
            plan.rejected.push_back(
                {config(inputs, 4, gpus), RejectionCode::out_of_memory, "stage 0 needs 91.3 GiB of 80 GiB"});
            plan.rejected_counts.of(RejectionCode::out_of_memory) = 41;
            plan.indivisible = 3;
            plan.enumerated = 7;
            plan.calibrations = calibrations;
            plan.feasible = 3;
            wait_while_held(stop);
            plan.stopped_early = stop.stop_requested();
            return plan;
        };
        calls.improve = [this](const PlanInputs& inputs, const Own&, const ParallelConfig& config,
                               const RankMapping& start, const SearchSinks& sinks, std::stop_token stop) {
            // Turns the free ranks round: pinned ranks keep their GPUs.
            RankMapping next = start;
            std::vector<std::size_t> free;
            for (std::size_t rank = 0; rank < start.gpu_of_rank.size(); ++rank)
                if (std::find(inputs.pinned_ranks.begin(), inputs.pinned_ranks.end(),
                              static_cast<int>(rank)) == inputs.pinned_ranks.end())
                    free.push_back(rank);
            for (std::size_t i = 0; i + 1 < free.size(); ++i)
                std::swap(next.gpu_of_rank[free[i]], next.gpu_of_rank[free[i + 1]]);
            const Candidate better = evaluate(config, next);
            sinks.found(better);
            wait_while_held(stop);
            return better;
        };
        calls.calibrations = [this](const Cluster&, const std::string&) { return calibrations; };
        calls.timeline = [this](const PlanInputs&, const Own&, const Candidate& candidate) {
            ++timelines;
            const ParallelConfig& config = candidate.config;
            const std::vector<double> pass(static_cast<std::size_t>(config.chunks()), 0.01 * config.tp);
            Simulator simulator(
                make_schedule(config.schedule, {config.pp, config.microbatches(), config.vpp, 1}));
            PipelineTimes times;
            times.forward = times.backward = pass;
            simulator.run(times, config.p2p);
            return simulator.timeline();
        };
        calls.study = [this](const Study& asked, const StudySources& sources, const Own& own,
                             const std::filesystem::path&, const StudySinks& sinks, std::stop_token stop) {
            studied_with = own.estimator.get();
            return study(asked, sources, sinks, stop);
        };
        calls.size = [this](const Sizes& sizes, const TrainingGoal&, const Own& own,
                            const std::filesystem::path&,
                            const std::function<void(const SizePoint&)>& planned, std::stop_token stop) {
            studied_with = own.estimator.get();
            wait_while_held(stop);
            SizeAnswer answer;
            answer.stopped_early = stop.stop_requested();
            SizePoint& point = answer.points.emplace_back();
            point.allowed_gpus = sizes.step;
            point.result.at = {{"gpus", static_cast<double>(sizes.step)}};
            point.result.done = true;
            planned(point);
            return answer;
        };
        calls.pools = [](const PlanInputs& inputs, const std::vector<Pool>& pools, const Own&,
                         const ProgressSink&, std::stop_token stop) {
            PooledPlan plan;
            plan.stopped_early = stop.stop_requested();
            for (const Pool& pool : pools)
                plan.shares.push_back({pool, inputs.job.global_batch / int(pools.size()), {}});
            return plan;
        };
        calls.availability = [this](const AvailabilityQuestion& question, const Own&,
                                    const AvailabilitySinks&, std::stop_token stop) {
            wait_while_held(stop);
            AvailabilityResult result;
            result.stopped_early = stop.stop_requested();
            result.sets.push_back({question.inputs.cluster->gpu_count(), {nullptr, {}, "not planned"}});
            return result;
        };
        calls.headroom = [this](const PlanInputs& inputs, const Own&, std::stop_token stop) {
            wait_while_held(stop);
            Headroom headroom;
            headroom.layers = {2 * inputs.model.layers, {}};
            return headroom;
        };
        return calls;
    }
};

} // namespace pipette::test
