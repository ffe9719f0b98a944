// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/evidence/error_figures.h"
#include "core/evidence/inexpressible_runs.h"
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
    double low_s = 0, high_s = 0;                    ///< the range shown with it
    double memory_bytes = 0, memory_upper_bytes = 0; ///< of the device that was measured
    double limit_bytes = 0;
    bool fitted = false; ///< its time is by an entry that was fitted on runs of its source; else never seen
    bool over = false;   ///< the filter refuses it: upper estimate above the GPU
};

/// Errors of memory, and how the upper estimate held.
struct MemoryFigures : ErrorFigures {
    double within_upper = 0; ///< share of runs at most at the upper estimate
    double slack = 0;        ///< mean of upper/measured - 1
};

/// Runs that compete (task_of()), and what it would have cost to take the one predicted fastest; of equal
/// predictions that is the slowest, since nothing tells them apart.
struct Ranking {
    RunPrediction chosen, fastest; ///< predicted and measured fastest
    int runs = 0;
    double regret = 0; ///< measured time of the chosen over the fastest's, less 1
};

/// Mean and median regret of rankings.
struct RegretFigures {
    int groups = 0;
    double mean = 0, median = 0;
};

struct ValidationGroup {
    std::string source, model, gpu; ///< empty in the overall figures
    int runs = 0;
    int fitted = 0;  ///< of them, by an entry that was fitted on runs of their source
    int refused = 0; ///< of them, by the memory filter
    ErrorFigures time;
    MemoryFigures memory;
    RegretFigures regret;
};

struct ValidationReport {
    ValidationGroup overall;
    ValidationGroup never_seen, fitted;   ///< the same of RunPrediction::fitted
    std::vector<ValidationGroup> groups;  ///< by source, model and GPU
    std::vector<ValidationGroup> sources; ///< by source alone
    std::vector<RunPrediction> rows;      ///< clean runs that ended well, then failed ones
    std::vector<Ranking> rankings;        ///< the largest regret first
    /// Fine-tuning that ended well, by source, model and GPU: counted nowhere else.
    std::vector<ValidationGroup> fine_tuning;
    ValidationGroup all_fine_tuning;
    std::vector<RunPrediction> fine_tuned; ///< its runs
    InexpressibleRuns inexpressible;
    std::vector<std::string> unclean;   ///< ids of runs that ended well but contradict themselves or another
    int worked = 0, refused_worked = 0; ///< clean runs that ended well, and those the filter would refuse
    int failed = 0, refused_failed = 0;
};

/// Predicts every run with the same functions as `pipette estimate` and compares.
ValidationReport validate(const std::vector<MeasuredRun>& runs, const Calibration& calibration,
                          const std::vector<MemoryEstimator>& estimators, const std::stop_token& stop = {});

/// Every group of two timed runs or more, the largest regret first. `rows` hold indices into `runs`.
std::vector<Ranking> rankings_of(const std::vector<MeasuredRun>& runs,
                                 const std::vector<const RunPrediction*>& rows);
RegretFigures regret_figures(const std::vector<Ranking>& rankings);

/// Samples to train a memory estimator on: runs of `framework` that tell of memory.
std::vector<MemorySample> memory_samples(const std::vector<MeasuredRun>& runs, const std::string& framework);

} // namespace pipette
