// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <string>

namespace CLI {
class Validator;
}

namespace pipette {

/// A candidate as options name it: a number of ours, or a baseline.
CLI::Validator candidate_name();

/// Ours by number, a baseline by its planner's name; empty: the fastest that meets no known fault it should
/// keep off. `file`: of the plan. Throws InputError.
const Candidate& chosen_candidate(const Plan& plan, const std::string& file, const std::string& name);

} // namespace pipette
