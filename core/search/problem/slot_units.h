// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/space/slot_layout.h"

#include <cstdint>
#include <vector>

namespace pipette {

/// Slots by the units in which they lie together: nodes, NVLink domains, or leaves of the fabric.
struct SlotUnits {
    std::vector<std::uint32_t> unit_of_slot;       ///< [slot]
    std::vector<std::vector<std::uint32_t>> slots; ///< [unit] ascending

    std::size_t count() const { return slots.size(); }
};

/// The ways in which the slots lie together, the smallest units first: those that have several units, some of
/// them with several slots. None where `blocks` take all slots and no nodes form a domain: then there is
/// nothing to choose, and nodes that change places do the rest.
std::vector<SlotUnits> slot_units(const Cluster& cluster, const SlotLayout& layout, int blocks);

/// The placement ([block] slot) after units `a` and `b` have swapped what they hold, slot by slot. Where one
/// of them has more slots, blocks in its further slots stay.
std::vector<std::uint32_t> with_units_swapped(std::vector<std::uint32_t> placement, const SlotUnits& units,
                                              std::uint32_t a, std::uint32_t b);

} // namespace pipette
