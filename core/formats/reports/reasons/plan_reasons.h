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

/// How a table tells times: always in milliseconds, or in seconds where an iteration lasts one.
enum class TableTimes { milliseconds, readable };
/// Where the time of one iteration goes, a row a part: its name, then of each candidate the time and its
/// share of the iteration. Parts that no candidate has are left out.
ReportTable breakdown_table(const std::vector<NamedCandidate>& candidates,
                            TableTimes times = TableTimes::milliseconds);

/// Why a candidate takes as long as it does.
struct PlanReasons {
    /// "Why pp=8 tp=1 dp=16 wins" of the best plan, "pp=4 tp=1 dp=32: 5 % slower than the best plan" of
    /// another; empty where the plan has no candidate.
    std::string heading;
    ReportTable times; ///< breakdown_table() of the candidate and its rivals
    /// What it spends less on than each rival, which links it uses, and on unlike GPUs why its stages have
    /// their layers and GPUs.
    std::vector<std::string> sentences;
    std::optional<ReportTable> stages; ///< see stage_table()
};

/// A candidate beside the best plan (the best beside the runner-up), the best in host order, Megatron's rule
/// and the published recipe, and which slow links of the cluster it does without. The candidate is one of the
/// plan's, or one of them with a person's edits. `links`: links_of(plan.inputs).
PlanReasons plan_reasons(const Plan& plan, const Candidate& candidate, const Links& links);

} // namespace pipette
