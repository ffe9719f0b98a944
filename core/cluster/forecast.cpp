// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/forecast.h"

#include "core/base/median.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

namespace pipette {
namespace {

/// The signs of what a cell differs from its median, snapshot by snapshot, and the products of neighbours.
class Signs {
public:
    void add_cell(const History& history, int from, int to) {
        values_.clear();
        for (const BandwidthMatrix& snapshot : history.snapshots) {
            if (!snapshot.measured(from, to))
                return; // neighbours would not be neighbours
            values_.push_back(snapshot.at(from, to));
        }
        sorted_ = values_;
        const double middle = median(sorted_);
        long before = 0;
        for (const double value : values_) {
            const long sign = long(value > middle) - long(value < middle);
            products_ += sign * before, squares_ += sign * sign;
            before = sign;
        }
    }
    double mean_product(std::size_t days) const {
        const double pairs = double(squares_) * double(days - 1) / double(days);
        return pairs > 0 ? double(products_) / pairs : 0;
    }

private:
    std::vector<double> values_, sorted_;
    long products_ = 0, squares_ = 0;
};

} // namespace

double day_to_day(const History& history) {
    const std::size_t days = history.snapshots.size();
    if (days < 6)
        return 0;
    Signs signs;
    const long size = history.snapshots.front().size();
    constexpr long enough = 4099; // cells; a prime, so that a step seldom meets the same columns again
    const long step = std::max(1L, size * size / enough);
    for (long cell = 0; cell < size * size; cell += step)
        signs.add_cell(history, int(cell / size), int(cell % size));
    const double correlation =
        std::sin(std::numbers::pi / 2 * std::clamp(signs.mean_product(days), 0.0, 1.0));
    return correlation > 0 ? std::min(1.0, correlation + (1 + 3 * correlation) / double(days)) : 0;
}

std::vector<double> snapshot_weights(const History& history) {
    const std::size_t days = history.snapshots.size(), ahead = std::max<std::size_t>(1, days / 2);
    const double kept = day_to_day(history);
    double last = 0, power = 1;
    for (std::size_t day = 0; day < ahead; ++day)
        last += (power *= kept) / double(ahead);
    std::vector<double> weights(days, (1 - last) / double(days));
    weights.back() += last;
    return weights;
}

std::size_t snapshot_at_quantile(const std::vector<double>& times, const std::vector<double>& weights,
                                 double quantile) {
    std::vector<std::size_t> order(times.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
    constexpr double rounding = 1e-9; // of the weights' sum
    double slower = 1 - quantile;
    std::size_t at = order.size() - 1;
    while (at > 0 && weights[order[at]] <= slower + rounding)
        slower -= weights[order[at--]];
    return order[at];
}

Forecast forecast(const History& history, const std::vector<double>& weights) {
    const int size = history.snapshots.front().size();
    Forecast forecast{BandwidthMatrix(size), 0};
    double squares = 0;
    long cells = 0;
    for (int from = 0; from < size; ++from)
        for (int to = 0; to < size; ++to) {
            double weight = 0, sum = 0, square_sum = 0;
            for (std::size_t day = 0; day < weights.size(); ++day)
                if (const BandwidthMatrix& snapshot = history.snapshots[day]; snapshot.measured(from, to)) {
                    const double time = 1 / snapshot.at(from, to);
                    weight += weights[day], sum += weights[day] * time;
                    square_sum += weights[day] * time * time;
                }
            if (weight <= 0)
                continue;
            const double mean = sum / weight;
            forecast.expected.set(from, to, 1 / mean);
            squares += std::max(0.0, square_sum / weight / (mean * mean) - 1);
            ++cells;
        }
    forecast.spread = cells > 0 ? std::sqrt(squares / double(cells)) : 0;
    return forecast;
}

} // namespace pipette
