// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace pipette {

/// A plan and the one of its candidates that is looked at.
struct DiffSide {
    const PlanInputs& inputs;
    const Candidate& candidate;
};

/// One thing that differs, for a person: "time", "bubble", "412.0 ms", "371.2 ms", "-9.9 %".
struct Difference {
    std::string section; ///< "inputs", "configuration", "mapping", "time", "memory"
    std::string name;
    std::string before, after;
    std::string change; ///< of numbers, in per cent; else empty
    bool operator==(const Difference&) const = default;
};

/// Everything that differs between two plans, section by section; empty where nothing does.
std::vector<Difference> differences(const DiffSide& before, const DiffSide& after);

} // namespace pipette
