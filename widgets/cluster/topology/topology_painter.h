// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QRectF;
class QSize;

namespace pipette {

class NumberTexts;
class TopologyScene;
struct Theme;

inline constexpr double chip_text_side = 13; ///< pixels of a GPU from which its number is drawn

/// Draws a topology from far to near: boxes, nodes, lines, GPUs or the cells of nodes, names.
void paintTopology(QPainter& painter, const TopologyScene& scene, const Theme& theme, NumberTexts& numbers);

/// Draws what colours, lines and marks mean along the lower edge of a picture, below the scene's area.
void paintTopologyKey(QPainter& painter, const TopologyScene& scene, const Theme& theme, QSize size);
/// The mark of a slow link, with its number from 1.
void paintBadge(QPainter& painter, const QRectF& circle, int number, const Theme& theme);

} // namespace pipette
