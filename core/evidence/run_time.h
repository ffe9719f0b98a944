// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/pipeline_costs.h"
#include "core/evidence/measured_run.h"
#include "core/schedule/pipeline_timer.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace pipette {

/// A measured run made ready to be predicted many times: everything that no calibration changes.
struct PreparedRun {
    Cluster cluster;
    Links links;
    TransformerModel model;
    TrainingJob job;
    ParallelConfig config;
    RankMapping mapping;
    bool own_fabric = false; ///< what the cluster's links share is its own, not its site's
    std::string source;
    double measured_s = 0;
    std::shared_ptr<PipelineTimer> timer; ///< of the configuration's schedule; one thread at a time
};

PreparedRun prepared(const MeasuredRun& run);

/// cluster_of() with the fabric of its site (Calibration::sites).
Cluster cluster_of(const MeasuredRun& run, const Calibration& calibration);

/// How many runs of which source are not taken as labelled (Framework::recomputes_beyond_node).
std::map<std::string, int> mislabelled(const std::vector<MeasuredRun>& runs);

/// Says so to a person, a sentence.
std::string mislabelled_text(const std::string& source, int runs);

/// Seconds of an iteration as estimate_time() gives them for the run's configuration in host order on
/// cluster_of() with the same calibration.
double predicted_time_s(const PreparedRun& run, const Calibration& calibration);

} // namespace pipette
