// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace pipette {

/// A block in a slot: where it goes, or where it was.
struct Change {
    std::uint32_t block = 0; ///< replica * devices + device
    std::uint32_t slot = 0;
};

/// What blocks of a placement have in common: they are the replicas of one stage, or the stages of one
/// replica.
enum class BlockLine { stage, replica };

/// Two nodes, all of whose blocks change places slot by slot.
struct NodeSwap {
    std::uint32_t a = 0, b = 0;
};

/// Changes that are made at once, in a placement that holds them already.
struct Move {
    std::span<const Change> changes, before;      ///< before: where the same blocks were
    std::span<const std::uint32_t> slot_of_block; ///< [block]
    std::span<const std::int32_t> block_of_slot;  ///< [slot] -1: spare
    std::optional<NodeSwap> swap = {};            ///< where the changes are nothing else
};

} // namespace pipette
