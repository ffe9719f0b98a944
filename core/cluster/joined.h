// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <memory>
#include <string>
#include <vector>

namespace pipette {

/// A cluster that becomes a part of a larger one, and the links that reach the other parts.
struct JoinedPart {
    std::shared_ptr<const Cluster> cluster;
    /// What one stream between a node of this part and a node of another part reaches, GB/s; the smaller
    /// figure of both parts counts. 0: the median of what was measured between nodes of this part.
    double stream_gb_per_s = 0;
    std::string zone; ///< of its nodes; empty: as the cluster says
};

/// Links between the parts of a joined cluster.
struct Joint {
    double latency_us = 0;   ///< 0: the higher latency of the two parts
    double price_per_gb = 0; ///< USD for 10^9 bytes that leave a zone; 0: free
};

/// One cluster of several: the nodes of the first part, then those of the second. A host, a rack, a domain or
/// a node kind whose name an earlier part has already gets a number behind its name. With a price, zones
/// become the highest level of the fabric. Histories, and congestion that not all parts have, are left out,
/// and an assumption says so. Throws InputError (place: the part's number and the member) if parts differ in
/// what a figure of their matrices means or in the levels of their fabrics, if a part ends in the middle of a
/// level's group and another part follows, if a part without a measured link between nodes has no
/// `stream_gb_per_s`, and if there are more nodes than bounds::assumed_nodes.
Cluster joined(const std::vector<JoinedPart>& parts, const Joint& joint);

} // namespace pipette
