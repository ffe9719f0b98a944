// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/links.h"
#include "core/plan/plan.h"
#include "core/search/space/knowledge.h"

namespace pipette {

/// Time and memory of one configuration and mapping, over the snapshots where there are any: what `pipette
/// estimate`, a drag and every table show.
Candidate evaluate(const PlanInputs& inputs, const ParallelConfig& config, const RankMapping& mapping,
                   const Knowledge& knowledge);

/// The same on one table of links; on links_of(inputs) and without a history it is the same figure, and
/// quicker where many evaluations follow.
Candidate evaluate(const PlanInputs& inputs, const Links& links, const ParallelConfig& config,
                   const RankMapping& mapping, const Knowledge& knowledge);

} // namespace pipette
