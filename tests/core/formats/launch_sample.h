// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/plan/plan.h"

#include <fmt/format.h>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

/// A small plan whose values are all different from their defaults, for the tests of everything that goes
/// out.
namespace launch_sample {

inline pipette::Cluster cluster(const std::vector<std::string>& hosts, int gpus_per_node) {
    pipette::Cluster parts;
    parts.name = "sample";
    parts.origin = "synthetic, by hand";
    const pipette::GpuKind gpu{"X1", "ampere", 80, 2039.1, {19.5, 0, 312, 312, 0}, 2.4, true, "made up"};
    parts.node_kinds = {pipette::NodeKind{"node", gpu, gpus_per_node, 2, {}, {235.1, 3.3, {}, {}}}};
    for (const std::string& host : hosts)
        parts.nodes.push_back({host, 0, "rack"});
    const int nodes = static_cast<int>(hosts.size());
    parts.inter_node.bandwidth = pipette::BandwidthMatrix(nodes);
    pipette::Random random(11);
    for (int a = 0; a < nodes; ++a)
        for (int b = 0; b < nodes; ++b)
            if (a != b && a + b != 1) // one pair stays unmeasured
                parts.inter_node.bandwidth.set(a, b, random.uniform(5, 25));
    return pipette::make_cluster(std::move(parts));
}

inline std::vector<int> shuffled_gpus(int count, std::uint64_t seed) {
    std::vector<int> gpus(static_cast<std::size_t>(count));
    std::iota(gpus.begin(), gpus.end(), 0);
    pipette::Random random(seed);
    for (std::uint32_t i = static_cast<std::uint32_t>(count); i > 1; --i)
        std::swap(gpus[i - 1], gpus[random.below(i)]);
    return gpus;
}

inline pipette::Candidate candidate(pipette::Planner planner, double time, std::uint64_t seed) {
    pipette::Candidate c;
    c.planner = planner;
    c.config.pp = 2, c.config.tp = 2, c.config.dp = 2, c.config.vpp = 2;
    c.config.micro_batch = 2, c.config.global_batch = 16;
    c.config.schedule = pipette::ScheduleKind::interleaved;
    c.config.p2p = pipette::P2p::overlapped;
    c.config.recompute = pipette::Recompute::selective;
    c.config.layers_per_stage = {2, 3, 3, 2};
    c.mapping.gpu_of_rank = shuffled_gpus(8, seed);
    pipette::Random random(seed);
    const auto any = [&] { return random.lognormal(0, 3); };
    c.iteration_time_s = time;
    c.low_s = time * random.uniform(0.7, 0.9), c.high_s = time * random.uniform(1.1, 1.3);
    c.tie = true, c.calibrated = false;
    c.tokens_per_s = 16 * 1024 / time, c.mfu = random.uniform();
    c.model_times = {time, any(), any(), any()};
    const auto part = [&] { return time * random.uniform(0.01, 0.1); };
    c.breakdown = {0, part(), part(), part(), part(), part(), part(), part(), part()};
    c.breakdown.compute = time - c.breakdown.total();
    for (int stage = 0; stage < 2; ++stage) {
        pipette::DeviceMemory memory{any(), any(), any(), {}, {}};
        memory.verdict = pipette::verdict_of(memory.upper, memory.limit);
        memory.parts = {{"parameters", any(), pipette::MemoryPlace::gpu},
                        {"optimizer", any(), pipette::MemoryPlace::host}};
        c.memory.push_back(std::move(memory));
    }
    return c;
}

inline pipette::TransformerModel model() {
    pipette::TransformerModel m;
    m.name = "tiny llama";
    m.source = "a test";
    m.layers = 10, m.hidden = 512, m.heads = 8, m.kv_heads = 4, m.ffn_hidden = 1376, m.vocab = 32000;
    m.sequence_length = 2048;
    m.gated_mlp = true;
    return m;
}

inline pipette::Plan plan() {
    using namespace pipette;
    Plan p;
    p.inputs.cluster = share(cluster({"a01", "a02", "b01", "b02"}, 2));
    p.inputs.model = model();
    p.inputs.job = {16, 1024, Precision::fp16, "nanotron", false, true};
    p.inputs.limits = {{8, 4},
                       {1, 2},
                       {Recompute::full},
                       {*schedule_named("zb-h1"), ScheduleKind::one_f_one_b},
                       P2p::overlapped,
                       2,
                       2,
                       3,
                       {0, 1}};
    p.inputs.budget = {18'446'744'073'709'551'615u, 3, 1234, 2, 0.9};
    p.inputs.faults = {{}, {{"a01", "b02", 0.1}}}; // its candidates use all GPUs
    p.inputs.start = RankMapping{{6, 4, 2, 0}};
    p.inputs.pinned_ranks = {3, 1};
    p.inputs.top = 7;
    p.candidates = {candidate(Planner::pipette, 1.0 / 3, 1), candidate(Planner::pipette, 0.7, 2)};
    p.baselines = {candidate(Planner::megatron, 0.9, 3), candidate(Planner::varuna, 0.4, 4)};
    Rejection rejection{candidate(Planner::pipette, 1, 5).config, RejectionCode::slower_by_bound,
                        "at least 2 s"};
    p.rejected = {rejection};
    rejection.code = RejectionCode::out_of_memory;
    p.rejected.push_back(rejection);
    p.rejected_counts.of(RejectionCode::slower_by_bound) = 1;
    p.rejected_counts.of(RejectionCode::out_of_memory) = 300'000;
    p.indivisible = 12, p.enumerated = 40, p.feasible = 26, p.least_time_s = 1.0 / 7;
    p.assumptions = {"a01 to a02 was not measured", "\"quoted\" and \\ and ü"};
    p.calibrations = {{p.inputs.cluster->node_kinds[0].gpu.name, "ampere", "megatron", 18, 1.0 / 30,
                       "18 runs of a test; mean error 2.0 %, held out 2.1 %", "mine.json", "layers.csv",
                       "0123abcd"}};
    p.stopped_early = true;
    p.phases = {{"explore", 0.25, 12, 48'000, 36}, {"polish", 1.5, 80, 1'000'000, 240}};
    return p;
}

} // namespace launch_sample
