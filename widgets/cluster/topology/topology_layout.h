// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/cluster.h"

#include <QRectF>
#include <QString>

#include <vector>

namespace pipette {

/// Where everything of a cluster lies in a plane whose unit is the height of a GPU.
struct TopologyLayout {
    /// hosts: many nodes of which no rack and no domain is known, in the order of the cluster.
    enum class Kind { rack, zone, domain, hosts };
    /// Nodes that stand together.
    struct Box {
        Kind kind = Kind::rack;
        QString name = {};   ///< rackName() of its nodes, else of the first and the last host; may be empty
        QString domain = {}; ///< NVLink domain; empty: they are none
        int around = -1;     ///< the box that it stands in; -1: none
        std::vector<int> nodes = {}; ///< numbers of its nodes, in the order of the cluster file
        QRectF rect = {};
        double title = 0; ///< height at its top for its name and its figures
    };
    std::vector<Box> boxes;       ///< those that stand in none first
    int outer = 0;                ///< how many of the boxes stand in none
    std::vector<QRectF> nodes;    ///< by node
    std::vector<int> box_of_node; ///< the innermost
    std::vector<QRectF> gpus;     ///< by GPU
    QRectF bounds;

    /// Width of the room for a node's host name at the left of its GPUs. 0: the name stands above the GPUs.
    double beside = 0;

    static constexpr double header = 1.3;   ///< height of the room for a host name above the GPUs
    static constexpr double nic_line = 0.4; ///< room for its NICs
    static constexpr int most_loose = 64;   ///< nodes in one box; more are parted by their order

    /// Domains stand in racks, several in one.
    bool nested() const { return outer < static_cast<int>(boxes.size()); }
    int outerBox(int node) const;
    /// The room for the host name of a node, in the plane.
    QRectF nameRoom(int node) const;
    /// The node at a point of the plane; -1: none.
    int nodeAt(const QPointF& point) const;
    /// The innermost box there; -1: none.
    int boxAt(const QPointF& point) const;
};

/// "r1"; in a zone "east, r1", or "east" where no rack is known; empty where neither is.
QString rackName(const Node& node);

/// Nodes of one NVLink domain or rack beside each other, in boxes in rows, in a shape near `aspect` (width
/// over height).
TopologyLayout topologyLayout(const Cluster& cluster, double aspect);

} // namespace pipette
