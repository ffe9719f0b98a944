// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>

#include <vector>

namespace pipette {

class TopologyScene;

/// What is written beside chips: names, the figures of boxes, and the marks of slow links.
struct TopologyLabel {
    enum class Kind { node, box, figures, badge };
    Kind kind = Kind::node;
    int of = 0;   ///< node, box, or the number of a slow link, from 0
    QRectF place; ///< what the text or the mark covers on screen
    QString text;
};

/// The labels in sight; none covers another.
std::vector<TopologyLabel> topologyLabels(const TopologyScene& scene);

} // namespace pipette
