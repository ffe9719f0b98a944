// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pipette {

std::string time_text(double seconds) {
    constexpr double least_in_s = 0.9995; // what would read 1000 ms reads 1.00 s
    const bool in_s = std::abs(seconds) >= least_in_s;
    const double value = in_s ? seconds : 1000 * seconds;
    const int decimals = std::abs(value) >= 99.95 ? 0 : std::abs(value) >= 9.995 ? 1 : 2;
    return fmt::format("{:.{}f} {}", value, decimals, in_s ? "s" : "ms");
}

bool is_level(double seconds, double other_seconds) {
    constexpr double level = 0.005;
    return std::max(seconds, other_seconds) <= (1 + level) * std::min(seconds, other_seconds);
}

} // namespace pipette
