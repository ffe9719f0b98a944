// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/headroom.h"
#include "core/search/rounds/planner.h"

#include <stop_token>

namespace pipette {

/// The headroom of a job on the GPUs of its inputs, by doubling and bisection over every configuration that
/// the limits allow. What was found so far when it is stopped. Throws InputError as plan() does.
Headroom find_headroom(const PlanInputs& inputs, const Knowledge& knowledge, std::stop_token stop = {});

} // namespace pipette
