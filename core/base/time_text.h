// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace pipette {

/// "2.99 s", "371 ms", "3.20 µs": a time in three figures, in the unit that suits it. With four figures,
/// where near times stand side by side, "2.993 s".
std::string time_text(double seconds, int figures = 3);

/// Whether two times are within half a percent of each other: neither is called faster.
bool is_level(double seconds, double other_seconds);

} // namespace pipette
