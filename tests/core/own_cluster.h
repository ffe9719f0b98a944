// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace pipette {

/// The cluster of the inputs for a test to change, no longer shared with anybody.
inline Cluster& own_cluster(PlanInputs& inputs) {
    const auto own = std::make_shared<Cluster>(*inputs.cluster);
    inputs.cluster = own;
    return *own;
}

} // namespace pipette
