// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/evidence/error_figures.h"
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

/// And how the upper estimate held.
struct MemoryFigures : ErrorFigures {
    double within_upper = 0; ///< share of runs at most at the upper estimate
    double slack = 0;        ///< mean of upper/measured - 1
};

/// Runs that share source, model, sequence, GPU, number of GPUs and batch, and what it would have cost to
/// take the one predicted fastest.
struct Ranking {
    RunPrediction chosen, fastest; ///< predicted and measured fastest
    int runs = 0;
    double regret = 0; ///< measured time of the chosen over the fastest's, less 1
};

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
    std::vector<Ranking> rankings;        ///< the largest regret first
    InexpressibleRuns inexpressible;
    int skipped = 0;                    ///< runs that are inexpressible
    int unclean = 0;                    ///< runs that ended well but contradict themselves or another attempt
    int worked = 0, refused_worked = 0; ///< clean runs that ended well, and those the filter would refuse
    int failed = 0, refused_failed = 0;
};

/// Predicts every run with the same functions as `pipette estimate` and compares.
ValidationReport validate(const std::vector<MeasuredRun>& runs, const Calibration& calibration,
                          const std::vector<MemoryEstimator>& estimators, const std::stop_token& stop = {});

/// Every group of two timed runs or more, the largest regret first. `rows` point into `runs`.
std::vector<Ranking> rankings_of(const std::vector<MeasuredRun>& runs,
                                 const std::vector<const RunPrediction*>& rows);
RegretFigures regret_figures(const std::vector<Ranking>& rankings);

/// Samples to train a memory estimator on: clean runs of `framework` that ended well with a measured peak.
std::vector<MemorySample> memory_samples(const std::vector<MeasuredRun>& runs, const std::string& framework);

} // namespace pipette
