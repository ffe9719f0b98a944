// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/faults.h"
#include "core/plan/plan.h"

#include <vector>

namespace pipette {

/// What a plan must keep off.
struct KeptOff {
    std::vector<int> gpus; ///< sorted: excluded, known to be broken, or of no use to the launcher
    BrokenLinks links;     ///< known to be broken
};

/// What the inputs exclude, and the faults of their cluster unless the limits allow them.
KeptOff kept_off(const PlanInputs& inputs);

/// The GPUs of kept_off() alone.
std::vector<int> gpus_kept_off(const PlanInputs& inputs);

} // namespace pipette
