// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/report.h"
#include "core/plan/plan.h"

#include <memory>
#include <string>
#include <vector>

namespace pipette {

/// The chosen candidate beside the best of the other planners, and how much slower each is.
ReportTable rivals_table(const Plan& plan, const Candidate& candidate);

/// A candidate that a person pinned to hold others against, and what it was planned for.
struct PinnedCandidate {
    std::string name;
    const Candidate* candidate;
    std::shared_ptr<const Cluster> cluster;
    std::string model;
};

/// The chosen candidate beside the pinned ones, whose cluster, model and job may be others.
ReportTable pinned_table(const Plan& plan, const Candidate& candidate,
                         const std::vector<PinnedCandidate>& pinned);

/// The fastest candidates and the best of the other planners, with the chosen one marked.
ReportTable candidates_table(const Plan& plan, const Candidate& candidate);

/// How many configurations were left out for which reason, and those that were nearest to being chosen. Empty
/// where none was.
std::vector<ReportBlock> rejections(const Plan& plan);

} // namespace pipette
