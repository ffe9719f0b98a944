// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/formats/reports/report.h"
#include "core/plan/candidate.h"

#include <optional>

namespace pipette {

/// Where each stage lies: nodes by rack, their GPUs coloured and numbered by stage. Of many nodes each is one
/// cell. GPUs of the first copy are bold, GPUs without a rank carry a dash.
ReportChart placement_chart(const Cluster& cluster, const Candidate& candidate);

/// The measured bandwidth between nodes. Where several links share a cell of the map, it shows the slowest.
/// Empty: the cluster has fewer than two nodes, or nothing was measured.
std::optional<ReportMap> bandwidth_map(const Cluster& cluster);

/// The slowest links between nodes that were measured and work.
ReportTable slowest_links_table(const Cluster& cluster);

} // namespace pipette
