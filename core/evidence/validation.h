// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/evidence/measured_run.h"
#include "core/memory/memory_estimator.h"

#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// One run as we would have predicted it. Zero where nothing was measured or nothing could be predicted.
struct RunPrediction {
    std::size_t run = 0; ///< index into the runs
    double time_s = 0;
    double memory_bytes = 0, memory_upper_bytes = 0; ///< of the device that was measured
    double limit_bytes = 0;
    bool over = false; ///< the filter refuses it: upper estimate above the GPU
};

/// Errors as fractions of the measured figure.
struct ErrorFigures {
    int n = 0;
    double mape = 0, median_ape = 0;
    double bias = 0;     ///< mean of predicted/measured - 1
    double spearman = 0; ///< rank correlation of predicted and measured
};

struct MemoryFigures : ErrorFigures {
    double within_upper = 0; ///< share of runs at most at the upper estimate
    double slack = 0;        ///< mean of upper/measured - 1
};

/// In groups of runs that share model, GPUs and batch: measured time of the one we rank first over the
/// fastest, less 1.
struct RegretFigures {
    int groups = 0;
    double mean = 0, median = 0;
};

struct ValidationGroup {
    std::string source, model, gpu; ///< empty in the overall figures
    int runs = 0;
    int refused = 0; ///< of them, by the memory filter
    ErrorFigures time;
    MemoryFigures memory;
    RegretFigures regret;
};

struct ValidationReport {
    ValidationGroup overall;
    std::vector<ValidationGroup> groups;  ///< by source, model and GPU
    std::vector<ValidationGroup> sources; ///< by source alone
    std::vector<RunPrediction> rows;      ///< clean runs that ended well, then failed ones
    int skipped = 0;                      ///< runs that no configuration can express
    int worked = 0, refused_worked = 0;   ///< runs that ended well, and those the filter would have refused
    int failed = 0, refused_failed = 0;
};

/// Predicts every run with the same functions as `pipette estimate` and compares.
ValidationReport validate(const std::vector<MeasuredRun>& runs, const Calibration& calibration,
                          const std::vector<MemoryEstimator>& estimators, const std::stop_token& stop = {});

ErrorFigures error_figures(const std::vector<double>& predicted, const std::vector<double>& measured);
/// Spearman's rank correlation, ties ranked in the mean; 0 for fewer than two values.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

/// Samples to train a memory estimator on: clean runs of `framework` that ended well with a measured peak.
std::vector<MemorySample> memory_samples(const std::vector<MeasuredRun>& runs, const std::string& framework);

} // namespace pipette
