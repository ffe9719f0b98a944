// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/cost/iteration_time.h"
#include "tests/core/cost/small_case.h"

#include <initializer_list>
#include <optional>

namespace pipette {

/// Numbers of no measured machine, so that every term of the model counts somewhere.
inline KindCalibration random_fit(Random& random) {
    KindCalibration fit;
    fit.matmul_efficiency = random.uniform(0.3, 0.9), fit.memory_efficiency = random.uniform(0.3, 0.9);
    fit.launch_s = random.below(3) == 0 ? 0 : random.uniform(1e-4, 4e-3);
    fit.launch_share = random.below(2) * random.uniform(0, 0.5);
    fit.fp8_efficiency = random.uniform(0.5, 1), fit.straggler_share = random.uniform(0, 0.01);
    fit.intra_latency_s = random.uniform(0, 2e-5), fit.inter_latency_s = random.uniform(0, 5e-5);
    fit.intra_efficiency = random.uniform(0.4, 1), fit.inter_efficiency = random.uniform(0.4, 1);
    fit.send_latency_s = random.uniform(0, 1e-4);
    return fit;
}

inline Congestion random_congestion(Random& random) {
    Congestion congestion;
    congestion.measured_on = "no machine";
    congestion.launch_power = random.uniform(0, 0.5), congestion.beyond_nodes = 4;
    congestion.rail_change_gb_per_s = random.uniform(100, 1'000);
    congestion.tensor_parallel_share = random.uniform(0.5, 1), congestion.tensor_parallel_pairs = 1;
    return congestion;
}

inline int one_of(Random& random, std::initializer_list<int> values) {
    return values.begin()[random.below(static_cast<std::uint32_t>(values.size()))];
}

/// Sizes that divide the small model and fit on the nodes; empty where the draw has none.
inline std::optional<SmallCase> random_case(Random& random) {
    const int nodes = one_of(random, {1, 2, 4, 8}), world = 8 * nodes;
    const int tp = one_of(random, {1, 2, 4, 8, 16}), cp = one_of(random, {1, 1, 2, 4}),
              pp = one_of(random, {1, 1, 2, 4}), vpp = pp > 1 && random.below(3) == 0 ? 2 : 1;
    if (world % (tp * cp * pp) != 0)
        return std::nullopt;
    SmallCase c(random_cluster(nodes, 8, one_of(random, {1, 2, 4}), random.uniform(5, 40), 0.3, random), pp,
                tp, cp, world / (tp * cp * pp), vpp);
    if (random.below(4) == 0) { // what the pipeline does not share evenly shows what passes trade
        c.model.hidden = 4096, c.model.heads = 32, c.model.kv_heads = 16, c.model.ffn_hidden = 11008;
    }
    c.job.framework = random.below(2) == 0 ? "megatron" : "nemo";
    c.job.overlap_gradient_exchange = random.below(3) == 0;
    c.config.micro_batch = one_of(random, {1, 2, 4});
    c.config.zero_stage = one_of(random, {0, 1});
    c.config.sequence_parallel = tp > 1 && random.below(2) == 0;
    c.config.recompute =
        static_cast<Recompute>(one_of(random, {int(Recompute::none), int(Recompute::none),
                                               int(Recompute::selective), int(Recompute::full)}));
    if (vpp == 1)
        c.config.p2p =
            static_cast<P2p>(one_of(random, {int(P2p::blocking), int(P2p::overlapped), int(P2p::in_turn)}));
    c.cluster.fabric.congestion = random_congestion(random);
    KindCalibration fit = random_fit(random);
    fit.architecture = "ampere", fit.framework = c.job.framework;
    c.calibration.kinds = {fit};
    return c;
}

inline double time_of(const SmallCase& c) {
    return exact_time(c.costs(), c.config);
}

} // namespace pipette
