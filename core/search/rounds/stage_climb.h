// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/rounds/search_state.h"

#include <cstddef>
#include <span>

namespace pipette {

/// Changes the stages of placed configurations on unlike GPUs as long as an iteration gets shorter: one
/// layer goes to another stage, or two stages on unlike GPUs change places (help: search.md, "Unlike GPUs").
/// Each change is simulated on the measured links; split_by_kind() leaves links out. The search of a
/// configuration becomes a search of the changed one. Where the plan already has a search of the changed
/// configuration, that search takes the placement. `rows`: places in SearchState::waiting. Does nothing where
/// may_split_by_kind() is false.
void climb_stages(SearchState& state, std::span<const std::ptrdiff_t> rows);

/// Where move_layers() begins: at the best placement of each configuration, or also at its other starts.
enum class LayerMoves { best_placement, all_starts };

/// On like GPUs: moves layers between chunks of placed configurations as long as an iteration gets shorter,
/// simulated on the measured links; balanced() leaves links and the order of chunks out. It takes changed
/// configurations as climb_stages() does, and keeps a safe one safe where the person prefers that. Does
/// nothing where layers are not alike, where the framework cannot run such a split, or on more than 1,024
/// GPUs.
void move_layers(SearchState& state, std::span<const std::ptrdiff_t> rows, LayerMoves from);

} // namespace pipette
