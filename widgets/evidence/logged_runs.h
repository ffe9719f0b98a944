// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/log_against_plan.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// A run of a training log as the views show it.
struct LoggedRunShown {
    std::string id, framework;
    std::shared_ptr<const LogRun> log; ///< never null
    SteadySteps steady;
    double memory_bytes = 0;                            ///< the peak that the log tells; 0: none
    double predicted_s = 0, predicted_memory_bytes = 0; ///< of the run's own layout; 0: nothing is predicted
    std::string not_predicted;                          ///< why; empty: it is predicted
    std::string not_explained;          ///< why no calibration explains its time; empty: one may
    std::vector<std::string> from_plan; ///< columns that the plan told in the place of the log
    std::vector<std::string> in_doubt;  ///< what the log says and no job has, in words
    std::vector<std::string> disagrees; ///< where the log and the plan at hand differ, in words
    bool tells_job = true; ///< anything by which the plan at hand can be told from that of another job
    std::optional<LogAgainstPlan> against_plan,
        against_prediction; ///< none: no plan or prediction, or no time
};

/// Where figures come from that a log does not say.
enum class FilledFrom { nothing, plan };

/// All runs of the logs that are open.
struct LogsShown {
    std::vector<LoggedRunShown> runs;
    std::vector<std::string> skipped; ///< files without a step, with the reason
    bool has_plan = false;            ///< a plan is at hand
    FilledFrom filled = FilledFrom::nothing;
    int to_calibrate_on = 0; ///< runs that say all that a calibration needs
};

/// What a run is held against.
enum class HeldAgainst { plan, prediction };

} // namespace pipette
