// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace pipette {

std::string time_text(double seconds, int figures) {
    const double least = 1 - 0.5 * std::pow(10.0, -figures); // what would read 1000 ms reads 1.00 s
    if (seconds == 0)
        return "0 s";
    const double size = std::abs(seconds);
    const auto [value, unit] = size >= least          ? std::pair(seconds, "s")
                               : 1000 * size >= least ? std::pair(1e3 * seconds, "ms")
                                                      : std::pair(1e6 * seconds, "µs");
    int decimals = figures - 1;
    for (double next = 10 * least; decimals > 0 && std::abs(value) >= next; next *= 10)
        --decimals;
    return fmt::format("{:.{}f} {}", value, decimals, unit);
}

bool is_level(double seconds, double other_seconds) {
    constexpr double level = 0.005;
    return std::max(seconds, other_seconds) <= (1 + level) * std::min(seconds, other_seconds);
}

} // namespace pipette
