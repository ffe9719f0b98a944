// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/training_log_format.h"

#include <cmath>

namespace pipette {
namespace {

/// "completed step: 12, seconds: 15.516, TFLOP/s/device: 508.371, Tokens/s/device: 1055.949, total_weights:
/// 4194304, loss: 0.000". The weights are the tokens of the batch that count in the loss.
void read_maxtext_step(const LogLine& line, RunCollector& runs) {
    for (const StepPiece& piece : pieces_without_total(line.text, "completed step:")) {
        const auto seconds = number_behind(piece.text, "seconds:");
        if (!seconds || *seconds <= 0)
            continue;
        LogStep step;
        step.number = piece.step.number;
        step.seconds = *seconds;
        step.tflops = amount_behind(piece.text, "TFLOP/s/device:");
        step.tokens_per_s = amount_behind(piece.text, "Tokens/s/device:");
        runs.step(step, 0, rank_before(piece.before));
        const double tokens = number_behind(piece.text, "total_weights:").value_or(0);
        const double devices = step.tokens_per_s > 0 ? tokens / *seconds / step.tokens_per_s : 0;
        constexpr double whole = 0.01;
        if (devices >= 1 && devices < most_told_size &&
            std::abs(devices - std::round(devices)) < whole * devices)
            runs.tell_of_step("gpus", std::lround(devices));
    }
}

void read_maxtext_settings(const LogLine& line, RunCollector& runs) {
    constexpr std::pair<std::string_view, const char*> sizes[] = {
        {"base_emb_dim", "hidden"},
        {"base_mlp_dim", "ffn_hidden"},
        {"base_num_decoder_layers", "layers"},
        {"base_num_query_heads", "heads"},
        {"base_num_kv_heads", "kv_heads"},
        {"global_batch_size_to_train_on", "global_batch"},
        {"max_target_length", "sequence_length"}};
    if (!holds(line.text, "Config param ") && !holds(line.text, "tuning params"))
        return;
    for (const auto& [key, column] : sizes)
        if (const auto value = whole_behind(line.text, key, 1, most_told_size))
            runs.tell(column, *value);
    if (holds(line.text, "Config param model_name:"))
        runs.tell("model", word_behind(line.text, "model_name:"));
}

void read_maxtext(const LogLine& line, RunCollector& runs) {
    read_maxtext_step(line, runs);
    read_maxtext_settings(line, runs);
}

const Registered<TrainingLogFormat> maxtext_row({
    .name = "maxtext",
    .description = "MaxText (JAX)",
    .framework = "MaxText",
    .marks = {"completed step:", "Config param ", "tuning params"},
    .words = {"completed step:"},
    .precedence = 1,
    .read = read_maxtext,
});

} // namespace
} // namespace pipette
