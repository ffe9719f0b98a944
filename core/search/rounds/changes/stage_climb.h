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

} // namespace pipette
