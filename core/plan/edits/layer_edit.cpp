// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/edits/layer_edit.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {

std::vector<int> with_border_moved(std::vector<int> layers_per_stage, int chunk, int layers) {
    int& first = layers_per_stage.at(static_cast<std::size_t>(chunk));
    int& second = layers_per_stage.at(static_cast<std::size_t>(chunk) + 1);
    const int both = first + second;
    first = std::clamp(layers, 0, both);
    second = both - first;
    return layers_per_stage;
}

std::string layer_edit_text(const std::vector<int>& before, const std::vector<int>& after,
                            std::string_view unit) {
    std::string text;
    for (std::size_t chunk = 0; chunk < before.size(); ++chunk)
        if (before[chunk] != after[chunk])
            text += fmt::format("{}{} {}: {} {}instead of {}", text.empty() ? "" : ", ", unit, chunk,
                                after[chunk], text.empty() ? "layers " : "", before[chunk]);
    return text;
}

} // namespace pipette
