// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <string>

namespace pipette {

/// short_name() with what `--config` would take another way if it were left out: where the job's framework
/// does something else by itself, and where layers are spread evenly though that is not usual for the model.
std::string full_name(const ParallelConfig& config, const PlanInputs& inputs);

} // namespace pipette
