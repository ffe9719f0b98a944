// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"

namespace pipette {

/// The waits that a fit looks for in runs, as they were first seen and each of no size yet: in jobs from some
/// hundreds of GPUs on, and of more than four nodes (help: accuracy.md).
Congestion fitted_congestion();

/// Efficiency between nodes of the jobs of a calibration's runs that reach beyond a leaf: a fit tells it as
/// one number. What is above 1 is the kernels' and holds everywhere, what is below is the fabric's.
double efficiency_beyond_leaf(const KindCalibration& kind);
void set_efficiency_beyond_leaf(KindCalibration& kind, double efficiency);

} // namespace pipette
