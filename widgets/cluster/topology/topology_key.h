// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QFontMetricsF;
class QPainter;
class QSize;

namespace pipette {

class TopologyLinks;
class TopologyScene;
struct Theme;

/// How many of the slow links, from the first, have room for their name and speed in a line of the key.
int linksInKey(const TopologyLinks& links, const QFontMetricsF& metrics, double width);

/// Draws what colours, lines and marks mean along the lower edge of a picture, below the scene's area.
void paintTopologyKey(QPainter& painter, const TopologyScene& scene, const Theme& theme, QSize size);

} // namespace pipette
