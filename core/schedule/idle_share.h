// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/timeline.h"

namespace pipette {

/// Share of all devices' time until the makespan in which they do not compute, waiting to begin and waiting
/// at the end included: (K-1)/(M+K-1) for GPipe (Huang et al. 2019, section 2.3). 0 to 1.
double idle_share(const Timeline& timeline);

/// A part that is left when sums of the same times, added in another order, are taken from `whole`: nothing
/// where it is no more than their rounding.
double without_rounding(double part, double whole);

} // namespace pipette
