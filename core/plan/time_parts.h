// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/inks.h"
#include "core/plan/candidate.h"

#include <span>
#include <string_view>
#include <vector>

namespace pipette {

/// A part of an iteration's time; its name and its colour are those of its ink.
struct TimePart {
    Ink ink;
    double Breakdown::*seconds;
    constexpr std::string_view name() const { return name_of(ink); }
};

/// Every part of a Breakdown, in the order in which they are shown.
std::span<const TimePart> time_parts();

/// How much longer a part takes than before.
struct TimeChange {
    double Breakdown::*seconds;
    double change_s = 0;
    bool operator==(const TimeChange&) const = default;
};

/// The parts that changed most, most first: three at most, and none below a twentieth of the first.
std::vector<TimeChange> largest_changes(const Breakdown& before, const Breakdown& after);

} // namespace pipette
