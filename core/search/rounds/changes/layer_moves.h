// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/rounds/search_state.h"

#include <cstddef>
#include <span>

namespace pipette {

/// Where move_layers() begins: at the best placement of each configuration, or also at its other starts.
enum class LayerMoves { best_placement, all_starts };

/// On like GPUs: moves layers between chunks of placed configurations as long as an iteration gets shorter,
/// simulated on the measured links; balanced() leaves links and the order of chunks out. It takes changed
/// configurations as climb_stages() does, and keeps a safe one safe where the person prefers that. Does
/// nothing where layers are not alike, where the framework cannot run such a split, or on more than 1,024
/// GPUs.
void move_layers(SearchState& state, std::span<const std::ptrdiff_t> rows, LayerMoves from);

/// Walks over layouts of layers: each step moves one or two layers drawn at random, polishes the placement by
/// a short chain, and moves layers as move_layers() does. move_layers() alone ends at the first layout that
/// no single move makes faster on the placement as it is. Takes the fastest layout of all walks. Does nothing
/// where move_layers() does nothing.
void walk_layers(SearchState& state, std::span<const std::ptrdiff_t> rows);

} // namespace pipette
