// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/axis_ticks.h"

#include "widgets/theme/units_text.h"

#include <algorithm>
#include <cmath>

namespace pipette {

std::vector<double> linearTicks(double low, double high, int most) {
    std::vector<double> ticks;
    if (!(high > low) || !std::isfinite(high - low) || most < 1)
        return ticks;
    const double least = (high - low) / most;
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    double step = power * 10;
    for (const double factor : {1.0, 2.0, 5.0})
        if (power * factor >= least * (1 - 1e-9)) {
            step = power * factor;
            break;
        }
    const double first = std::ceil(low / step - 1e-9);
    for (double i = first; i * step <= high + step * 1e-9; ++i)
        ticks.push_back(i == 0 ? 0 : i * step);
    return ticks;
}

QStringList tickTexts(const std::vector<double>& ticks) {
    qsizetype decimals = 0;
    for (const double tick : ticks)
        decimals = std::max(decimals, QString::number(tick, 'g', 6).section(QLatin1Char('.'), 1).size());
    QStringList texts;
    for (const double tick : ticks)
        texts << numberText(tick, 'f', static_cast<int>(decimals));
    return texts;
}

std::vector<double> logTicks(double low, double high, int most) {
    std::vector<double> ticks;
    if (!(low > 0) || !(high >= low) || most < 1)
        return ticks;
    const int first = static_cast<int>(std::floor(std::log10(low)));
    const int last = static_cast<int>(std::ceil(std::log10(high)));
    for (int power = first; power <= last; ++power)
        for (const double factor : {1.0, 2.0, 5.0}) {
            const double tick = factor * std::pow(10.0, power);
            if (tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9))
                ticks.push_back(tick);
        }
    if (ticks.size() < 3 && high > low) // less than a decade: round steps read better
        ticks = linearTicks(low, high, most);
    if (ticks.size() > static_cast<std::size_t>(most)) { // powers of ten before numbers that skip some
        std::vector<double> powers;
        for (const double tick : ticks)
            if (const double power = std::log10(tick); std::abs(power - std::round(power)) < 1e-9)
                powers.push_back(tick);
        if (powers.size() > 1)
            ticks = std::move(powers);
    }
    const std::size_t stride =
        (ticks.size() + static_cast<std::size_t>(most) - 1) / static_cast<std::size_t>(most);
    std::vector<double> thinned;
    for (std::size_t i = 0; i < ticks.size(); i += std::max<std::size_t>(stride, 1))
        thinned.push_back(ticks[i]);
    return thinned;
}

} // namespace pipette
