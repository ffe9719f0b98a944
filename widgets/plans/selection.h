// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/rank_grid.h"

#include <optional>
#include <vector>

namespace pipette {

/// What a person has chosen, shared by every view. -1: nothing chosen on that axis. GPUs are numbers of the
/// cluster.
struct Selection {
    int candidate = -1;    ///< row among the document's candidates
    std::vector<int> gpus; ///< sorted
    int device = -1;       ///< pipeline device (stage) of the shown candidate
    int replica = -1;      ///< data parallel replica
    /// By which groups GPUs are shown, chosen and carried; none, or one that the plan does not have: by
    /// blocks.
    std::optional<Axis> grouping = {};
    bool operator==(const Selection&) const = default;
};

} // namespace pipette
