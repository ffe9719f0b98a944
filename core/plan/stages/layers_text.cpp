// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/stages/layers_text.h"

#include <fmt/format.h>

namespace pipette {

std::string layers_text(const std::vector<int>& layers, std::string_view between) {
    std::string text;
    for (std::size_t first = 0, end = 0; first < layers.size(); first = end) {
        while (end < layers.size() && layers[end] == layers[first])
            ++end;
        const std::size_t alike = end - first;
        if (alike < 3)
            end = first + 1;
        text += text.empty() ? "" : between;
        text += alike < 3 ? std::to_string(layers[first]) : fmt::format("{}*{}", alike, layers[first]);
    }
    return text;
}

} // namespace pipette
