// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/layers/part_table.h"
#include "core/workload/transformer_model.h"

namespace pipette {

/// Adds a feed-forward network that every token goes through, of so many elements between its matrices.
/// `modules`: those of which recomputation repeats the network.
void add_network(PartTable& part, const TransformerModel& model, double width, RecomputeModules modules);

} // namespace pipette
