// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/cost/links.h"
#include "core/plan/plan.h"

#include <vector>

namespace pipette {

/// Bytes of the gradients of the whole model, as its framework exchanges them.
double gradient_bytes(const PlanInputs& inputs);

/// Seconds of the sum of gradients over pools, after each has added up its own: the parameters are cut into
/// as many slices as the largest pool has GPUs, stage by stage, and each slice is all-reduced between its
/// owners, one GPU of every pool, all slices at the same time. 0 for a single pool.
double exchange_between_s(const PlanInputs& inputs, const Links& links,
                          const std::vector<const Candidate*>& of_pools, const Calibration& calibration);

} // namespace pipette
