// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <vector>

namespace pipette {

/// What is sent over levels of the fabric that have a price, such as zones of a cloud.
struct Transfers {
    double bytes = 0; ///< that leave a group of such a level
    double usd = 0;   ///< what they cost
    bool operator==(const Transfers&) const = default;
};

/// The levels of a cluster's fabric that have a price.
class PricedLevels {
public:
    explicit PricedLevels(const Cluster& cluster);

    bool any() const { return !levels_.empty(); }
    /// Adds a message between two nodes to `sum`. The message may leave groups of several levels that have a
    /// price: then the price of the highest of these levels counts.
    void send(int from_node, int to_node, double bytes, Transfers& sum) const;

private:
    struct Level {
        std::vector<int> group_of_node;
        double price_per_gb = 0;
    };
    std::vector<Level> levels_; ///< those that join the largest groups first
};

} // namespace pipette
