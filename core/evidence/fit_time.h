// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/evidence/inexpressible_runs.h"
#include "core/evidence/run_time.h"

#include <stop_token>
#include <string>
#include <vector>

namespace pipette {

/// How a calibration is fitted.
struct FitOptions {
    int max_runs = 100;        ///< of a source; more are thinned out evenly over sizes and shapes
    int iterations = 20;       ///< Levenberg-Marquardt steps at most
    double spread = 0.05;      ///< relative error of a source that moves a parameter as its prior weight says
    double huber = 0.3;        ///< share of that, of all of a source's runs, from which a run counts linearly
    double common_prior = 1;   ///< times the prior weight, that holds the common entry to typical values
    double entry_prior = 0.18; ///< times the prior weight, that holds an entry to the common one
};

/// One fitted parameter.
struct FittedParameter {
    std::string name;
    double value = 0;
    bool told = false; ///< by the runs; else as in the common entry
};

/// What was fitted for one architecture and framework, and how well.
struct FitReport {
    KindCalibration kind;
    std::vector<FittedParameter> parameters;
    double error = 0; ///< mean relative error on the runs it was fitted to
};

struct CalibrationFit {
    Calibration calibration;
    std::vector<FitReport> reports;
    InexpressibleRuns left_out; ///< clean, timed runs
};

/// Runs of one source, made ready.
struct SourceRuns {
    std::string source;
    int all = 0; ///< of which these are some
    std::vector<PreparedRun> runs;
};

/// Clean, timed runs of pre-training that ended well, by source and at most `most` of each. Runs that were
/// made several times have their mean time; sources of fewer than four runs count as one. What cannot be
/// expressed is added to `left_out`.
std::vector<SourceRuns> runs_by_source(const std::vector<MeasuredRun>& runs, int most,
                                       InexpressibleRuns& left_out);

/// The typical entry of all frameworks that tell one (Framework::typical); `start` where fewer than four
/// sources do.
KindCalibration fit_common(const std::vector<const SourceRuns*>& sources, const KindCalibration& start,
                           const std::vector<Site>& sites, const FitOptions& options,
                           const std::stop_token& stop);

/// One entry for each architecture and framework, leaning on the common one. The rates of kernels
/// (FitParameter::of_kernels) lean on what dense runs of all frameworks of the same kernels tell together, on
/// the same architecture. Runs with experts tell where four or more are of the entry's kind, and nothing of
/// what is common. `predicted`: only the entries by which its runs are predicted; null: all.
std::vector<FitReport> fit_entries(const std::vector<const SourceRuns*>& sources, const Calibration& common,
                                   const FitOptions& options, const std::stop_token& stop,
                                   const SourceRuns* predicted = nullptr);

/// Fits a common entry, then the entries that lean on it (fit_entries): Levenberg-Marquardt on
/// log(predicted/measured), every source counting alike, parameters in logarithms so that they stay positive,
/// each held to where it starts by its prior weight. What the runs do not tell stays there and is named.
/// Ranges are what leave_one_source_out() finds, or those of `start`, whose common entry and sites count
/// where runs of one's own are too few. Deterministic. Stopped early it returns what it has.
CalibrationFit fit_calibration(const std::vector<MeasuredRun>& runs, const Calibration& start = {},
                               const FitOptions& options = {}, const ProgressSink& progress = {},
                               const std::stop_token& stop = {});

} // namespace pipette
