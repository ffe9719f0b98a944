// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"
#include "core/formats/text/json_reader.h"

#include <string>
#include <vector>

namespace pipette {

/// The Pipette authors' matrix file {"gpus": ["host", ...], "bandwidth": [[...]]}: node by node in GB/s,
/// numbers may be texts, the diagonal is intra-node, meaning flow.
struct PipetteMatrix {
    std::vector<std::string> hosts;
    BandwidthMatrix bandwidth;               ///< between hosts; diagonal taken out
    std::vector<double> intra_node_gb_per_s; ///< the diagonal, where it is given
};

bool is_pipette_matrix(const JsonValue& root);
PipetteMatrix pipette_matrix_from_json(const JsonValue& root); ///< Throws InputError

/// A cluster of it. The file names neither GPUs nor their number: 8 A100-SXM4-80GB a node are assumed, and
/// the origin says so; `pipette import pipette-json` takes both.
Cluster cluster_of_pipette_matrix(const JsonValue& root);

} // namespace pipette
