// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plans/compared_plan.h"

namespace pipette {

struct Scenario;

/// A pinned plan as the views compare it.
ComparedPlan compared_of(const Scenario& scenario);

} // namespace pipette
