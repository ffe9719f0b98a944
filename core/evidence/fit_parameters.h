// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"

#include <Eigen/Core>
#include <span>

namespace pipette {

/// A number of an entry that is fitted, what it is on a typical machine, and how firmly a fit holds it: by
/// one over this much, in its logarithm, it moves as easily as one source's errors by FitOptions::spread.
struct FitParameter {
    double KindCalibration::*member;
    double typical, prior_weight;
    bool of_kernels = false; ///< alike in frameworks that run the same kernels (Framework::kernels)
};

/// All of them.
std::span<const FitParameter> fit_parameters();

/// Every number typical.
KindCalibration typical_kind();

/// The logarithms that a fit walks over, in the order of fit_parameters(), and the entry that has them, each
/// in its range.
Eigen::VectorXd logarithms(const KindCalibration& kind);
KindCalibration with(KindCalibration kind, const Eigen::VectorXd& x);

} // namespace pipette
