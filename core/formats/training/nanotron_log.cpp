// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/training_log_format.h"

#include <cmath>

namespace pipette {
namespace {

/// "[INFO|DP=0|PP=0|TP=0]: iteration: 12 / 15 | consumed_tokens: 6.14K | elapsed_time_per_iteration_ms: 9.3 |
/// ...": numbers are rounded to three digits.
void read_nanotron_step(const LogLine& line, RunCollector& runs) {
    if (!holds(line.text, "time_per_iteration_ms:"))
        return;
    for (const StepPiece& piece : pieces_of(line.text, "iteration: ")) {
        LogStep step;
        step.number = piece.step.number;
        step.seconds = amount_behind(piece.text, "time_per_iteration_ms:") / 1000;
        step.tokens_per_s = amount_behind(piece.text, "tokens_per_sec_per_gpu:");
        step.tflops = amount_behind(piece.text, "hardware_tflops_per_gpu:");
        runs.step(step, piece.step.total, rank_before(piece.before));
        if (const auto bytes = number_behind(piece.text, "cuda_max_memory_reserved:"))
            runs.reserved(*bytes, 0);
        const double all = number_behind(piece.text, "tokens_per_sec:").value_or(0);
        const double share = step.tokens_per_s > 0 ? all / step.tokens_per_s : 0;
        if (runs.told("gpus").empty() && share >= 1 && share < 10) // more are rounded too far
            runs.tell_of_step("gpus", std::lround(share));
        // Exact up to three digits; later ones count tokens.
        const auto batch = whole_behind(piece.text, "global_batch_size:", 1, 999);
        const auto tokens = whole_behind(piece.text, "consumed_tokens:", 1, most_told_size);
        if (batch && tokens && step.number == 1 && *tokens < 1000 && *tokens % *batch == 0) {
            runs.tell_of_step("global_batch", *batch);
            runs.tell_of_step("sequence_length", *tokens / *batch);
        }
    }
}

/// "Memory usage: 64.15MiB. Peak allocated 309.29MiB. Peak reserved: 496.00MiB".
void read_nanotron_memory(const LogLine& line, RunCollector& runs) {
    if (!holds(line.text, "Peak allocated"))
        return;
    if (const auto bytes = bytes_behind(line.text, "Peak allocated"))
        runs.allocated(*bytes, 0);
    if (const auto bytes = bytes_behind(line.text, "Peak reserved:"))
        runs.reserved(*bytes, 0);
}

/// "Config(... ParallelismArgs(dp=8, pp=1, tp=2, ...", printed as Python writes it.
void read_nanotron_config(const LogLine& line, RunCollector& runs) {
    constexpr std::pair<std::string_view, const char*> sizes[] = {
        {"(dp=", "dp"},
        {" dp=", "dp"},
        {" pp=", "pp"},
        {" tp=", "tp"},
        {"(micro_batch_size=", "micro_batch"},
        {" micro_batch_size=", "micro_batch"},
        {" sequence_length=", "sequence_length"},
        {"(sequence_length=", "sequence_length"},
        {" hidden_size=", "hidden"},
        {" intermediate_size=", "ffn_hidden"},
        {" num_attention_heads=", "heads"},
        {" num_hidden_layers=", "layers"},
        {" num_key_value_heads=", "kv_heads"},
        {" vocab_size=", "vocab"},
        {" zero_stage=", "zero_stage"},
        {" batch_accumulation_per_replica=", ".accumulation"}};
    if (!holds(line.text, "="))
        return;
    for (const auto& [key, column] : sizes)
        if (const auto value = whole_behind(line.text, key, 0, most_told_size))
            runs.tell(column, *value);
    if (holds(line.text, " hidden_act='silu'"))
        runs.tell("gated_mlp", 1);
    if (holds(line.text, "dtype=torch.bfloat16"))
        runs.tell("precision", "bf16");
}

void read_nanotron(const LogLine& line, RunCollector& runs) {
    read_nanotron_step(line, runs);
    read_nanotron_memory(line, runs);
    if (!runs.has_steps())
        read_nanotron_config(line, runs);
}

/// The batch is told by its factors.
void finish_nanotron(LogRun& run) {
    const auto size = [&](const char* column) {
        const auto found = run.told.find(column);
        return found == run.told.end() ? 0.0 : leading_number(found->second).value_or(0);
    };
    const double batch = size("micro_batch") * size("dp") * size(".accumulation");
    if (batch >= 1 && batch <= most_told_size)
        run.told["global_batch"] = std::to_string(static_cast<int>(batch));
}

const Registered<TrainingLogFormat> nanotron_row({
    .name = "nanotron",
    .description = "nanotron",
    .framework = "nanotron",
    .marks = {"time_per_iteration_ms:", "Peak allocated", "dp=", "_size=", "_length=", "_layers=", "_heads=",
              "zero_stage=", "_per_replica=", "hidden_act=", "dtype="},
    .words = {"time_per_iteration_ms:"},
    .precedence = 1,
    .read = read_nanotron,
    .finish = finish_nanotron,
});

} // namespace
} // namespace pipette
