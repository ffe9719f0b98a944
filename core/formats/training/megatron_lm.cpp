// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/megatron_lines.h"
#include "core/formats/training/training_log_format.h"

namespace pipette {
namespace {

constexpr TimerPlace of_pipeline{StepPart::pipeline, TimerCounts::shown};
constexpr TimerPlace of_optimizer{StepPart::optimizer, TimerCounts::shown};

// megatron/core/pipeline_parallel/schedules.py and p2p_communication.py,
// megatron/core/optimizer/optimizer.py, megatron/training/training.py (timers_to_log); the last five lines
// are of 2021. A rank waits in the timers of sends and receives, each rank in others: their largest figures
// do not add up.
constexpr TimerName megatron_lm_timers[] = {
    {"forward-backward", {StepPart::passes}},
    {"forward-compute", {StepPart::compute}},
    {"backward-compute", {StepPart::compute}},
    {"forward-recv", of_pipeline},
    {"forward-send", of_pipeline},
    {"backward-recv", of_pipeline},
    {"backward-send", of_pipeline},
    {"forward-send-forward-recv", of_pipeline},
    {"forward-send-backward-recv", of_pipeline},
    {"backward-send-forward-recv", of_pipeline},
    {"backward-send-backward-recv", of_pipeline},
    {"forward-backward-send-forward-backward-recv", of_pipeline},
    {"all-grads-sync", {StepPart::exchange}},
    {"grads-all-reduce", {StepPart::exchange}},
    {"grads-reduce-scatter", {StepPart::exchange}},
    {"layernorm-grads-all-reduce", {StepPart::exchange}},
    {"non-tensor-parallel-grads-all-reduce", {StepPart::exchange}},
    {"embedding-grads-all-reduce", {StepPart::exchange}},
    {"backward-params-all-reduce", {StepPart::exchange}},
    {"params-all-gather", {StepPart::exchange, TimerCounts::taken_from_optimizer}},
    {"optimizer", {StepPart::optimizer}},
    {"optimizer-copy-to-main-grad", of_optimizer},
    {"optimizer-unscale-and-check-inf", of_optimizer},
    {"optimizer-clip-main-grad", of_optimizer},
    {"optimizer-inner-step", of_optimizer},
    {"optimizer-copy-main-to-model-params", of_optimizer},
    {"forward", {StepPart::passes}},
    {"backward-backward", {StepPart::passes}},
    {"backward-allreduce", {StepPart::exchange}},
    {"backward-master-grad", {StepPart::optimizer}},
    {"backward-clip-grad", {StepPart::optimizer}},
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
