// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/planner/workloads.h"

#include "core/base/random.h"
#include "core/formats/documents/resources.h"
#include "tests/benchmarks/planner/benchmark.h"

#include <fmt/format.h>
#include <memory>
#include <stdexcept>
#include <utility>

namespace pipette {

Cluster synthetic_cluster(int nodes, int nics, std::uint64_t seed) {
    Random random(seed);
    Cluster cluster;
    cluster.name = fmt::format("{} x 8 H100", nodes);
    cluster.origin = fmt::format("synthetic, seed {}", seed);
    NodeKind kind;
    kind.name = "dgx-h100", kind.gpus = 8, kind.nics = nics;
    kind.gpu = gpu_kind_named("H100-SXM5-80GB");
    kind.intra_node.bandwidth_gb_per_s = 370, kind.intra_node.latency_us = 3;
    cluster.node_kinds.push_back(kind);
    for (int node = 0; node < nodes; ++node)
        cluster.nodes.push_back({fmt::format("n{:04}", node), 0, fmt::format("r{}", node / 8)});
    cluster.inter_node.bandwidth = BandwidthMatrix(nodes);
    for (int a = 0; a < nodes; ++a)
        for (int b = 0; b < nodes; ++b)
            if (a != b)
                cluster.inter_node.bandwidth.set(
                    a, b,
                    (a / 8 == b / 8 ? 45 : 40) * random.lognormal(0, 0.15) *
                        (random.uniform() < 0.05 ? random.uniform(0.3, 0.6) : 1));
    return make_cluster(std::move(cluster));
}

PlanInputs planning_inputs(std::shared_ptr<const Cluster> cluster, const char* model, int global_batch) {
    PlanInputs inputs;
    inputs.cluster = std::move(cluster);
    inputs.model = load_model(model);
    inputs.job.global_batch = global_batch;
    inputs.job.sequence_length = inputs.model.sequence_length;
    return inputs;
}

PlanInputs planning_inputs(int nodes, const char* model, int global_batch) {
    return planning_inputs(share(synthetic_cluster(nodes)), model, global_batch);
}

Knowledge plain_knowledge() {
    Knowledge knowledge;
    KindCalibration& kind = knowledge.calibration.kinds.emplace_back();
    kind.architecture = "hopper", kind.framework = "megatron";
    return knowledge;
}

std::function<double()> time_of_plan(PlanInputs inputs, Knowledge knowledge) {
    return [inputs = std::make_shared<const PlanInputs>(std::move(inputs)),
            knowledge = std::make_shared<const Knowledge>(std::move(knowledge))] {
        return seconds_of([&] {
            if (plan(*inputs, *knowledge).candidates.empty())
                throw std::logic_error("the benchmark's plan is empty");
        });
    };
}

} // namespace pipette
