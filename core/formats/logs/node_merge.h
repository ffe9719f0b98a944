// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/import_cluster.h"
#include "core/formats/logs/measurements.h"

namespace pipette {

/// Fills node_kinds and the kind of each node from what the files say of GPUs, NICs and the inside of a node.
/// Throws InputError when no file and no option names the GPU, or sizes contradict.
void merge_node_kinds(Cluster& cluster, const std::vector<Measurements>& files, const ImportOptions& options,
                      ImportReport& report);

} // namespace pipette
