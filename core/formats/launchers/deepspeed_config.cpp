// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/text/json_text.h"
#include "core/framework/optimizer.h"
#include "core/plan/context_kind.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

Json zero_optimization(const ParallelConfig& config, const TrainingJob& job) {
    if (config.zero_stage >= 2 && config.pp > 1)
        throw InputError({}, "zero_stage",
                         fmt::format("DeepSpeed has no pipelines with ZeRO-{}, expected pp = 1 or ZeRO-1",
                                     config.zero_stage));
    Json zero{{"stage", config.zero_stage},
              {"contiguous_gradients", true},
              {"overlap_comm", config.zero_stage >= 2 || job.overlap_gradient_exchange}};
    if (config.offload.optimizer > 0) {
        zero["offload_optimizer"] = {{"device", "cpu"}, {"pin_memory", true}};
        if (config.offload.optimizer < 1) // "Twin-Flow" of ZeRO-Offload++
            zero["offload_optimizer"]["ratio"] = config.offload.optimizer;
    }
    if (config.shard_replicas() > 1)
        zero["mics_shard_size"] = config.shards();
    return zero;
}

/// What DeepSpeed itself reads (its docs, "DeepSpeed Configuration JSON"); tensor and pipeline parallelism
/// are the program's.
std::string deepspeed_config_text(const PlanInputs& inputs, const ParallelConfig& config) {
    require_plain_tp(config, "DeepSpeed");
    Json json{{"train_batch_size", config.global_batch},
              {"train_micro_batch_size_per_gpu", config.micro_batch},
              {"gradient_accumulation_steps", config.microbatches()},
              {"zero_optimization", zero_optimization(config, inputs.job)}};
    if (config.offload.activations > 0) {
        if (config.offload.activations < 1 || config.recompute != Recompute::full)
            throw InputError({}, "offload_activations",
                             "is nothing or all of the layers' inputs in DeepSpeed, with full recomputation");
        json["activation_checkpointing"] = {{"cpu_checkpointing", true}};
    }
    const Optimizer& optimizer = optimizer_of(inputs.job);
    if (optimizer.deepspeed_type.empty())
        throw InputError({}, "optimizer",
                         fmt::format("DeepSpeed's name of {} is not known", inputs.job.optimizer));
    if (inputs.job.optimizer != TrainingJob().optimizer)
        json["optimizer"] = {{"type", optimizer.deepspeed_type}};
    if (inputs.job.precision == Precision::bf16)
        json["bf16"] = {{"enabled", true}};
    else if (inputs.job.precision == Precision::fp16)
        json["fp16"] = {{"enabled", true}};
    else if (!recipe_of(inputs.job.precision).keeps_fp32())
        throw InputError({}, "precision",
                         fmt::format("{} is none of DeepSpeed's, expected bf16, fp16, tf32 or fp32",
                                     name_of(inputs.job.precision)));
    if (config.cp > 1) {
        if (context_kind_of(config).pattern != ContextPattern::all_to_all)
            throw InputError({}, "cp_kind",
                             fmt::format("DeepSpeed has no {}, expected ulysses", config.cp_kind));
        json["sequence_parallel_size"] = config.cp;
    }
    const std::string assumed = assumed_text(*inputs.cluster), tuning = tuning_note(inputs.job);
    if (!assumed.empty() || !tuning.empty())
        json["_comment"] = assumed + (assumed.empty() || tuning.empty() ? "" : " ") + tuning;
    return json_text(json, 2) + "\n";
}

void write_deepspeed_config(const ExportRequest& request,
                            const std::function<void(std::string_view)>& piece) {
    piece(deepspeed_config_text(request.plan.inputs, request.candidate.config));
}

const Registered<ExportFormat>
    deepspeed_config_row({.name = "deepspeed-config",
                          .description = "DeepSpeed's JSON: batch, precision, ZeRO",
                          .main_file = "ds_config.json",
                          .write = write_deepspeed_config,
                          .notes = notes_of_tuning});

} // namespace
} // namespace pipette
