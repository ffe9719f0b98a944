// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/candidate.h"

#include <span>
#include <string_view>

namespace pipette {

/// A part of an iteration's time and its name for a person.
struct TimePart {
    std::string_view name;
    double Breakdown::*seconds;
};

/// Every part of a Breakdown, in the order in which they are shown.
std::span<const TimePart> time_parts();

} // namespace pipette
