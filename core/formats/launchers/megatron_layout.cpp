// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/launchers/megatron_layout.h"

#include "core/base/index.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace pipette {
namespace {

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

/// The shorter one; the first where they are as long, for it is plainer.
std::string shorter(std::string plain, std::string packed) {
    return packed.size() < plain.size() ? packed : plain;
}

std::string layers_text(int layers, char letter) {
    return shorter(std::string(index(layers), letter), fmt::format("{}*{}", letter, layers));
}

/// `times` chunks of as many layers, each with its end.
std::string chunks_text(int layers, int times) {
    const std::string one_by_one = repeated(layers_text(layers, 't') + '|', times);
    return shorter(one_by_one, fmt::format("({}|)*{}", std::string(index(layers), 't'), times));
}

bool alike(std::span<const int> layers) {
    return std::all_of(layers.begin(), layers.end(), [&](int n) { return n == layers.front(); });
}

} // namespace

std::string megatron_layout(const std::vector<int>& layers_per_stage, int mtp_layers) {
    std::string layout = "E";
    const std::size_t last = layers_per_stage.size() - 1; // it also has what follows the layers
    for (std::size_t chunk = 0; chunk < last;) {
        std::size_t end = chunk + 1;
        while (end < last && layers_per_stage[end] == layers_per_stage[chunk])
            ++end;
        layout += chunks_text(layers_per_stage[chunk], static_cast<int>(end - chunk));
        chunk = end;
    }
    return layout + layers_text(layers_per_stage[last], 't') + layers_text(mtp_layers, 'm') + 'L';
}

std::vector<std::string> megatron_split_flags(const ParallelConfig& config, int mtp_layers) {
    const std::span<const int> layers = config.layers_per_stage;
    if (alike(layers)) {
        if (config.vpp == 1)
            return {};
        return {fmt::format("--num-layers-per-virtual-pipeline-stage {}", layers.front())};
    }
    const std::string first = fmt::format("--decoder-first-pipeline-num-layers {}", layers.front());
    const std::string end = fmt::format("--decoder-last-pipeline-num-layers {}", layers.back());
    if (config.vpp == 1 && alike(layers.subspan(1)))
        return {first};
    if (config.vpp == 1 && alike(layers.first(layers.size() - 1)))
        return {end};
    if (config.vpp == 1 && alike(layers.subspan(1, layers.size() - 2)))
        return {first, end};
    return {"--pipeline-model-parallel-layout " + megatron_layout(config.layers_per_stage, mtp_layers)};
}

} // namespace pipette
