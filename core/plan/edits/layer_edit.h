// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// Layers of each chunk after the border between `chunk` and the next one has moved: `chunk` then has
/// `layers` of what both have together, or as many as there are; the next one has the rest.
std::vector<int> with_border_moved(std::vector<int> layers_per_stage, int chunk, int layers);

/// "stage 3: 5 layers instead of 4, stage 4: 3 instead of 4": what a change by hand does. `unit`: what a
/// person calls a chunk, "stage" or "chunk". Empty: nothing changes. Both have as many entries.
std::string layer_edit_text(const std::vector<int>& before, const std::vector<int>& after,
                            std::string_view unit);

} // namespace pipette
