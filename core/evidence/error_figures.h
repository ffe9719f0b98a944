// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace pipette {

/// Errors as fractions of the measured figure.
struct ErrorFigures {
    int n = 0;
    double mape = 0, median_ape = 0;
    double bias = 0;     ///< mean of predicted/measured - 1
    double spearman = 0; ///< rank correlation of predicted and measured
    double in_range = 0; ///< share of measured figures within the range shown, where one is
};

/// Of as many predicted as measured values, these above 0.
ErrorFigures error_figures(const std::vector<double>& predicted, const std::vector<double>& measured);
/// Spearman's rank correlation, ties ranked in the mean; 0 for fewer than two values.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

} // namespace pipette
