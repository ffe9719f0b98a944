// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace pipette {

/// Which mappings a launcher can express.
struct LauncherReach {
    bool node_after_node = false; ///< none but those in which every node runs consecutive ranks
    bool gpus_in_order = false;   ///< ... and rank after rank on GPUs 0, 1, ... of its node
    bool equal_nodes = false;     ///< none but those in which every node in use runs as many ranks

    bool any_mapping() const { return !node_after_node && !gpus_in_order && !equal_nodes; }
    bool operator==(const LauncherReach&) const = default;
};

/// The launcher that a plan must be made for.
struct LauncherLimit {
    std::string name; ///< of its export format
    LauncherReach reach;
    bool operator==(const LauncherLimit&) const = default;
};

} // namespace pipette
