// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/candidate.h"

#include <string>

namespace pipette {

/// The document of `pipette estimate --json`: {"gpus", "candidate"}.
std::string estimate_to_text(const Cluster& cluster, const Candidate& candidate);

} // namespace pipette
