// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <string>

namespace pipette {

/// One line a candidate, baselines too, in the order of ranked_candidates() and then a published recipe: what
/// `export --candidate` takes, configuration, times, breakdown and the fullest device. Numbers read back to
/// the last bit.
std::string candidates_csv(const Plan& plan);

} // namespace pipette
