// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/least_squares.h"

#include <Eigen/Cholesky>
#include <cmath>

namespace pipette {
namespace {

double huber(double r, double scale) {
    const double a = std::abs(r);
    return a <= scale ? a * a : scale * (2 * a - scale);
}

double loss(const Eigen::VectorXd& r, Eigen::Index robust_rows, double scale) {
    double sum = r.tail(r.size() - robust_rows).squaredNorm();
    for (Eigen::Index i = 0; i < robust_rows; ++i)
        sum += huber(r[i], scale);
    return sum;
}

} // namespace

Eigen::VectorXd least_squares(const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& residuals,
                              Eigen::VectorXd x, Eigen::Index robust_rows, double scale, int iterations,
                              const std::stop_token& stop) {
    constexpr double step = 1e-3;
    double damping = 1e-2;
    Eigen::VectorXd r = residuals(x);
    double best = loss(r, robust_rows, scale);
    for (int iteration = 0; iteration < iterations && !stop.stop_requested(); ++iteration) {
        Eigen::MatrixXd jacobian(r.size(), x.size());
        for (Eigen::Index j = 0; j < x.size(); ++j) {
            Eigen::VectorXd moved = x;
            moved[j] += step;
            jacobian.col(j) = (residuals(moved) - r) / step;
        }
        Eigen::VectorXd weight = Eigen::VectorXd::Ones(r.size());
        for (Eigen::Index i = 0; i < robust_rows; ++i)
            weight[i] = std::abs(r[i]) > scale ? scale / std::abs(r[i]) : 1;
        const Eigen::MatrixXd normal = jacobian.transpose() * weight.asDiagonal() * jacobian;
        const Eigen::VectorXd gradient = jacobian.transpose() * weight.cwiseProduct(r);
        const double before = best;
        for (int attempt = 0; attempt < 6; ++attempt) {
            Eigen::MatrixXd damped = normal;
            damped.diagonal() += damping * (normal.diagonal().array() + 1e-6).matrix();
            const Eigen::VectorXd trial = x - damped.ldlt().solve(gradient).cwiseMax(-1).cwiseMin(1);
            const Eigen::VectorXd at_trial = residuals(trial);
            const double value = loss(at_trial, robust_rows, scale);
            if (value < best) {
                x = trial, r = at_trial, best = value;
                damping = std::max(damping / 4, 1e-6);
                break;
            }
            damping *= 4;
        }
        if (best > before * (1 - 1e-5))
            break;
    }
    return x;
}

} // namespace pipette
