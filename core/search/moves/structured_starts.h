// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/placement_problem.h"

#include <cstdint>
#include <vector>

namespace pipette {

/// Placements that a person would try, for each of seatings(): rank order, pipeline after pipeline, and every
/// unit (a node, a domain) filled with d stages of e replicas, for each d and e. The stages go in order,
/// turned by half of a unit's (so that the last and the first share one, where chunks wrap round), or folded
/// (the last beside the first, where they exchange an embedding); units go along the stages, along the
/// replicas, or there and back. Where there are units also every stage, or every replica, spread evenly over
/// some of them. Where slots have several kinds of GPUs, also the stages with the most work on the fastest
/// slots. [block] a slot each. Empty where blocks are fixed.
std::vector<std::vector<std::uint32_t>> structured_starts(const PlacementProblem& problem);

} // namespace pipette
