// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/layer_times.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "tests/core/cost/random_case.h"
#include "tests/core/own_cluster.h"

namespace pipette {

/// A job drawn at random with all that a plan may be made with: a fabric, snapshots, faults, excluded GPUs,
/// slow links, LoRA, experts, FSDP, an own calibration, measured layers.
struct RandomJob {
    PlanInputs inputs;
    Knowledge knowledge;
    std::string told; ///< what was drawn
};

inline void draw_cluster(RandomJob& job, Random& random) {
    const int nodes = one_of(random, {2, 4, 8}), nics = one_of(random, {1, 2, 4});
    Cluster cluster = random_cluster(nodes, 4, nics, random.uniform(8, 40), 0.3, random);
    cluster.name = "drawn", cluster.origin = "drawn at random";
    for (std::size_t node = 0; node < cluster.nodes.size(); ++node)
        cluster.nodes[node].rack = node % 2 == 0 ? "r0" : "r1";
    if (random.below(2) == 0) {
        cluster.fabric.levels = {{"leaf", 2, random.uniform(10, 60)}};
        job.told += " fabric";
    }
    if (random.below(4) == 0) { // one link that nobody measured
        cluster.inter_node.bandwidth.set(0, 1, BandwidthMatrix::unmeasured);
        job.told += " unmeasured";
    }
    if (nodes > 2 && random.below(4) == 0) {
        cluster.faults.push_back({0, 2, -1, "timed out", "a.log:3", {}});
        job.told += " broken";
    }
    if (random.below(3) == 0) {
        const int days = one_of(random, {2, 5, 7});
        for (int day = 0; day < days; ++day) {
            BandwidthMatrix matrix = cluster.inter_node.bandwidth;
            for (int from = 0; from < nodes; ++from)
                for (int to = 0; to < nodes; ++to)
                    if (matrix.measured(from, to))
                        matrix.set(from, to, matrix.at(from, to) * random.lognormal(0, 0.4));
            cluster.history.times.push_back("2026-01-0" + std::to_string(day + 1) + "T00:00:00Z");
            cluster.history.snapshots.push_back(std::move(matrix));
        }
        job.inputs.budget.history_quantile = one_of(random, {0, 0, 5, 9, 10}) / 10.0;
        job.told += " snapshots q=" + std::to_string(job.inputs.budget.history_quantile);
    }
    job.inputs.cluster = share(make_cluster(std::move(cluster)));
    if (nodes > 2 && random.below(4) == 0) {
        job.inputs.faults.excluded_gpus = {4, 5, 6, 7};
        job.told += " excluded";
    }
}

inline void draw_workload(RandomJob& job, Random& random) {
    PlanInputs& inputs = job.inputs;
    inputs.model = small_model(random.below(2) == 0);
    inputs.job.global_batch = 32, inputs.job.sequence_length = 2048;
    inputs.job.framework =
        std::initializer_list<const char*>{"megatron", "nemo", "fsdp2", "nanotron"}.begin()[random.below(4)];
    inputs.job.overlap_gradient_exchange = random.below(3) == 0;
    job.told += " " + inputs.job.framework;
    if (inputs.job.framework != "nanotron" && random.below(4) == 0) {
        inputs.model.moe = Experts{.experts = 4, .experts_per_token = 2, .ffn_hidden = 2048};
        job.told += " experts";
    } else if (random.below(4) == 0) {
        inputs.job.tuning.adapter_rank = 16;
        job.told += " lora";
    }
    inputs.limits.micro_batches = {1, 2};
    inputs.budget.moves = 200, inputs.budget.chains = 1, inputs.budget.threads = 1;
    inputs.top = 3;
}

/// Layer times that are some factor slower than the roofline at data-sheet peaks.
inline LayerProfile drawn_profile(const RandomJob& job, Random& random) {
    LayerProfile profile{"layers.csv", {}};
    KindCalibration ideal;
    ideal.matmul_efficiency = ideal.memory_efficiency = 1;
    TrainingJob plain = job.inputs.job;
    plain.tuning = {};
    for (const int tp : {1, 2}) {
        ParallelConfig config;
        config.tp = tp;
        for (const LayerKind kind : {LayerKind::embedding, LayerKind::block, LayerKind::head}) {
            const LayerTimes times = roofline_times(kind, job.inputs.model, plain, config, {a100(), ideal});
            const double slower = random.uniform(1.1, 3);
            profile.timings.push_back(
                {kind, tp, 1, plain.sequence_length, slower * times.forward, slower * times.backward});
        }
    }
    return profile;
}

inline RandomJob random_job(std::uint64_t seed) {
    Random random(seed);
    RandomJob job;
    draw_cluster(job, random);
    draw_workload(job, random);
    Calibration calibration = shipped_calibration();
    if (random.below(2) == 0) {
        KindCalibration fit = random_fit(random);
        fit.architecture = "ampere", fit.framework = job.inputs.job.framework;
        fit.runs = 7, fit.source = "drawn";
        calibration = {{fit}};
        job.told += " own-calibration";
    }
    if (random.below(3) == 0) {
        calibration.layers = drawn_profile(job, random);
        job.told += " layer-profile";
    }
    job.knowledge = knowledge_with(std::move(calibration), KnowledgeFor::search);
    return job;
}

} // namespace pipette
