// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/pools/pooled_plan.h"

#include <string>

namespace pipette {

/// The document of `pipette pools --json` (help: formats.md, "JSON of the commands").
std::string pools_to_text(const PlanInputs& inputs, const PooledPlan& plan, PoolsBy by);

} // namespace pipette
