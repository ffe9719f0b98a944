// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/training/megatron_lines.h"

#include "core/base/units.h"
#include "core/formats/text/text_lines.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace pipette {
namespace {

constexpr std::string_view megatron_step_time = "elapsed time per iteration (ms):";
constexpr double seconds_of_ms = 1e-3;

/// The fields of a step's line: every framework and version prints some of them.
LogStep megatron_step_of(std::string_view text, std::string_view before) {
    LogStep step;
    step.seconds = seconds_of_ms * amount_behind(text, megatron_step_time);
    for (const std::string_view key : {"throughput per GPU (TFLOP/s/GPU):", "TFLOPs:"})
        if (const auto value = number_behind(text, key); value && step.tflops == 0)
            step.tflops = std::max(0.0, *value);
    for (const std::string_view key : {"tokens per GPU (tokens/s/GPU):", "tokens/s/GPU inst/harmonic mean:"})
        if (const auto value = number_behind(text, key); value && step.tokens_per_s == 0)
            step.tokens_per_s = std::max(0.0, *value);
    step.batch = static_cast<int>(whole_behind(text, "global batch size:", 1, most_told_size).value_or(0));
    step.update_skipped = number_behind(text, "number of skipped iterations:").value_or(0) > 0;
    step.clock_s = clock_in(before);
    return step;
}

/// What the step's line says of memory and sequences.
void tell_beside_step(std::string_view text, int rank, RunCollector& runs) {
    if (const auto share = number_behind(text, "mem usages:"); share && *share > 0 && *share <= 1)
        runs.used_share(*share);
    if (const auto bytes = bytes_behind(text, "memory usage/free/total:"))
        runs.reserved(*bytes, rank);
    if (const auto tokens = whole_behind(text, "actual seqlen:", 1, most_told_size);
        tokens && runs.told("sequence_length").empty())
        runs.tell_of_step("sequence_length", *tokens);
}

/// Without the number of the step it follows from the samples so far.
long number_from_samples(std::string_view text, const LogStep& step) {
    const double samples = number_behind(text, "consumed samples:").value_or(0);
    return step.batch > 0 && samples >= step.batch && samples < 1e15 ? std::lround(samples / step.batch) : -1;
}

constexpr std::string_view argument_names[] = {"num_layers",
                                               "hidden_size",
                                               "num_attention_heads",
                                               "num_query_groups",
                                               "group_query_attention",
                                               "ffn_hidden_size",
                                               "kv_channels",
                                               "seq_length",
                                               "padded_vocab_size",
                                               "vocab_size",
                                               "swiglu",
                                               "gated_linear_unit",
                                               "multi_latent_attention",
                                               "q_lora_rank",
                                               "kv_lora_rank",
                                               "qk_head_dim",
                                               "qk_pos_emb_head_dim",
                                               "v_head_dim",
                                               "num_experts",
                                               "num_moe_experts",
                                               "moe_router_topk",
                                               "moe_ffn_hidden_size",
                                               "moe_shared_expert_intermediate_size",
                                               "moe_layer_freq",
                                               "mtp_num_layers",
                                               "moe_token_dispatcher_type",
                                               "moe_enable_deepep",
                                               "moe_flex_dispatcher_backend",
                                               "expert_model_parallel_size",
                                               "expert_tensor_parallel_size",
                                               "tensor_model_parallel_size",
                                               "pipeline_model_parallel_size",
                                               "context_parallel_size",
                                               "data_parallel_size",
                                               "virtual_pipeline_model_parallel_size",
                                               "world_size",
                                               "micro_batch_size",
                                               "global_batch_size",
                                               "train_batch_size",
                                               "train_micro_batch_size_per_gpu",
                                               "bf16",
                                               "fp16",
                                               "fp8",
                                               "fp8_recipe",
                                               "fp8_param_gather",
                                               "activation_func_fp8_input_store",
                                               "fp4",
                                               "recompute_granularity",
                                               "recompute_modules",
                                               "recompute_activations",
                                               "checkpoint_activations",
                                               "sequence_parallel",
                                               "use_distributed_optimizer",
                                               "zero_stage",
                                               "data_parallel_sharding_strategy",
                                               "use_megatron_fsdp",
                                               "use_flash_attn",
                                               "attention_backend",
                                               "overlap_grad_reduce",
                                               "overlap_param_gather",
                                               "tp_comm_overlap",
                                               "overlap_moe_expert_parallel_comm"};

bool is_argument(std::string_view name) {
    return std::find(std::begin(argument_names), std::end(argument_names), name) != std::end(argument_names);
}

void tell_argument(std::string_view name, std::string_view value, RunCollector& runs) {
    constexpr std::size_t longest = 400; // a list of layers
    if (is_argument(name) && !value.empty() && value.size() <= longest)
        runs.tell("." + std::string(name), value);
}

/// What Megatron says of an argument in words of its own.
struct Saying {
    std::string_view words, argument;
};
constexpr Saying megatron_sayings[] = {
    {"using world size:", "world_size"},
    {"data-parallel size:", "data_parallel_size"},
    {"data-parallel-size:", "data_parallel_size"},
    {"context-parallel size:", "context_parallel_size"},
    {"tensor-model-parallel size:", "tensor_model_parallel_size"},
    {"pipeline-model-parallel size:", "pipeline_model_parallel_size"},
    {"> initialized tensor model parallel with size", "tensor_model_parallel_size"},
    {"> initialized pipeline model parallel with size", "pipeline_model_parallel_size"},
    {"dummy tokens (new size:", "padded_vocab_size"},
    {"setting number of micro-batches to constant", "microbatches"},
    {"setting number of microbatches to constant", "microbatches"},
};

/// "using world size: 8, data-parallel size: 1, ...", "> initialized tensor model parallel with size 8" ...
void read_sayings(std::string_view text, RunCollector& runs) {
    for (const Saying& saying : megatron_sayings)
        if (const auto value = whole_behind(text, saying.words, 1, most_told_size))
            runs.tell("." + std::string(saying.argument), *value);
    if (holds(text, "using torch.float16 for parameters"))
        runs.tell(".fp16", "True");
    if (holds(text, "using torch.bfloat16 for parameters"))
        runs.tell(".bf16", "True");
}

} // namespace

std::vector<std::string_view> megatron_marks(std::initializer_list<std::string_view> more) {
    std::vector<std::string_view> marks{
        megatron_step_time, "| max allocated:", "mem-max-allocated-gigabytes:", "..:", "time (ms) |", " ..",
        "using torch."};
    for (const Saying& saying : megatron_sayings)
        marks.push_back(saying.words);
    marks.insert(marks.end(), more);
    return marks;
}

void read_megatron_step(const LogLine& line, RunCollector& runs) {
    if (!holds(line.text, megatron_step_time))
        return;
    const std::vector<StepPiece> pieces = pieces_of(line.text, "iteration");
    for (const StepPiece& piece : pieces) {
        if (!holds(piece.text, megatron_step_time))
            continue; // cut off
        LogStep step = megatron_step_of(piece.text, piece.before);
        step.number = piece.step.number;
        const int rank = rank_before(piece.before);
        runs.step(step, piece.step.total, rank);
        tell_beside_step(piece.text, rank, runs);
    }
    if (!pieces.empty())
        return;
    LogStep step = megatron_step_of(line.text, line.text.substr(0, place_of(line.text, megatron_step_time)));
    step.number = number_from_samples(line.text, step);
    const int rank = rank_before(line.text.substr(0, std::min(line.text.find('|'), line.text.size())));
    runs.step(step, 0, rank);
    tell_beside_step(line.text, rank, runs);
}

void read_megatron_memory(const LogLine& line, RunCollector& runs) {
    constexpr double mib = bytes_per_gib / 1024, gb = 1e9;
    constexpr std::string_view words = "iterations) memory (", alone = "iterations memory (";
    std::string_view rest = line.text;
    for (;;) {
        const std::size_t at = std::min(place_of(rest, words), place_of(rest, alone));
        if (at == std::string_view::npos)
            return;
        const int rank = rank_before(rest.substr(0, at));
        rest.remove_prefix(at + alone.size());
        // Another rank may stand behind it without a new line between them.
        const std::string_view of_rank = rest.substr(0, std::min(place_of(rest, "[Rank "), rest.size()));
        if (const auto value = number_behind(of_rank, "| max allocated:"))
            runs.allocated(*value * mib, rank);
        if (const auto value = number_behind(of_rank, "| max reserved:"))
            runs.reserved(*value * mib, rank);
        if (const auto value = number_behind(of_rank, "mem-max-allocated-gigabytes:"))
            runs.allocated(*value * gb, rank);
        if (const auto value = number_behind(of_rank, "mem-max-reserved-gigabytes:"))
            runs.reserved(*value * gb, rank);
    }
}

void read_timers(const LogLine& line, std::span<const TimerName> names, RunCollector& runs,
                 RunCollector::TimerOf of) {
    const auto tell = [&](std::string_view name, std::string_view figures) {
        const auto timer = std::find_if(names.begin(), names.end(),
                                        [&](const TimerName& known) { return known.name == name; });
        if (timer == names.end())
            return;
        if (figures.starts_with('(')) // least and most
            figures.remove_prefix(std::min(figures.find(','), figures.size() - 1) + 1);
        if (const auto value = leading_number(figures))
            runs.timer(name, timer->place, *value * seconds_of_ms, of);
    };
    if (const std::size_t dots = place_of(line.text, "..:"); dots != std::string_view::npos) {
        const std::string_view name = line.text.substr(0, line.text.find(" .."));
        tell(trimmed(name), trimmed(line.text.substr(dots + 3)));
        return;
    }
    const std::size_t list = place_of(line.text, "time (ms) |");
    if (list == std::string_view::npos)
        return;
    for (std::string_view rest = line.text.substr(list + 11); !rest.empty();) {
        const std::size_t end = std::min(rest.find('|'), rest.size());
        const std::string_view field = rest.substr(0, end);
        if (const std::size_t colon = field.find(':'); colon != std::string_view::npos)
            tell(trimmed(field.substr(0, colon)), trimmed(field.substr(colon + 1)));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

void read_megatron_arguments(const LogLine& line, RunCollector& runs) {
    std::string_view text = line.text;
    if (const std::size_t printed = place_of(text, ":print]"); printed != std::string_view::npos)
        text.remove_prefix(printed + 7);
    const std::size_t dots = place_of(text, " ..");
    read_sayings(text.substr(0, dots), runs);
    if (dots == std::string_view::npos)
        return;
    const std::size_t behind = text.find_first_not_of('.', dots + 1);
    std::string_view name = trimmed(text.substr(0, dots));
    if (const std::size_t blank = name.find_last_of(" \t:"); blank != std::string_view::npos)
        name.remove_prefix(blank + 1); // a rank's prefix
    if (behind != std::string_view::npos)
        tell_argument(name, trimmed(text.substr(behind)), runs);
}

void read_megatron_settings(const LogLine& line, RunCollector& runs) {
    const std::size_t colon = line.text.find(": ");
    if (colon == std::string_view::npos)
        return;
    std::string_view name = trimmed(line.text.substr(0, colon));
    if (const std::size_t blank = name.find_last_of(" \t"); blank != std::string_view::npos)
        name.remove_prefix(blank + 1);
    tell_argument(name, trimmed(line.text.substr(colon + 2)), runs);
}

} // namespace pipette
