// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// The source of measured runs that are made of a person's own training logs (MeasuredRun::source).
inline constexpr std::string_view own_runs_source = "own training logs";

/// A measured and an expected time so many times apart are of different jobs: no calibration and no fault
/// from the first step on explains that.
inline constexpr double most_apart = 3;
inline bool are_of_other_jobs(double measured_s, double expected_s) {
    return measured_s > most_apart * expected_s || expected_s > most_apart * measured_s;
}

/// Steps of one run that are kept. A log may hold more: they are counted, and named as left out.
inline constexpr std::size_t most_log_steps = 1'000'000;

/// One step as a training log prints it. A number is 0 where the log does not say it.
struct LogStep {
    long number = 0;             ///< as printed
    double seconds = 0;          ///< of one iteration
    double tokens_per_s = 0;     ///< of one GPU
    double samples_per_s = 0;    ///< of the whole job
    double tflops = 0;           ///< of one GPU
    double clock_s = 0;          ///< when the line was written, seconds since some day
    int batch = 0;               ///< sequences of the iteration
    bool update_skipped = false; ///< the loss scale was too large: no optimizer step
};

/// The parts of a step that the timers of training frameworks measure separately.
enum class StepPart {
    passes,    ///< both passes of all microbatches, and the waits of the pipeline between them
    compute,   ///< both passes of the stage itself; messages inside its layers count in
    pipeline,  ///< sends between stages that nothing hides, and idle time
    exchange,  ///< of gradients and parameters between replicas
    optimizer, ///< the update of the parameters
    outside    ///< the rest of the step, which no timer covers
};
/// For a person: "forward and backward", "compute", ...
std::string_view name_of(StepPart part);

/// How the seconds of a timer enter the part that it measures.
enum class TimerCounts {
    added,                ///< no other timer of the list holds them
    taken_from_optimizer, ///< the timer of the optimizer holds them, too, but they are of another part
    shown                 ///< another timer holds them: they are shown beside the part
};
/// What a timer measures.
struct TimerPlace {
    StepPart part = StepPart::outside;
    TimerCounts counts = TimerCounts::added;
};

/// One timer of a log: its name, the part that it measures, and what it showed.
struct LogTimer {
    struct Sample {
        long step;
        double seconds; ///< of the slowest rank, where the log has several
    };
    std::string name;
    TimerPlace place;
    std::vector<Sample> samples; ///< at most most_log_steps
};

/// The memory that the ranks of a log report, in bytes: the largest figure of each kind. 0: none.
struct LogMemory {
    double peak_allocated = 0, peak_reserved = 0;
    double used_share = 0; ///< of the GPU's memory, 0 to 1
    std::set<int> ranks;   ///< that report; empty where lines name none
};

/// One training run as its log tells it.
struct LogRun {
    std::string file;
    long first_line = 0, last_line = 0;
    std::string format;              ///< name of the TrainingLogFormat
    std::string framework;           ///< what measured runs call it: "Megatron-LM"
    long steps_planned = 0;          ///< the total that is printed beside the number of a step; 0: none is
    std::vector<LogStep> steps;      ///< each once, in the order of the log
    std::vector<std::size_t> starts; ///< of `steps`, where the run began or went on after a stop
    long repeated = 0;               ///< lines of steps that another rank had printed before
    long not_kept = 0;               ///< steps beyond most_log_steps
    std::vector<LogTimer> timers;
    LogMemory memory;
    /// Columns of measured runs that the log tells (help: formats.md, "Measured runs"), with their text.
    std::map<std::string, std::string> told;
    std::string time_from; ///< how the seconds of the steps were got; empty: none are known
};

} // namespace pipette
