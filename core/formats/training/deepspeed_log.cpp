// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/units.h"
#include "core/formats/training/megatron_lines.h"
#include "core/formats/training/training_log_format.h"

#include <string>

namespace pipette {
namespace {

// deepspeed/runtime/engine.py, timers of a whole step: they come before the line of the step.
constexpr TimerName deepspeed_timers[] = {
    {"fwd", {StepPart::compute}},
    {"bwd_inner", {StepPart::compute}},
    {"bwd_allreduce", {StepPart::exchange}},
    {"step", {StepPart::optimizer}},
};

/// deepspeed/utils/timer.py: "... micro_step=199/global_step=199, RunningAvgSamplesPerSec=58.7,
/// CurrSamplesPerSec=61.3, MemAllocated=6.01GB, MaxMemAllocated=19.52GB", and "0/20, ..." of older versions.
/// A line of Megatron's with the time of the same step may follow.
void read_deepspeed_throughput(const LogLine& line, RunCollector& runs) {
    const std::size_t rate = place_of(line.text, "RunningAvgSamplesPerSec=");
    if (rate == std::string_view::npos)
        return;
    const int rank = rank_before(line.text.substr(0, rate));
    constexpr long most = 1'000'000'000'000;
    LogStep step;
    if (const auto number = whole_behind(line.text, "global_step=", 0, most))
        step.number = *number;
    else if (const auto pieces = pieces_of(line.text.substr(0, rate), "stop] "); !pieces.empty())
        step.number = pieces.front().step.total;
    else
        return;
    step.samples_per_s = amount_behind(line.text, "CurrSamplesPerSec=");
    step.clock_s = clock_in(line.text);
    runs.step(step, 0, rank);
    if (const auto bytes = bytes_behind(line.text, "MaxMemAllocated="))
        runs.allocated(*bytes, rank < 0 ? 0 : rank);
}

/// "MA 20.86 GB  Max_MA 21.34 GB  CA 22.6 GB  Max_CA 23 GB", in GiB, since the line before it.
void read_deepspeed_memory(const LogLine& line, RunCollector& runs) {
    if (!holds(line.text, "Max_MA "))
        return;
    if (const auto bytes = bytes_behind(line.text, "Max_MA "))
        runs.allocated(*bytes, 0);
    if (const auto bytes = bytes_behind(line.text, "Max_CA "))
        runs.reserved(*bytes, 0);
}

void read_deepspeed_settings(const LogLine& line, RunCollector& runs) {
    if (!holds(line.text, "zero_config "))
        return;
    constexpr int most_stages = 3;
    if (const auto stage = whole_behind(line.text, "stage=", 0, most_stages))
        runs.tell(".zero_stage", *stage);
    std::string offload;
    for (const std::string_view part : {"optimizer", "param"})
        if (holds(line.text, "offload_" + std::string(part) + "=DeepSpeed"))
            offload += (offload.empty() ? "" : ";") + std::string(part);
    runs.tell("offload", offload);
}

/// Megatron-DeepSpeed's line of a step that the throughput line has told: the time is this line's.
void read_deepspeed_step(const LogLine& line, RunCollector& runs) {
    const LogStep* last = runs.last_step();
    const auto pieces = pieces_of(line.text, "iteration");
    if (last && last->seconds == 0 && !pieces.empty() && pieces.front().step.number == last->number) {
        runs.plan_steps(pieces.front().step.total);
        LogStep* step = runs.last_step();
        step->seconds = amount_behind(line.text, "elapsed time per iteration (ms):") / 1000;
        step->batch =
            static_cast<int>(whole_behind(line.text, "global batch size:", 1, most_told_size).value_or(0));
        step->tflops = amount_behind(line.text, "TFLOPs:");
        return;
    }
    read_megatron_step(line, runs);
}

void read_deepspeed(const LogLine& line, RunCollector& runs) {
    read_deepspeed_throughput(line, runs);
    read_deepspeed_memory(line, runs);
    read_deepspeed_settings(line, runs);
    read_deepspeed_step(line, runs);
    read_megatron_memory(line, runs);
    read_timers(line, deepspeed_timers, runs, RunCollector::TimerOf::next_step);
    read_megatron_arguments(line, runs);
}

const Registered<TrainingLogFormat> deepspeed_row({
    .name = "deepspeed",
    .description = "DeepSpeed and Megatron-DeepSpeed",
    .framework = "Megatron-DeepSpeed",
    .marks = megatron_marks({"RunningAvgSamplesPerSec=", "Max_MA ", "zero_config "}),
    .words = {"RunningAvgSamplesPerSec=", "[deepspeed", "see_memory_usage]", "log_dist] [Rank ",
              "consumed tokens:", "DeepSpeed"},
    .precedence = 2,
    .read = read_deepspeed,
    .finish = take_megatron_arguments,
});

} // namespace
} // namespace pipette
