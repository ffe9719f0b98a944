// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/launchers/export_format.h"
#include "core/plan/context_kind.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

void require(bool holds, const char* place, const std::string& reason) {
    if (!holds)
        throw InputError({}, place, reason);
}

/// As torchtitan names it. Throws InputError for one that it lacks.
std::string schedule_name(const ParallelConfig& config) {
    if (config.schedule == ScheduleKind::one_f_one_b)
        return "1F1B";
    require(config.schedule == ScheduleKind::interleaved, "schedule",
            fmt::format("torchtitan's name of {} is not known, expected 1f1b or interleaved",
                        name_of(config.schedule)));
    return "Interleaved1F1B";
}

/// The FSDP mesh: parts of dp*cp, of which torchtitan counts cp by itself.
std::string sharding(const ParallelConfig& config) {
    const bool whole = config.zero_stage == 0;
    require(config.zero_stage != 1, "zero_stage",
            "torchtitan spreads parameters (3), gradients (2) or nothing (0), never optimizer state alone");
    require(whole || config.shards() % config.cp == 0, "shard",
            fmt::format("{} is not a multiple of cp = {}, which torchtitan shards over, too", config.shards(),
                        config.cp));
    const int shard = whole ? 1 : config.shards() / config.cp;
    return fmt::format("data_parallel_replicate_degree = {}\n"
                       "data_parallel_shard_degree = {}\n"
                       "fsdp_reshard_after_forward = \"{}\"\n",
                       config.dp / shard, shard, config.zero_stage == 3 ? "always" : "never");
}

std::string pipeline(const ParallelConfig& config) {
    std::string text = fmt::format("pipeline_parallel_degree = {}\n", config.pp);
    if (config.pp == 1)
        return text;
    text += fmt::format("pipeline_parallel_schedule = \"{}\"\npipeline_parallel_microbatch_size = {}\n",
                        schedule_name(config), config.micro_batch);
    const std::vector<int>& layers = config.layers_per_stage;
    // Of two stages neither lies between the others: the larger one stands for those.
    const auto [fewest, most] = layers.size() > 2 ? std::minmax_element(layers.begin() + 1, layers.end() - 1)
                                                  : std::pair(std::max_element(layers.begin(), layers.end()),
                                                              std::max_element(layers.begin(), layers.end()));
    require(*fewest == *most, "layers_per_stage",
            "torchtitan cuts all stages between the first and the last alike");
    require(layers.front() <= *most && layers.back() <= *most, "layers_per_stage",
            "torchtitan's first and last stage have no more layers than those between");
    return text + fmt::format("pipeline_parallel_layers_per_stage = {}\n"
                              "pipeline_parallel_first_stage_less_layers = {}\n"
                              "pipeline_parallel_last_stage_less_layers = {}\n",
                              *most, *most - layers.front(), *most - layers.back());
}

std::string context(const ParallelConfig& config) {
    std::string text = fmt::format("context_parallel_degree = {}\n", config.cp);
    if (config.cp == 1)
        return text;
    const ContextPattern pattern = context_kind_of(config).pattern;
    require(pattern != ContextPattern::all_to_all, "cp_kind",
            fmt::format("torchtitan has no {}, expected ring or all-gather", config.cp_kind));
    return text + fmt::format("context_parallel_rotate_method = \"{}\"\n",
                              pattern == ContextPattern::ring ? "alltoall" : "allgather");
}

/// Sections of torchtitan's job configuration (docs and job_config.py, b5bcd76c).
std::string torchtitan_text(const PlanInputs& inputs, const ParallelConfig& config) {
    const TrainingJob& job = inputs.job;
    require(job.optimizer == TrainingJob().optimizer, "optimizer",
            fmt::format("torchtitan has no {}, expected adam", job.optimizer));
    require(!config.offload.any(), "offload",
            "torchtitan moves parameters, gradients and optimizer state to the host together "
            "(enable_cpu_offload), or nothing, expected a plan without offload");
    require(config.recompute_layers == 0, "recompute_layers",
            fmt::format("is {}, but torchtitan computes all layers again or none, expected 0 (all)",
                        config.recompute_layers));
    require(config.recompute != Recompute::selective ||
                config.recompute_modules == ParallelConfig().recompute_modules,
            "recompute_modules",
            fmt::format("is {}, but torchtitan chooses by itself what it computes again, expected {}",
                        text_of(config.recompute_modules), text_of(ParallelConfig().recompute_modules)));
    require_plain_tp(config, "torchtitan");
    require(!inputs.model.memory_layers, "memory_layers", "torchtitan has none, expected a model without");
    require(!inputs.model.encoder, "encoder", "torchtitan's llama3 has none, expected a model without");
    require(job.precision == Precision::bf16 || recipe_of(job.precision).keeps_fp32(), "precision",
            fmt::format("{} is none of torchtitan's plain ones, expected bf16, tf32 or fp32",
                        name_of(job.precision)));
    // A rank's batch of one step: microbatches of a pipeline together, or one that is repeated.
    const int local = config.pp > 1 ? config.global_batch / config.dp : config.micro_batch;
    const std::string tuning = tuning_note(job);
    return fmt::format("{}{}{}[training]\n"
                       "local_batch_size = {}\n"
                       "global_batch_size = {}\n"
                       "seq_len = {}\n"
                       "mixed_precision_param = \"{}\"\n"
                       "mixed_precision_reduce = \"float32\"\n\n"
                       "[parallelism]\n{}"
                       "tensor_parallel_degree = {}\n"
                       "disable_loss_parallel = {}\n{}{}"
                       "expert_parallel_degree = {}\n"
                       "expert_tensor_parallel_degree = {}\n\n"
                       "[activation_checkpoint]\n"
                       "mode = \"{}\"\n",
                       tuning.empty() ? "" : "# ", tuning, tuning.empty() ? "" : "\n", local,
                       config.global_batch, job.sequence_length,
                       job.precision == Precision::bf16 ? "bfloat16" : "float32", sharding(config), config.tp,
                       config.tp == 1, context(config), pipeline(config), config.ep, config.etp,
                       name_of(config.recompute));
}

void write_torchtitan(const ExportRequest& request, const std::function<void(std::string_view)>& piece) {
    piece(torchtitan_text(request.plan.inputs, request.candidate.config));
}

const Registered<ExportFormat>
    torchtitan_row({.name = "torchtitan",
                    .description = "torchtitan's TOML: training, parallelism, activation checkpoints",
                    .main_file = "train_config.toml",
                    .write = write_torchtitan,
                    .notes = notes_of_tuning});

} // namespace
} // namespace pipette
