// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/config_work.h"
#include "core/cost/pipeline_costs.h"
#include "core/search/problem/search_tables.h"
#include "core/search/problem/slot_classes.h"

namespace pipette {

/// Costs of one replica that no mapping of the configuration beats: every chunk on the fastest class of
/// slots, every message over the best link that its two blocks can have.
PipelineCosts fastest_costs(const SearchTables& tables, const ConfigWork& work, const SlotShape& shape,
                            const ClassTimes& classes);

/// Those of a configuration on the slots of its blocks' size, which must have been made before.
PipelineCosts fastest_costs(const SearchTables& tables, const ParallelConfig& config);
/// The same if nothing were exchanged inside blocks: quickly made.
PipelineCosts fastest_computing(const SearchTables& tables, const ParallelConfig& config);

/// Seconds of an iteration that no mapping goes below, by costs that none beats: their simulation, which
/// takes longer than their bound_time() and is tighter.
double fastest_time(const PipelineCosts& fastest, const ParallelConfig& config);

/// The same of a configuration, whose slots must have been made before. Where fast GPUs are too few for all
/// its blocks, it also counts that some replica has stages on slow ones.
double fastest_time(const SearchTables& tables, const ParallelConfig& config);

/// About what the fastest costs would take if the layers were spread so that all devices had as much to do,
/// seconds: all microbatches, and once the way of the first one through the pipeline.
double evenly_spread_time(const PipelineCosts& fastest);

} // namespace pipette
