// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

#include <vector>

class QPainter;
class QPainterPath;

namespace pipette {

class TopologyScene;
struct Theme;

/// Links of the plan between the same two ends: one line.
struct LinkBundle {
    QRectF from, to; ///< on screen
    int count = 0;
    bool ring = false, selected = false; ///< selected: of the one GPU that is selected
    double slowest = 0;                  ///< GB/s; NaN: not measured
};

/// The line of link `number` of TopologyContent::links; empty: the link is not drawn.
QPainterPath linkPath(const TopologyScene& scene, int number);
/// The link whose line runs within a few pixels of a point; -1: none does.
int linkAt(const TopologyScene& scene, const QPointF& point);
/// The lines of the plan's links, those of the selected GPU last.
std::vector<LinkBundle> linkBundles(const TopologyScene& scene);

/// Lines of the plan's links are drawn: there are some, and not too many.
bool drawsPlan(const TopologyScene& scene);

/// Draws the lines of broken links, of the plan and of the slowest links; they lie below chips and names.
void paintLines(QPainter& painter, const TopologyScene& scene, const Theme& theme);
/// Draws what is broken: a cross on links and on GPUs that are too small for their own mark; a broken host is
/// crossed out as a whole.
void paintFaults(QPainter& painter, const TopologyScene& scene, const Theme& theme);

} // namespace pipette
