// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"

#include <Eigen/Core>
#include <span>

namespace pipette {

/// A number of an entry that is fitted, where the fit starts, and how firmly it is held there.
struct FitParameter {
    const char* name;
    double least, most;
    double start, firmness;
    double (*of)(const KindCalibration&);
    void (*set)(KindCalibration&, double);
    bool of_many = false; ///< few runs do not tell it: it stays at its start
};

/// All of them: kernels and links of the entry, and sizes of the waits of fitted_congestion().
std::span<const FitParameter> fit_parameters();

/// A typical machine's: every number at its start.
KindCalibration typical_kind();

/// The logarithms that a fit walks over, in the order of fit_parameters(), and the entry that has them.
Eigen::VectorXd logarithms(const KindCalibration& kind);
KindCalibration with(KindCalibration kind, const Eigen::VectorXd& x);

} // namespace pipette
