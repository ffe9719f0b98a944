// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/megatron_lines.h"
#include "core/formats/training/training_log_format.h"

namespace pipette {
namespace {

// megatron/core/pipeline_parallel/schedules.py, megatron/training/training.py (timers_to_log); the last five
// of 2021. Timers inside of "optimizer" are left out.
constexpr TimerName megatron_lm_timers[] = {
    {"forward-backward", StepPart::passes},
    {"forward-compute", StepPart::compute},
    {"backward-compute", StepPart::compute},
    {"all-grads-sync", StepPart::exchange},
    {"grads-all-reduce", StepPart::exchange},
    {"grads-reduce-scatter", StepPart::exchange},
    {"layernorm-grads-all-reduce", StepPart::exchange},
    {"non-tensor-parallel-grads-all-reduce", StepPart::exchange},
    {"embedding-grads-all-reduce", StepPart::exchange},
    {"backward-params-all-reduce", StepPart::exchange},
    {"optimizer", StepPart::optimizer},
    {"forward", StepPart::passes},
    {"backward-backward", StepPart::passes},
    {"backward-allreduce", StepPart::exchange},
    {"backward-master-grad", StepPart::optimizer},
    {"backward-clip-grad", StepPart::optimizer},
};

void read_megatron_lm(const LogLine& line, RunCollector& runs) {
    read_megatron_step(line, runs);
    read_megatron_memory(line, runs);
    read_timers(line, megatron_lm_timers, runs, RunCollector::TimerOf::last_step);
    read_megatron_arguments(line, runs);
}

const Registered<TrainingLogFormat> megatron_lm_row({
    .name = "megatron-lm",
    .description = "Megatron-LM, and what prints its lines (Primus)",
    .framework = "Megatron-LM",
    .marks = megatron_marks(),
    .read = read_megatron_lm,
    .finish = take_megatron_arguments,
});

} // namespace
} // namespace pipette
