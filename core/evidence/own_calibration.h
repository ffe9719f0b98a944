// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/evidence/fit_time.h"
#include "core/evidence/measured_run.h"

#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// A calibration with entries that were fitted to a person's own runs.
struct OwnCalibration {
    Calibration calibration; ///< the one that it was made of, with `fits` in the place of its entries
    std::vector<FitReport> fits;
    InexpressibleRuns left_out;
};

/// Whether a calibration can explain the time of the run, beside what `from` predicts; else its row is of
/// another job (are_of_other_jobs()).
bool may_be_explained(const MeasuredRun& run, const Calibration& from);

/// Fits entries to the runs of a person's own training logs (own_runs_source) among `runs`. They take the
/// place of those of `from` for their architectures and frameworks; all others stay. Throws InputError where
/// no clean run says all that a prediction needs. Stopped early it returns what it has.
OwnCalibration calibrate_on_own_runs(const std::vector<MeasuredRun>& runs, const Calibration& from,
                                     const std::stop_token& stop = {});

/// How many runs of a person's own the times of jobs of a framework on a cluster are calibrated on, the
/// fewest of its GPU kinds; 0: none.
int own_runs_behind(const Calibration& calibration, const Cluster& cluster, const std::string& framework);

} // namespace pipette
