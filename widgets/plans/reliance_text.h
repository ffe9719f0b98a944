// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/plan/candidate.h"

#include <QString>

namespace pipette {

/// What a candidate's time rests on that may not hold, in a few words: "crosses 1 fault", "relies on 3 links
/// not measured", or both; empty where it does neither.
QString relianceText(const Candidate& candidate);
/// The same with each fault and link, a line each, after `most` lines how many more there are. Faults and
/// links that are not of this cluster are left out.
QString relianceDetails(const Cluster& cluster, const Candidate& candidate, int most = 12);

} // namespace pipette
