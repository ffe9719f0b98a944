// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/import_cluster.h"
#include "core/formats/logs/measurements.h"

namespace pipette {

/// Puts what several files measured together: nodes and kinds, links (repeated ones by the statistic), the
/// inside of a node, racks. What no file says is taken from the GPU's data sheet and reported. Throws
/// InputError when the files contradict each other or the GPU is unknown.
Cluster merge_measurements(const std::vector<Measurements>& files, const ImportOptions& options,
                           ImportReport& report);

} // namespace pipette
