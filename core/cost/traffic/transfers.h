// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"
#include "core/plan/rank_mapping.h"

namespace pipette {

/// What a mapping sends in one iteration over levels of the fabric that have a price, such as zones of a
/// cloud.
struct Transfers {
    double bytes = 0; ///< that leave a group of such a level
    double usd = 0;   ///< what they cost
};

/// A message may leave groups of several levels that have a price: then the price of the highest of these
/// levels counts. Rings go over the nodes in the order in which the ranks of the group first touch them, and
/// each member sends its share over each hop of the ring. Returns zeros if no level has a price.
Transfers transfers_of(const Cluster& cluster, const ConfigWork& work, const RankMapping& mapping);

} // namespace pipette
