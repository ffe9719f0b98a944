// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QWidget;

namespace pipette {

class BoardScene;
class NumberTexts;

/// Draws an assignment board in the font and the theme of a view: cells, GPUs by node or by group, the heads
/// of stages and replicas, spares.
void paintBoard(QPainter& painter, const BoardScene& scene, const QWidget& view, NumberTexts& numbers);

} // namespace pipette
