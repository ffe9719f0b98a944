// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/training_log.h"

#include <string>
#include <vector>

namespace pipette {

/// Steps that say nothing about how long a steady step takes, and why.
struct LeftOutSteps {
    std::string why; ///< for a person: "warm-up"
    long count = 0;
    std::vector<long> examples; ///< numbers of the first of them
};

/// Steps that follow each other and take about the same time.
struct StepLevel {
    long first_step = 0, last_step = 0; ///< as the log numbers them
    std::size_t steps = 0;              ///< number of steps that the median is of
    double median_s = 0;
};

/// What the steps of a run say about a steady one.
struct SteadySteps {
    std::vector<std::size_t> counted; ///< of LogRun::steps, the steps of all levels
    std::vector<LeftOutSteps> left_out;
    std::vector<StepLevel> levels; ///< in the order of the run; empty where no step has a time
    std::size_t level = 0;         ///< the one with the most steps: its median is the run's step time
    double median_s = 0, low_s = 0, high_s = 0; ///< of that level; a tenth of its steps lies below and above
    double tokens_per_s = 0;                    ///< of one GPU, median of that level; 0: not told
    double tflops = 0;                          ///< the same
    /// At least three steps count, and the optimizer made an update in each of them. Then the median
    /// describes the run.
    bool steady = false;
};

/// Leaves out warm-up after each start, steps without a time, steps with another batch than most, stragglers
/// (slower than their neighbours by a tenth and by six times the usual scatter) and steps that are too short
/// to be whole. What remains is cut into levels where the median moves by 2 % or more for five steps at least
/// (help: logs.md).
SteadySteps steady_steps(const LogRun& run);

/// Fills in the seconds of steps for which the log tells a rate or the time of day: from samples or tokens a
/// second, where the size of a step is known, else from the clock, which tells no step of more than an hour.
/// `tokens_a_step`: of one GPU; 0: not known.
void resolve_times(LogRun& run, double tokens_a_step, int global_batch);

} // namespace pipette
