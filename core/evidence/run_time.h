// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/pipeline_costs.h"
#include "core/evidence/measured_run.h"
#include "core/schedule/simulator.h"

#include <memory>
#include <vector>

namespace pipette {

/// A measured run made ready to be predicted many times: everything that no calibration changes.
struct PreparedRun {
    Cluster cluster;
    Links links;
    TransformerModel model;
    TrainingJob job;
    ParallelConfig config;
    RankMapping mapping; ///< host order
    double measured_s = 0;
    double weight = 1;
    std::shared_ptr<Simulator> simulator; ///< of the configuration's schedule; one thread at a time
};

PreparedRun prepared(const MeasuredRun& run);

/// Seconds of an iteration as estimate_time() gives them for the run's configuration in host order.
double predicted_time_s(const PreparedRun& run, const Calibration& calibration);

} // namespace pipette
