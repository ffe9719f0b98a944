// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"
#include "core/cost/traffic/priced_levels.h"
#include "core/plan/rank_mapping.h"

namespace pipette {

/// What a mapping sends in one iteration over levels of the fabric that have a price. Rings go over the nodes
/// in the order in which the ranks of the group first touch them, and each member sends its share over each
/// hop of the ring. Returns zeros if no level has a price.
Transfers transfers_of(const Cluster& cluster, const ConfigWork& work, const RankMapping& mapping);

} // namespace pipette
