// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/shown_gpus.h"
#include "widgets/cluster/node_names.h"
#include "widgets/cluster/topology/measured_links.h"
#include "widgets/cluster/topology/topology_layout.h"

namespace pipette {

/// How much of a cluster is drawn: boxes of nodes (racks, or the domains or hosts that stand in their place),
/// the domains in racks, nodes as one cell each, or their GPUs.
enum class TopologyLevel { racks, domains, nodes, gpus };

/// What a box of nodes holds.
struct BoxFigures {
    int nodes = 0, gpus = 0;
    int spare = 0;           ///< GPUs that the plan leaves idle
    std::vector<int> stages; ///< that run there, sorted; empty without a plan
    double slowest = 0;      ///< GB/s of the slowest link from or to its nodes; 0: not measured
};

/// "0 to 3, 6".
QString rangesText(const std::vector<int>& sorted);
/// What stands over the nodes of a rack or domain.
QString boxTitle(const QString& rack, const QString& domain);

/// The boxes and nodes of a shown cluster: where they lie in the plane, what boxes hold, and their names.
class TopologyBoxes {
public:
    explicit TopologyBoxes(const ShownGpus& gpus) : gpus_(gpus) {}

    void lay(double aspect);                   ///< lays the cluster out; count() follows
    void count(const MeasuredLinks& measured); ///< counts again what boxes hold
    void clear() { layout_ = {}, figures_.clear(); }

    const TopologyLayout& layout() const { return layout_; }
    const BoxFigures& figures(int box) const { return figures_[static_cast<std::size_t>(box)]; }
    /// The levels that the cluster has, the farthest first.
    std::vector<TopologyLevel> levels() const;
    QString levelName(TopologyLevel level) const; ///< "Racks"
    int nodeOf(int gpu) const { return gpus_.cluster()->node_of(gpu); }
    /// The box at level racks or domains that a node stands in.
    int boxOf(int node, TopologyLevel level) const;

    /// A name in full, or without the letters that all names begin with.
    enum class NameLength { full, brief };
    QString nodeName(int node, NameLength length) const;
    QString boxName(int box, NameLength length) const;
    QString namesNote() const { return names_.note(); } ///< "17 means node n0017"
    QString text(int box) const; ///< "r1: 8 nodes, 64 GPUs, stage 0, slowest link 6.20 GB/s"

private:
    const ShownGpus& gpus_;
    TopologyLayout layout_;
    std::vector<BoxFigures> figures_;
    NodeNames names_;
    QString common_box_; ///< what all names of boxes begin with
};

} // namespace pipette
