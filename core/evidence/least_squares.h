// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <functional>
#include <stop_token>

namespace pipette {

/// Levenberg-Marquardt with forward differences and Huber's loss by iterated weights; residuals of `x` in
/// order. Returns the best x found. `scale` is the residual from which a row counts linearly (rows after
/// `robust_rows` always count by their square).
Eigen::VectorXd least_squares(const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& residuals,
                              Eigen::VectorXd x, Eigen::Index robust_rows, double scale, int iterations,
                              const std::stop_token& stop);

} // namespace pipette
