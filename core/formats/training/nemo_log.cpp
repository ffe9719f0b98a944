// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/megatron_lines.h"
#include "core/formats/training/training_log_format.h"

#include <algorithm>
#include <fmt/format.h>
#include <string>

namespace pipette {
namespace {

constexpr std::string_view nemo_step_time = "train_step_timing in s";

/// "Training epoch 0, iteration 45/99 | ... | train_step_timing in s: 6.08 | ...". Terminals wrap these
/// lines: what follows of a step may stand in the next.
void read_epoch_line(const LogLine& line, RunCollector& runs) {
    constexpr std::string_view marker = "Training epoch";
    if (!holds(line.text, marker)) {
        LogStep* step = runs.last_step();
        if (step && step->seconds == 0)
            if (const auto seconds = number_behind(line.text, "train_step_timing in s:"))
                step->seconds = std::max(0.0, *seconds);
        return;
    }
    for (const StepPiece& piece : pieces_of(line.text, "iteration")) {
        LogStep step;
        step.number = piece.step.number;
        step.seconds = amount_behind(piece.text, "train_step_timing in s:");
        step.tflops = amount_behind(piece.text, "TFLOPS_per_GPU:");
        step.tokens_per_s = amount_behind(piece.text, "tokens_per_sec_per_gpu:");
        step.batch =
            static_cast<int>(whole_behind(piece.text, "global_batch_size:", 1, most_told_size).value_or(0));
        step.clock_s = clock_in(piece.before);
        const int rank = rank_before(piece.before.substr(0, place_of(piece.before, marker)));
        runs.step(step, piece.step.total + 1, rank); // counted from 0
        for (const std::string_view key : {"max_memory_allocated:", "peak_memory_usage:"})
            if (const auto bytes = number_behind(piece.text, key))
                runs.allocated(*bytes, rank < 0 ? 0 : rank);
        if (const auto bytes = number_behind(piece.text, "max_memory_reserved:"))
            runs.reserved(*bytes, rank < 0 ? 0 : rank);
    }
}

/// DLLogger: JSON in one line or in many, "step" before "train_step_timing in s".
void read_dllogger(const LogLine& line, RunCollector& runs) {
    if (const auto number = whole_behind(line.text, "\"step\":", 0, most_told_count))
        runs.tell(".dllogger_step", *number);
    const std::size_t time = place_of(line.text, "\"train_step_timing in s\":");
    if (time == std::string_view::npos)
        return;
    const std::string number = runs.told(".dllogger_step");
    LogStep step;
    step.number = number.empty() ? -1 : static_cast<long>(leading_number(number).value_or(-1));
    step.seconds = amount_behind(line.text.substr(time), nemo_step_time);
    runs.step(step, 0, -1);
}

/// The name of an experiment says its model and layout:
/// "pretrain_llama3_8b_bf16_gpus8_tp1_pp1_cp1_vpNone_ep1_mbs4_gbs128".
void read_experiment_name(const LogLine& line, RunCollector& runs) {
    const std::size_t at = place_of(line.text, "_gpus");
    if (at == std::string_view::npos || !holds(line.text, "_mbs"))
        return;
    constexpr std::pair<std::string_view, const char*> sizes[] = {
        {"_gpus", "gpus"}, {"_tp", "tp"}, {"_pp", "pp"},           {"_cp", "cp"},
        {"_vp", "vpp"},    {"_ep", "ep"}, {"_mbs", "micro_batch"}, {"_gbs", "global_batch"}};
    const std::string_view layout = line.text.substr(at);
    for (const auto& [key, column] : sizes)
        if (const auto value = whole_behind(layout, key, 1, most_told_size))
            runs.tell(column, *value);
    std::string_view name = line.text.substr(0, at);
    name.remove_prefix(std::min(name.find_last_of("/ \t\"'") + 1, name.size()));
    if (name.starts_with("pretrain_"))
        name.remove_prefix(9);
    if (const std::size_t last = name.rfind('_'); last != std::string_view::npos) {
        runs.tell("precision", name.substr(last + 1));
        runs.tell("model", name.substr(0, last));
    }
}

void read_nemo(const LogLine& line, RunCollector& runs) {
    read_epoch_line(line, runs);
    read_dllogger(line, runs);
    read_experiment_name(line, runs);
    read_megatron_step(line, runs);
    read_megatron_memory(line, runs);
    read_megatron_arguments(line, runs);
    if (!runs.has_steps())
        read_megatron_settings(line, runs);
}

const Registered<TrainingLogFormat> nemo_row({
    .name = "nemo",
    .description = "NeMo (console, DLLogger) and Megatron-Bridge",
    .framework = "NeMo / Megatron-Bridge",
    .marks = megatron_marks(
        {"Training epoch", nemo_step_time, "\"step\":",         "_gpus", "_size:",     "num_",     "_hidden",
         "seq_length",     "recompute",    "sequence_parallel", "bf16:", "fp16:",      "fp8",      "swiglu",
         "gated_linear",   "use_",         "overlap",           "moe_",  "_lora_rank", "head_dim", "_freq",
         "_pattern"}),
    .words = {nemo_step_time, "mem-max-allocated-gigabytes:", "MODEL_TFLOP/s/GPU", "megatron.bridge",
              "Megatron-Bridge", "nemo.lightning"},
    .precedence = 2,
    .read = read_nemo,
    .finish = take_megatron_arguments,
});

} // namespace
} // namespace pipette
