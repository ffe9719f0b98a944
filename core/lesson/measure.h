// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace pipette {

/// What a figure of a lesson is counted in: nothing, parts of a whole (0 to 1), seconds or bytes.
enum class Dimension { number, share, time, memory };
std::string_view name_of(Dimension dimension); ///< "number", "share", "time", "memory"

/// A figure with its dimension.
struct Measure {
    double value = 0;
    Dimension dimension = Dimension::number;
};

/// For a person, in three figures at most: "33 ms", "27 %", "12.4 GiB", "1.5".
std::string text_of(const Measure& measure);

/// Whether two figures are within half a percent of each other: a lesson calls neither the larger one.
bool are_level(double a, double b);

} // namespace pipette
