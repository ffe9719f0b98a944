// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/run_columns.h"
#include "core/formats/training/megatron_lines.h"
#include "core/workload/training_job.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace pipette {
namespace {

/// The arguments of a run, by their names without the dot.
class Arguments {
public:
    explicit Arguments(LogRun& run) : told_(run.told) {}

    std::string text(const std::string& name) const {
        const auto found = told_.find("." + name);
        std::string value = found == told_.end() ? std::string() : found->second;
        std::erase_if(value, [](char c) { return c == '\'' || c == '"'; });
        return value;
    }
    bool is_told(const std::string& name) const { return !text(name).empty(); }
    bool is_set(const std::string& name) const { return small_letters(text(name)) == "true"; }
    std::optional<int> size(const std::string& name) const {
        const std::string value = text(name);
        int number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool whole = error == std::errc() && end == value.data() + value.size() && number > 0;
        return whole ? std::optional(number) : std::nullopt;
    }
    /// Some words that are not "None".
    bool has(const std::string& name) const {
        const std::string value = small_letters(text(name));
        return !value.empty() && value != "none" && value != "null" && value != "false";
    }
    void tell(const char* column, const std::string& value) {
        if (!value.empty())
            told_[column] = value;
    }
    void tell_size(const char* column, std::optional<int> value) {
        if (value)
            told_[column] = fmt::format("{}", *value);
    }
    void tell_flag(const char* column, const std::string& name) {
        if (is_told(name))
            told_[column] = is_set(name) ? "1" : "0";
    }

private:
    std::map<std::string, std::string>& told_;
};

struct SizeColumn {
    const char *argument, *column;
};
constexpr SizeColumn size_columns[] = {
    {"num_layers", "layers"},
    {"hidden_size", "hidden"},
    {"num_attention_heads", "heads"},
    {"ffn_hidden_size", "ffn_hidden"},
    {"seq_length", "sequence_length"},
    {"vocab_size", "vocab"},
    {"padded_vocab_size", "vocab"},
    {"tensor_model_parallel_size", "tp"},
    {"pipeline_model_parallel_size", "pp"},
    {"context_parallel_size", "cp"},
    {"data_parallel_size", "dp"},
    {"world_size", "gpus"},
    {"train_micro_batch_size_per_gpu", "micro_batch"},
    {"train_batch_size", "global_batch"},
    {"micro_batch_size", "micro_batch"},
    {"global_batch_size", "global_batch"},
    {"mtp_num_layers", "mtp_layers"},
};

/// Reads a pattern such as "[0, 0, 1, 1]" or "([0]*3+[1]*58)", where 1 is a layer with experts, and returns
/// the number of layers before the first 1.
int dense_layers(const std::string& pattern) {
    const std::size_t repeated = pattern.find("[0]*");
    if (repeated < pattern.find("[1]"))
        return std::max(0, std::atoi(pattern.c_str() + repeated + 4));
    int dense = 0;
    for (const char c : pattern.substr(0, pattern.find('1')))
        dense += c == '0';
    return pattern.find('[') == std::string::npos ? 0 : dense;
}

void take_attention(Arguments& of) {
    if (of.is_set("multi_latent_attention")) {
        of.tell("attention",
                latent_attention_words(
                    {of.size("q_lora_rank").value_or(0), of.size("kv_lora_rank").value_or(0),
                     of.size("qk_head_dim").value_or(0), of.size("qk_pos_emb_head_dim").value_or(0),
                     of.size("v_head_dim").value_or(0)}));
        of.tell_size("kv_heads", of.size("num_attention_heads"));
        return;
    }
    const bool grouped = !of.is_told("group_query_attention") || of.is_set("group_query_attention");
    const std::optional<int> groups = grouped ? of.size("num_query_groups") : std::nullopt;
    of.tell_size("kv_heads", groups ? groups : of.size("num_attention_heads"));
    const std::optional<int> heads = of.size("num_attention_heads"), hidden = of.size("hidden_size"),
                             channels = of.size("kv_channels");
    if (heads && hidden && channels && *channels * *heads != *hidden)
        of.tell_size("head_dim", channels);
    if (of.is_set("use_flash_attn"))
        of.tell_size("flash_attention", 1);
    const std::string backend = small_letters(of.text("attention_backend"));
    if (backend.find("unfused") != std::string::npos)
        of.tell_size("flash_attention", 0);
    else if (backend.find("flash") != std::string::npos || backend.find("fused") != std::string::npos)
        of.tell_size("flash_attention", 1);
}

void take_experts(Arguments& of) {
    const std::optional<int> experts =
        of.size("num_experts") ? of.size("num_experts") : of.size("num_moe_experts");
    if (!experts || *experts < 2)
        return;
    of.tell_size("experts", experts);
    of.tell_size("experts_per_token", of.size("moe_router_topk"));
    of.tell_size("moe_ffn_hidden", of.size("moe_ffn_hidden_size") ? of.size("moe_ffn_hidden_size")
                                                                  : of.size("ffn_hidden_size"));
    if (const std::optional<int> shared = of.size("moe_shared_expert_intermediate_size")) {
        of.tell_size("shared_experts", 1);
        of.tell_size("shared_ffn_hidden", shared);
    }
    if (of.is_told("moe_layer_freq"))
        of.tell_size("first_dense_layers", dense_layers(of.text("moe_layer_freq")));
    of.tell_size("ep", of.size("expert_model_parallel_size"));
    of.tell_size("etp", of.size("expert_tensor_parallel_size"));
    std::string dispatcher = of.text("moe_token_dispatcher_type");
    if (dispatcher == "flex")
        dispatcher = of.has("moe_flex_dispatcher_backend") ? of.text("moe_flex_dispatcher_backend")
                     : of.is_set("moe_enable_deepep")      ? "deepep"
                                                           : "";
    of.tell("dispatcher", dispatcher);
}

void take_precision(Arguments& of) {
    const std::string recipe = of.text("fp8_recipe");
    if (of.has("fp8") && of.is_told("fp8_param_gather"))
        of.tell("primary_weights",
                std::string(name_of(of.is_set("fp8_param_gather") ? PrimaryWeights::low_precision
                                                                  : PrimaryWeights::in_16_bits)));
    of.tell_flag("fp8_activation_inputs", "activation_func_fp8_input_store");
    if (of.has("fp4"))
        of.tell("precision", std::string("nvfp4"));
    else if (of.has("fp8"))
        of.tell("precision", recipe == "mxfp8"                           ? std::string("mxfp8")
                             : recipe.find("block") != std::string::npos ? "fp8 block"
                                                                         : "fp8");
    else if (of.is_set("bf16"))
        of.tell("precision", std::string("bf16"));
    else if (of.is_set("fp16"))
        of.tell("precision", std::string("fp16"));
}

void take_recomputation(Arguments& of) {
    if (of.has("recompute_granularity"))
        of.tell("recompute", of.text("recompute_granularity"));
    else if (of.is_set("recompute_activations"))
        of.tell("recompute", std::string("selective"));
    else if (of.is_told("checkpoint_activations"))
        of.tell("recompute", std::string(of.is_set("checkpoint_activations") ? "full" : "none"));
    else if (of.is_told("recompute_granularity"))
        of.tell("recompute", std::string("none"));
    if (of.text("recompute_granularity") != "selective" || !of.has("recompute_modules"))
        return;
    std::string modules = of.text("recompute_modules");
    std::erase_if(modules, [](char c) { return c == '[' || c == ']' || c == ','; });
    of.tell("recompute_modules", modules);
}

void take_sharding(Arguments& of) {
    const std::string strategy = of.text("data_parallel_sharding_strategy");
    if (of.is_told("zero_stage"))
        of.tell("zero_stage", of.text("zero_stage"));
    else if (of.is_set("use_megatron_fsdp") && strategy == "optim_grads_params")
        of.tell_size("zero_stage", 3);
    else if (of.is_set("use_megatron_fsdp") && strategy == "optim_grads")
        of.tell_size("zero_stage", 2);
    else
        of.tell_flag("zero_stage", "use_distributed_optimizer");
    of.tell_flag("sequence_parallel", "sequence_parallel");
}

void take_overlap(Arguments& of) {
    constexpr std::pair<const char*, const char*> flags[] = {
        {"overlap_grad_reduce", "overlap-grad-reduce"},
        {"overlap_param_gather", "overlap-param-gather"},
        {"tp_comm_overlap", "tp-comm-overlap"},
        {"overlap_moe_expert_parallel_comm", "overlap-moe-expert-parallel-comm"}};
    std::string overlap;
    for (const auto& [argument, flag] : flags)
        if (of.is_set(argument))
            overlap += (overlap.empty() ? "" : ";") + std::string(flag);
    of.tell("overlap", overlap);
}

} // namespace

void take_megatron_arguments(LogRun& run) {
    Arguments of(run);
    for (const SizeColumn& size : size_columns)
        of.tell_size(size.column, of.size(size.argument));
    if (of.is_told("virtual_pipeline_model_parallel_size"))
        of.tell_size("vpp", of.size("virtual_pipeline_model_parallel_size").value_or(1));
    if (of.is_told("swiglu") || of.is_told("gated_linear_unit"))
        of.tell_size("gated_mlp", of.is_set("swiglu") || of.is_set("gated_linear_unit") ? 1 : 0);
    take_attention(of);
    take_experts(of);
    take_precision(of);
    take_recomputation(of);
    take_sharding(of);
    take_overlap(of);
    // Of one sequence a microbatch and one replica, where there are as many microbatches as sequences.
    if (const auto microbatches = of.size("microbatches")) {
        const int batch = of.size("global_batch_size").value_or(run.steps.back().batch);
        if (batch == *microbatches && !of.is_told("micro_batch_size"))
            of.tell_size("micro_batch", 1), of.tell_size("dp", 1);
    }
}

} // namespace pipette
