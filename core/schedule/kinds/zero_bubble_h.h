// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

namespace pipette {

/// Qi et al. 2023 (Zero Bubble), figures 3 and 5: 1F1B with the weight gradients put off: device d owes up to
/// d of them for each of `ahead_of_each` (H1: 1, H2: 2), so that input gradients reach the devices before it
/// sooner.
void fill_zero_bubble_h(ScheduleDraft& draft, int ahead_of_each);

} // namespace pipette
