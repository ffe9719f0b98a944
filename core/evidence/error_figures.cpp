// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/error_figures.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pipette {
namespace {

/// Ranks from 0, ties in the mean.
std::vector<double> ranks_of(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t last = first + 1;
        while (last < order.size() && values[order[last]] == values[order[first]])
            ++last;
        for (std::size_t i = first; i < last; ++i)
            ranks[order[i]] = 0.5 * static_cast<double>(first + last - 1);
        first = last;
    }
    return ranks;
}

} // namespace

double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
    if (a.size() < 2)
        return 0;
    const std::vector<double> x = ranks_of(a), y = ranks_of(b);
    const double mean = 0.5 * static_cast<double>(a.size() - 1);
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        xy += (x[i] - mean) * (y[i] - mean);
        xx += (x[i] - mean) * (x[i] - mean);
        yy += (y[i] - mean) * (y[i] - mean);
    }
    return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

ErrorFigures error_figures(const std::vector<double>& predicted, const std::vector<double>& measured) {
    ErrorFigures figures;
    figures.n = static_cast<int>(predicted.size());
    if (predicted.empty())
        return figures;
    std::vector<double> sizes;
    for (std::size_t i = 0; i < predicted.size(); ++i) {
        const double error = predicted[i] / measured[i] - 1;
        figures.bias += error / figures.n;
        figures.mape += std::abs(error) / figures.n;
        sizes.push_back(std::abs(error));
    }
    figures.median_ape = median(sizes);
    figures.spearman = rank_correlation(predicted, measured);
    return figures;
}

} // namespace pipette
