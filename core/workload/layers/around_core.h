// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/layers/part_table.h"
#include "core/workload/transformer_model.h"

namespace pipette {

/// Adds the rows that every kind of attention has around its core: the memory traffic of the rotary embedding
/// and of casts, the kept queries, keys, values and output, and the sums of tensor parallelism.
/// `projections`: the modules whose recomputation repeats queries, keys and values.
void add_around_core(PartTable& part, const TransformerModel& model, RecomputeModules projections);

} // namespace pipette
