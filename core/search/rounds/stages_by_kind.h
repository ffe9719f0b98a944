// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/problem/search_tables.h"

#include <vector>

namespace pipette {

/// Whether the cluster has several kinds of GPUs, and the framework and the model allow stages of any number
/// of layers.
bool may_split_by_kind(const PlanInputs& inputs);

/// Of a cluster with several kinds of GPUs, the configurations whose stages have as many layers as their
/// kinds of GPUs are fast (help: search.md, "Unlike GPUs"): one for each of `configs` that has several
/// stages, one chunk a stage and layers that are alike, where fastest_split() finds another split than the
/// even one and the split fits. Shapes of all configurations must be known to the tables.
std::vector<ParallelConfig> split_by_kind(const SearchTables& tables,
                                          const std::vector<ParallelConfig>& configs, int threads);

} // namespace pipette
