// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace pipette {

std::string time_text(double seconds) {
    constexpr double least = 0.9995; // what would read 1000 ms reads 1.00 s
    if (seconds == 0)
        return "0 s";
    const double size = std::abs(seconds);
    const auto [value, unit] = size >= least          ? std::pair(seconds, "s")
                               : 1000 * size >= least ? std::pair(1e3 * seconds, "ms")
                                                      : std::pair(1e6 * seconds, "µs");
    const int decimals = std::abs(value) >= 99.95 ? 0 : std::abs(value) >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f} {}", value, decimals, unit);
}

bool is_level(double seconds, double other_seconds) {
    constexpr double level = 0.005;
    return std::max(seconds, other_seconds) <= (1 + level) * std::min(seconds, other_seconds);
}

} // namespace pipette
