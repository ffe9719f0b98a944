// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/rank_grid.h"

#include <span>
#include <vector>

namespace pipette {

struct Links;
struct SlotLayout;

/// Of each collective the groups of a stage whose times have to be worked out: in every placement each other
/// group takes as long as one of them, because its members lie on the same nodes in the same order, behind
/// network cards with as many users. A rank of a group is replica * peers + peer. Asks that nodes alone
/// decide what links take and that blocks in different slots share no network card.
std::vector<std::vector<int>> unlike_groups(const Links& links, const SlotLayout& layout,
                                            std::span<const RankGroups* const> collectives);

/// Whether no two slots share a node or a network card, and the peers of every slot lie over its nodes and
/// its cards as those of the first slot do: whether a group spans nodes, and how many of its GPUs use a card,
/// is then the same in every placement.
bool are_slots_alike(const Links& links, const SlotLayout& layout);

} // namespace pipette
