// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

#include "core/base/input_error.h"

#include <cctype>
#include <fmt/format.h>

namespace pipette {
namespace {

void require_one(const Framework& framework, const char* field, int size) {
    if (size != 1)
        throw InputError({}, field, fmt::format("is {}, expected 1 with {}", size, framework.title));
}

void check_recomputation(const ParallelConfig& config, const Framework& framework) {
    if (config.recompute == Recompute::selective && framework.selective == SelectiveKeeps::none)
        throw InputError({}, "recompute",
                         fmt::format("is selective, expected none or full with {}, which computes whole "
                                     "layers again",
                                     framework.title));
    if (config.recompute_layers > 0 && framework.layers_again == LayersAgain::all)
        throw InputError({}, "recompute_layers",
                         fmt::format("is {}, expected 0 (all) with {}, which computes all layers again or "
                                     "none",
                                     config.recompute_layers, framework.title));
}

} // namespace

const Framework& framework_of(std::string_view name) {
    static const Framework unknown;
    const Framework* known = Registry<Framework>::find(name);
    return known ? *known : unknown;
}

const Framework& framework_of(const TrainingJob& job) {
    return framework_of(job.framework);
}

void check_habits(const TransformerModel& model, const TrainingJob& job) {
    const Framework& framework = framework_of(job);
    const bool plain = !model.moe && !model.memory_layers && !model.mla && model.other_parts.empty() &&
                       model.mtp_layers == 0 && !model.encoder;
    if ((framework.tensor_grids || framework.data_parallel_alone) && !plain)
        throw InputError(
            {}, "model",
            fmt::format("has other parts than {} trains: grouped-query attention and dense networks",
                        framework.title));
    if (job.fp8_activation_inputs && !framework.memory.stores_fp8_activation_inputs)
        throw InputError({}, "fp8_activation_inputs",
                         fmt::format("is true, which {} does not do", framework.title));
    if (job.fp8_activation_inputs && !model.gated_mlp)
        throw InputError({}, "fp8_activation_inputs", "is true, but the model has no gated activation");
}

void check_habits(const ParallelConfig& config, const TransformerModel& model, const TrainingJob& job) {
    check_habits(model, job);
    const Framework& framework = framework_of(job);
    check_recomputation(config, framework);
    if (framework.data_parallel_alone)
        require_one(framework, "tp", config.tp);
    if (framework.tensor_grids || framework.data_parallel_alone)
        for (const auto& [field, size] : {std::pair("pp", config.pp), {"cp", config.cp}, {"ep", config.ep}})
            require_one(framework, field, size);
    if (!config.offload.modules.empty() && framework.host_activations != HostActivations::layers)
        throw InputError({}, "offload_modules",
                         fmt::format("are {}, which {} cannot send to the host by themselves",
                                     text_of(config.offload.modules), framework.title));
    if (!framework.tensor_grids)
        return require_one(framework, "tp_x", config.tp_x);
    if (config.zero_stage == 1 || config.zero_stage == 2)
        throw InputError({}, "zero_stage",
                         fmt::format("is {}, expected 0 or 3 with {}", config.zero_stage, framework.title));
    if (config.sequence_parallel && config.tp > 1)
        throw InputError({}, "sequence_parallel",
                         fmt::format("is true, expected false with {}", framework.title));
}

bool usual_sequence_parallel(const ParallelConfig& config, const TrainingJob& job) {
    return !framework_of(job).tensor_grids && splits_sequences(config, job);
}

std::string calibration_name(const std::string& framework) {
    const std::string_view other = framework_of(framework).calibrated_as;
    return other.empty() ? framework : std::string(other);
}

double exchanged_gradient_bytes(const TrainingJob& job) {
    const Framework& framework = framework_of(job);
    return recipe_of(job.precision).keeps_fp32() ? element_bytes(job.precision)
           : job.precision == Precision::fp16    ? framework.fp16_gradient_bytes
                                                 : framework.gradient_bytes;
}

std::vector<double> host_activation_shares(const TrainingJob& job, const TransformerModel& model,
                                           const ParallelConfig& config) {
    std::vector<double> shares;
    switch (framework_of(job).host_activations) {
    case HostActivations::none:
        break;
    case HostActivations::layers: // the last one is needed at once
        if (config.pp == 1 && config.recompute == Recompute::none)
            for (int layers = 1; layers < model.layers; ++layers)
                shares.push_back(double(layers) / model.layers);
        break;
    case HostActivations::inputs:
        if (config.recompute == Recompute::full && config.recompute_layers == 0)
            shares.push_back(1);
        break;
    }
    return shares;
}

std::vector<OffloadModules> host_modules(const TrainingJob& job, const TransformerModel& model,
                                         const ParallelConfig& config) {
    if (framework_of(job).host_activations != HostActivations::layers || config.recompute == Recompute::full)
        return {};
    using enum OffloadModule;
    std::vector<OffloadModules> parts{{core_attn, attn_proj}, {qkv_linear}};
    for (const OffloadModule alone : {attn_norm, mlp_norm, expert_fc1, moe_act})
        if (has_offload_module(alone, model, job))
            parts.push_back({alone});
    std::vector<OffloadModules> sets{{}};
    for (const OffloadModules part : parts)
        for (std::size_t i = sets.size(); i-- > 0;)
            sets.push_back(sets[i].with(part));
    sets.erase(sets.begin());
    return sets;
}

Overlap overlap_of(const TrainingJob& job, const ParallelConfig& config) {
    const Framework& framework = framework_of(job);
    const bool plain = framework.overlaps_plain_reduce && config.zero_stage == 0 && config.pp == 1;
    return {.gradients = framework.overlap.gradients || plain || job.overlap_gradient_exchange,
            .parameters = framework.overlap.parameters || job.overlap_parameter_gather,
            .tensor_parallel = (config.sequence_parallel || framework.tensor_grids) &&
                               (framework.overlap.tensor_parallel || job.overlap_tensor_parallel)};
}

std::string framework_labelled(std::string_view label, std::string_view source) {
    std::string small;
    for (const char c : label)
        small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    std::string_view longest, name = small; // "megatron-deepspeed" begins like "megatron"
    const auto consider = [&](std::string_view beginning, std::string_view of) {
        if (small.starts_with(beginning) && beginning.size() > longest.size())
            longest = beginning, name = of;
    };
    for (const Framework* framework : Registry<Framework>::all()) {
        if (!framework->reports.empty() && source.starts_with(framework->reports))
            return std::string(framework->name);
        consider(framework->name, framework->name);
        for (const std::string_view called : framework->labels)
            consider(called, framework->name);
    }
    return std::string(name);
}

std::vector<int> split_layers(const TransformerModel& model, const ParallelConfig& config,
                              const Framework& framework) {
    return framework.layers ? framework.layers(model, config) : usual_layers(model, config.chunks());
}

double kept_gradient_bytes(const TrainingJob& job, int zero_stage) {
    const MemoryHabits& habits = framework_of(job).memory;
    const bool full = recipe_of(job.precision).keeps_fp32();
    const int copies = full ? 0 : habits.gradient_copies;
    const bool sums = zero_stage < 2 && !full && job.precision != Precision::fp16;
    return exchanged_gradient_bytes(job) + copies * element_bytes(job.precision) +
           (sums ? habits.bf16_sum_bytes : 0);
}

bool keeps_low_precision_weights(const TrainingJob& job) {
    const MemoryHabits& habits = framework_of(job).memory;
    const bool asked = job.primary_weights == PrimaryWeights::usual
                           ? habits.low_precision_weights
                           : job.primary_weights == PrimaryWeights::low_precision;
    return asked && habits.keeps_cast_weights && recipe_of(job.precision).casts();
}

double primary_matrix_bytes(const TrainingJob& job, MatrixLayouts layouts) {
    // Frozen weights are turned around when a backward pass asks for them: five layouts of Llama 2 70B that
    // ran on H200 (MLPerf 5.0, LoRA, tp 1) have no room for a second copy.
    const MatrixLayouts kept = job.tuning.freezes_weights() ? MatrixLayouts::either : layouts;
    return keeps_low_precision_weights(job) ? cast_matrix_bytes(job.precision, kept)
                                            : element_bytes(job.precision);
}

double cast_copy_bytes(const TrainingJob& job, MatrixLayouts layouts) {
    const bool copied = framework_of(job).memory.keeps_cast_weights && recipe_of(job.precision).casts() &&
                        !keeps_low_precision_weights(job);
    return copied ? cast_matrix_bytes(job.precision, layouts) : 0;
}

double head_output_bytes(const TrainingJob& job) {
    const MemoryHabits& habits = framework_of(job).memory;
    return (habits.fused_loss ? 0 : 4) + habits.logit_copies * element_bytes(job.precision);
}

double rotary_inputs(const TransformerModel& model) {
    const AttentionWidths width = attention_widths(model);
    return (width.query + width.key) / model.hidden;
}

} // namespace pipette
