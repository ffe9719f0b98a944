// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <string>

namespace pipette {

// What a person must know of a plan before it is trusted, as parts of a sentence; empty where there is
// nothing.

/// "crosses the broken link a03 - a07 (network error) and 2 other known faults"
std::string crossing_text(const Cluster& cluster, const Candidate& candidate);

/// "relies on 3 links that nobody measured (the first: a03 to a07)"
std::string assumed_links_text(const Cluster& cluster, const Candidate& candidate);

/// "3 known, kept off: the broken link a03 - a07 (network error), the broken GPU a01:2 and 1 more"
std::string known_faults_text(const PlanInputs& inputs);

} // namespace pipette
