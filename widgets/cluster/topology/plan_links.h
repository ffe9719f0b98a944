// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace pipette {

class ShownGpus;

/// A link that the shown plan uses.
struct PlanLink {
    int from = 0, to = 0;  ///< GPUs
    bool ring = false;     ///< gradient exchange or a selected group; else pipeline
    bool selected = false; ///< of the one GPU that is selected, or of its pipeline
};

/// The links that a picture shows: of the selected group between each two of its nodes, the slower way; else
/// of the selected stage and replica; else of all pipelines, unless there are too many. None without a plan.
std::vector<PlanLink> planLinks(const ShownGpus& gpus);

} // namespace pipette
