// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/traffic/priced_levels.h"

#include "core/base/index.h"
#include "core/base/units.h"

namespace pipette {

PricedLevels::PricedLevels(const Cluster& cluster) {
    std::vector<std::vector<int>> groups = groups_of_levels(cluster);
    for (std::size_t level = groups.size(); level-- > 0;)
        if (const double price = cluster.fabric.levels[level].price_per_gb; price > 0)
            levels_.push_back({std::move(groups[level]), price});
}

void PricedLevels::send(int from_node, int to_node, double bytes, Transfers& sum) const {
    for (const Level& level : levels_)
        if (level.group_of_node[index(from_node)] != level.group_of_node[index(to_node)]) {
            sum.bytes += bytes;
            sum.usd += bytes / bytes_per_gb * level.price_per_gb;
            return;
        }
}

} // namespace pipette
