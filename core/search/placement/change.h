// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace pipette {

/// A block in a slot: where it goes, or where it was.
struct Change {
    std::uint32_t block = 0; ///< replica * devices + device
    std::uint32_t slot = 0;
};

/// Changes that are made at once, in a placement that holds them already.
struct Move {
    std::span<const Change> changes, before;      ///< before: where the same blocks were
    std::span<const std::uint32_t> slot_of_block; ///< [block]
    std::span<const std::int32_t> block_of_slot;  ///< [slot] -1: spare
};

} // namespace pipette
