// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"
#include "core/formats/reports/report.h"
#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// A candidate, and what it is called beside others.
struct NamedCandidate {
    std::string name;
    const Candidate* candidate;
};

/// Where the time of one iteration goes, a row a part: its name, then of each candidate milliseconds and
/// their share of the iteration. Parts that no candidate has are left out.
ReportTable breakdown_table(const std::vector<NamedCandidate>& candidates);

/// Why the best plan wins.
struct PlanReasons {
    std::string heading; ///< "Why pp=8 tp=1 dp=16 wins"; empty: there is no candidate
    ReportTable times;   ///< breakdown_table() of the best and its rivals
    /// What it spends less on than each rival, which links it uses, and on unlike GPUs why its stages have
    /// their layers and GPUs.
    std::vector<std::string> sentences;
    std::optional<ReportTable> stages; ///< see stage_table()
};

/// The best plan beside the runner-up, the best in host order, Megatron's rule and the published recipe, and
/// which slow links of the cluster it does without. `links`: links_of(plan.inputs).
PlanReasons plan_reasons(const Plan& plan, const Links& links);

} // namespace pipette
