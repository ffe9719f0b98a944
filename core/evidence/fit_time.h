// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/cost/calibration.h"
#include "core/evidence/inexpressible_runs.h"
#include "core/evidence/measured_run.h"

#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// How a calibration is fitted.
struct FitOptions {
    int max_runs = 1600;   ///< a kind; more are thinned out evenly over source, size and model
    int coarse_runs = 700; ///< the same for the long way from the start, the folds and the labels
    int iterations = 60;   ///< Levenberg-Marquardt steps at most
    int folds = 4;         ///< of the cross-validation, fewer where a fold had no four runs; 1: none
    double huber = 0.005;  ///< relative error from which a run counts linearly
    double prior = 0.0045; ///< pull of each parameter's logarithm to its starting value
};

/// One fitted parameter: its value on all runs and its spread over the folds.
struct FittedParameter {
    std::string name;
    double value = 0;
    double spread = 0; ///< standard deviation of the logarithm over the folds; 0 where nothing was held out
};

/// What was fitted for one architecture and framework, and how well.
struct FitReport {
    KindCalibration kind;
    std::vector<FittedParameter> parameters;
    int runs = 0;              ///< clean runs with a time that were there
    double error = 0;          ///< mean relative error on all of them
    bool held_out = false;     ///< whether runs were left out: there were enough, and time
    double held_out_error = 0; ///< the same, each run predicted by the fit of the folds it is not in
};

/// "mean error 2.0 %, held out 2.1 %", or that none was held out.
std::string error_text(const FitReport& report);

struct CalibrationFit {
    Calibration calibration;
    std::vector<FitReport> reports;
    InexpressibleRuns left_out; ///< clean, timed runs
};

/// Fits one entry for each architecture and framework among the clean runs that ended well:
/// Levenberg-Marquardt on log(predicted/measured) with Huber's loss, parameters in logarithms so that they
/// stay positive. `start` gives the starting values, where it has the kind. Deterministic. Stopped early it
/// returns what it has. Where a kind has several sources, a source whose runs fit them only without the full
/// recomputation of its label is taken so and named in the entry.
CalibrationFit fit_calibration(const std::vector<MeasuredRun>& runs, const Calibration& start = {},
                               const FitOptions& options = {}, const ProgressSink& progress = {},
                               const std::stop_token& stop = {});

} // namespace pipette
