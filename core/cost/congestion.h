// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/cost/config_work.h"
#include "core/cost/traffic.h"
#include "core/framework/framework.h"

#include <string>

namespace pipette {

/// How much of the waits of large jobs one of `gpus` meets whose stage of one replica (tensor and context
/// parallel) covers `stage_nodes`: 0 to 1.
double met_congestion(const Congestion& congestion, double gpus, double stage_nodes);

/// GPUs of a job as its sends count them: Congestion::sharded_factor times as many where a framework's
/// exchange meets sends and many replicas share the optimizer's state.
double congesting_gpus(const Congestion& congestion, const ParallelConfig& config,
                       const Framework& framework);

/// What a configuration waits for on nodes of one kind. Seconds.
struct CongestionWaits {
    double send_s = 0;        ///< of an activation between stages
    double exchange_s = 0;    ///< of every device for its gradients; nothing hides it
    double ring_hop_s = 0;    ///< of each hop between nodes of a gradient ring
    double launch_growth = 1; ///< factor on launches once the pipeline spans nodes
};

CongestionWaits congestion_waits(const Congestion& congestion, const TransformerModel& model,
                                 const TrainingJob& job, const ParallelConfig& config, const Traffic& traffic,
                                 int gpus_per_node);

/// What congestion leaves of the links between nodes to tensor parallel groups.
void congest_tensor_parallel(LinkUse& use, const Congestion& congestion, const ParallelConfig& config,
                             int gpus_per_node);

/// "sends between stages wait 0.36 s from some 386 GPUs on; ...", as measured on what: for a person, in a
/// readable() line. Empty where nothing waits.
std::string congestion_text(const Congestion& congestion);

} // namespace pipette
