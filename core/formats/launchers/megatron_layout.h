// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/parallel_config.h"

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// --pipeline-model-parallel-layout of Megatron-LM, pipeline_model_parallel_layout of Megatron Bridge (help:
/// formats.md, "Megatron's pipeline layout"): 'E' the embedding, 't' a transformer layer, 'm' a layer of
/// multi-token prediction, 'L' the loss; '|' ends a chunk. Chunks stand in model order, so pipeline ranks go
/// round fastest. "t*5" is ttttt and "(tt|)*3" is tt|tt|tt|; repetitions do not nest, and are written only
/// where they are shorter.
std::string megatron_layout(const std::vector<int>& layers_per_stage, int mtp_layers = 0);

/// Layers of each chunk of such a text, of a model that predicts so many further tokens. Commas and blanks
/// are cosmetic, as in Megatron-LM. Throws InputError with the reason where it is none, has another number of
/// 'm', or has E, L and m elsewhere than in the first and the last chunk, where the estimates have them.
std::vector<int> layers_of_layout(std::string_view layout, int mtp_layers);

/// Layers of each chunk as people write them: "4-7-6-7", or such a layout. Throws InputError with the reason.
std::vector<int> layers_of_text(std::string_view text, int mtp_layers);

/// The flags that tell Megatron-LM how layers are split over the pipeline: none where it splits them so by
/// itself, --num-layers-per-virtual-pipeline-stage for even chunks, --decoder-first-pipeline-num-layers and
/// --decoder-last-pipeline-num-layers where the stages between are even, else the layout.
std::vector<std::string> megatron_split_flags(const ParallelConfig& config, int mtp_layers);

} // namespace pipette
