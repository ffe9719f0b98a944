// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"

#include <memory>
#include <vector>

namespace pipette {

class MemoryEstimator;
struct Recipe;

/// What the models know, beside the inputs: fitted efficiencies (and, when trained, the memory estimators).
struct Knowledge {
    Calibration calibration;
    /// Trained estimators by framework; empty: memory is analytic.
    std::shared_ptr<const std::vector<MemoryEstimator>> memory;
    /// What others published, for the baseline of that name; null: none.
    std::shared_ptr<const std::vector<Recipe>> recipes = nullptr;
};

} // namespace pipette
