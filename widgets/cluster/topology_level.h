// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>

#include <vector>

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

/// What is written beside chips.
struct TopologyLabel {
    enum class Kind { node, box, figures, badge };
    Kind kind = Kind::node;
    int of = 0;   ///< node, box, or the number of a slow link, from 0
    QRectF place; ///< what it covers on screen
    QString text;
};

} // namespace pipette
