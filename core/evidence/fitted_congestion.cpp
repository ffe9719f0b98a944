// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fitted_congestion.h"

#include <algorithm>

namespace pipette {

Congestion fitted_congestion() {
    Congestion form;
    form.steepness = 16; // the measured jobs change regime within a factor of two
    form.stage_nodes = 4;
    form.many_replicas = 32, form.replica_gpus = 4; // sharded jobs of 256 such GPUs waited as those of 512 do
    form.sharded_factor = 2;
    form.all_reduce_factor = 3; // jobs of 128 GPUs waited half as long for each layer as those of 256 and 512
    form.beyond_nodes = 4;
    form.tensor_parallel_pairs = 1;
    return form;
}

double efficiency_beyond_leaf(const KindCalibration& kind) {
    return kind.inter_efficiency * kind.congestion.tensor_parallel_share;
}

void set_efficiency_beyond_leaf(KindCalibration& kind, double efficiency) {
    kind.inter_efficiency = std::max(1.0, efficiency);
    kind.congestion.tensor_parallel_share = std::min(1.0, efficiency);
}

} // namespace pipette
