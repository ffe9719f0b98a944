// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/rounds/search_state.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace pipette {

/// A configuration and placement that differ from a placed one in the layers of its chunks, in the tp of
/// stages, or in the places of two stages.
struct ConfigChange {
    ParallelConfig config;
    std::vector<std::uint32_t> placement; ///< slots of blocks
    Candidate candidate = {};             ///< simulated by best_change()
};

/// Whether a person who prefers safe plans would lose one.
bool loses_safety(const SearchState& state, const Candidate& taken, const Candidate& given);

/// Of the changes that are faster than the search's best, fit into memory and keep off faults, the fastest.
/// None: there is no such change. Safe from several threads.
std::optional<ConfigChange> best_change(const SearchState& state, const ConfigSearch& search,
                                        std::vector<ConfigChange> changes, int threads);

/// The search of a configuration becomes a search of the changed one.
void take_change(const SearchState& state, ConfigSearch& search, ConfigChange change);

/// Where the plan already has a search of the configuration, that search takes the placement: a plan lists no
/// configuration twice. Returns whether it has one.
bool give_to_known(SearchState& state, const ParallelConfig& config,
                   const std::vector<std::uint32_t>& placement);

/// Changes that may make a placed configuration faster.
using ChangesOf = std::vector<ConfigChange>(const PlanInputs& inputs, const ConfigSearch& search);

/// Changes a configuration step by step. Each step takes the change that shortens an iteration most. The
/// climb ends where no change shortens the iteration.
void climb(SearchState& state, ConfigSearch& search, ChangesOf& changes_of);

} // namespace pipette
