// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/candidate.h"

#include <string>

namespace pipette {

/// The canonical mapping as JSON: {"format": "pipette-mapping", "version": 1, "config",
/// "ranks": [{"rank", "host", "local_gpu"}]}.
std::string mapping_to_text(const Cluster& cluster, const Candidate& candidate);

} // namespace pipette
