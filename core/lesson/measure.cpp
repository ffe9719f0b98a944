// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/measure.h"

#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

/// Three figures, without zeros at the end of a fraction: "33", "0.273", "1050".
std::string figures(double value) {
    const double size = std::abs(value);
    if (size == 0)
        return "0";
    const int before = static_cast<int>(std::floor(std::log10(size))) + 1;
    std::string text = fmt::format("{:.{}f}", value, std::clamp(3 - before, 0, 9));
    if (text.find('.') != std::string::npos)
        text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.')
        text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string time_words(double seconds) {
    const double size = std::abs(seconds);
    if (size >= 0.9995)
        return figures(seconds) + " s";
    if (size >= 0.9995e-5 || size == 0)
        return figures(seconds * 1e3) + " ms";
    return figures(seconds * 1e6) + " µs";
}

} // namespace

std::string_view name_of(Dimension dimension) {
    switch (dimension) {
    case Dimension::number:
        return "number";
    case Dimension::share:
        return "share";
    case Dimension::time:
        return "time";
    case Dimension::memory:
        break;
    }
    return "memory";
}

std::string text_of(const Measure& measure) {
    switch (measure.dimension) {
    case Dimension::number:
        return figures(measure.value);
    case Dimension::share: {
        const double percent = 100 * measure.value;
        return fmt::format("{} %", std::abs(percent) < 9.95 ? figures(std::round(percent * 10) / 10)
                                                            : figures(std::round(percent)));
    }
    case Dimension::time:
        return time_words(measure.value);
    case Dimension::memory:
        break;
    }
    return figures(measure.value / bytes_per_gib) + " GiB";
}

bool are_level(double a, double b) {
    constexpr double level = 0.005;
    return std::abs(a - b) <= level * std::max(std::abs(a), std::abs(b));
}

} // namespace pipette
