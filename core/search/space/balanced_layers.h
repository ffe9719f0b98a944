// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/framework/framework.h"

#include <vector>

namespace pipette {

/// What the chunks of a pipeline on like GPUs compute, and what their devices have room for.
struct PipelineLoads {
    std::vector<double> layer_s;    ///< [layer] both passes of a microbatch
    double first_s = 0, last_s = 0; ///< beside the layers: in the first chunk (embedding), in the last (head)
    std::vector<int> device_of_chunk; ///< [chunk]
    std::vector<int> most_layers;     ///< [device] that fit into memory

    int devices() const { return static_cast<int>(most_layers.size()); }
};

/// [device] seconds of a microbatch if its chunks have so many layers each.
std::vector<double> device_loads(const PipelineLoads& loads, const std::vector<int>& layers);

/// Layers of each chunk, so that the slowest device is as fast as can be: in a steady pipeline every device
/// waits for the slowest one. Of layers that are alike no split has a faster slowest device. Begins with
/// `start` and moves one layer after another away from the slowest device. A chunk may end up empty, as
/// Megatron-Core's layouts allow ("m||L"). With LayerLayouts::ends the chunks between the first and the last
/// have all as many layers, and neither end has more.
std::vector<int> balanced_layers(const PipelineLoads& loads, LayerLayouts layouts, std::vector<int> start);

} // namespace pipette
