// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <QRectF>
#include <QString>

#include <vector>

namespace pipette {

/// Where everything of a cluster lies in a plane whose unit is the side of a GPU.
struct TopologyLayout {
    /// Nodes that stand together: those of an NVLink domain, else of a rack.
    struct Rack {
        QString name;   ///< of the rack; may be empty
        QString domain; ///< empty: they are none
        QRectF rect;
    };
    std::vector<Rack> racks;
    std::vector<QRectF> nodes; ///< by node
    std::vector<QRectF> gpus;  ///< by GPU
    QRectF bounds;

    static constexpr double header = 1.3;   ///< room for a node's host name
    static constexpr double nic_line = 0.9; ///< room for its NICs
};

/// Nodes of one NVLink domain or rack beside each other, in boxes in rows, in a shape near `aspect` (width
/// over height).
TopologyLayout topologyLayout(const Cluster& cluster, double aspect);

} // namespace pipette
