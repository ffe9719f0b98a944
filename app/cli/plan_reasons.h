// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"
#include "core/plan/plan.h"

#include <string>

namespace pipette {

/// Why the best plan wins: where its time goes beside the runner-up, the best in host order, Megatron's rule
/// and the published recipe, and which slow links of the cluster it does without. `links`:
/// links_of(plan.inputs). Empty when there is no candidate.
std::string plan_reasons(const Plan& plan, const Links& links);

/// Where the time of one iteration goes, a line a part, as table of `candidates` beside each other.
struct NamedCandidate {
    std::string name;
    const Candidate* candidate;
};
std::string breakdown_table(const std::vector<NamedCandidate>& candidates);

} // namespace pipette
