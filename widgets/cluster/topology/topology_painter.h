// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QRectF;

namespace pipette {

class NumberTexts;
class TopologyScene;
struct Theme;

inline constexpr double chip_text_side = 10; ///< pixels of a GPU's height from which its number is drawn

/// Draws a topology from far to near: boxes, nodes, lines, GPUs or the cells of nodes, names.
void paintTopology(QPainter& painter, const TopologyScene& scene, const Theme& theme, NumberTexts& numbers);

/// The mark of a slow link, with its number from 1.
void paintBadge(QPainter& painter, const QRectF& circle, int number, const Theme& theme);

} // namespace pipette
