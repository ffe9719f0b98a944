// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <string>

namespace pipette {

/// A configuration as `--config` takes it: "pp=8,tp=8,dp=2,micro_batch=1", any of the names of the plan
/// document's `config` but global_batch, which the job has. Layers are written as layers_per_stage=10-11-11-8
/// or as Megatron-LM writes a layout: layers_per_stage=Et|(tt|)*30mL. Or as a table of a plan prints it:
/// "pp=8 tp=8 dp=2 mb=1 1f1b full-recompute", with sequence parallelism as in a plan. Sizes that are left out
/// are 1, layers are spread evenly, the schedule is 1f1b (interleaved with vpp above 1) and transfers follow
/// the schedule. Throws InputError naming --config and the part.
ParallelConfig parse_config(const std::string& text, const TransformerModel& model, const TrainingJob& job);

/// The text that parse_config() reads back as the same configuration.
std::string config_text(const ParallelConfig& config);

} // namespace pipette
