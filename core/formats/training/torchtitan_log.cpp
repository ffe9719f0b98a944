// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/training_log_format.h"

#include <algorithm>
#include <string>

namespace pipette {
namespace {

/// "[rank0]:[titan] 2025-06-04 08:51:58,557 - root - INFO - step: 10  loss: 10.7  memory: 30.99GiB(32.62%)
/// tps: 7,034  tflops: 407.35  mfu: 41.19%"; tps is of one GPU since the step that was printed before.
void read_torchtitan_step(const LogLine& line, RunCollector& runs) {
    if (!holds(line.text, "tps:"))
        return;
    for (const StepPiece& piece : pieces_without_total(line.text, "step:")) {
        const auto tokens = number_behind(piece.text, " tps:");
        if (!tokens || *tokens <= 0)
            continue;
        LogStep step;
        step.number = piece.step.number;
        step.tokens_per_s = *tokens;
        step.tflops = amount_behind(piece.text, "tflops:");
        step.clock_s = clock_in(piece.before);
        const int rank = rank_before(piece.before);
        runs.step(step, 0, rank);
        if (const auto bytes = bytes_behind(piece.text, "memory:"))
            runs.reserved(*bytes, rank);
    }
}

/// "Building 2-D device mesh with ['dp_shard', 'tp'], [4, 2]".
void read_torchtitan_mesh(std::string_view text, RunCollector& runs) {
    const std::size_t names = text.find("['"), sizes = text.find("], [");
    if (names == std::string_view::npos || sizes == std::string_view::npos || sizes < names)
        return;
    std::string_view axes = text.substr(names + 1, sizes - names - 1), numbers = text.substr(sizes + 4);
    long gpus = 1, replicas = 1;
    while (!axes.empty() && !numbers.empty()) {
        const std::size_t end = std::min(axes.find(','), axes.size());
        const std::string_view axis = word_behind(axes.substr(0, end), "'");
        const long size = static_cast<long>(leading_number(numbers).value_or(0));
        if (size < 1 || size > most_told_size || gpus > most_told_size)
            return;
        gpus *= size;
        if (axis == "tp" || axis == "pp" || axis == "cp" || axis == "ep")
            runs.tell(axis, size);
        if (axis == "dp_shard")
            runs.tell("fsdp_shard", size);
        if (axis == "dp_replicate")
            runs.tell("hsdp_replicas", size);
        if (axis.starts_with("dp"))
            replicas *= size;
        axes.remove_prefix(std::min(end + 1, axes.size()));
        const std::size_t next = std::min(numbers.find(','), numbers.size());
        numbers.remove_prefix(std::min(next + 1, numbers.size()));
    }
    runs.tell("dp", replicas);
    runs.tell("gpus", gpus);
}

/// What torchtitan says before it begins.
void read_torchtitan_settings(const LogLine& line, RunCollector& runs) {
    const std::string_view text = line.text;
    if (holds(text, "device mesh with"))
        read_torchtitan_mesh(text, runs);
    if (holds(text, "Training starts at step")) {
        constexpr std::pair<std::string_view, const char*> sizes[] = {{"local batch size", "micro_batch"},
                                                                      {"global batch size", "global_batch"},
                                                                      {"sequence length", "sequence_length"}};
        for (const auto& [key, column] : sizes)
            if (const auto value = whole_behind(text, key, 1, most_told_size))
                runs.tell(column, *value);
    }
    if (const std::size_t at = place_of(text, "UDA capacity: "); at != std::string_view::npos) {
        std::string_view name = text.substr(at + 14); // "NVIDIA H100 with 95.04GiB memory"
        name = name.substr(0, std::min(name.find(" with "), name.size()));
        runs.tell("gpu", name);
    }
    if (holds(text, "Applied FSDP") || holds(text, "Applied HSDP"))
        runs.tell("zero_stage", 3), runs.tell("precision", "bf16");
    if (holds(text, "Applied full activation checkpointing"))
        runs.tell("recompute", "full");
    else if (holds(text, "Applied selective activation checkpointing"))
        runs.tell("recompute", "selective");
    if (const std::size_t at = place_of(text, "Model ");
        at != std::string_view::npos && holds(text, " total parameters")) {
        const std::string_view model = text.substr(at + 6);
        runs.tell("model", model.substr(0, std::min(model.find(" size:"), model.size())));
    }
}

void read_torchtitan(const LogLine& line, RunCollector& runs) {
    read_torchtitan_step(line, runs);
    read_torchtitan_settings(line, runs);
}

const Registered<TrainingLogFormat> torchtitan_row({
    .name = "torchtitan",
    .description = "torchtitan's metrics, and loggers that print them",
    .framework = "torchtitan",
    .marks = {"tps:", "device mesh with", "Training starts at step", "UDA capacity: ", "Applied ",
              " total parameters"},
    .precedence = 1,
    .read = read_torchtitan,
});

} // namespace
} // namespace pipette
