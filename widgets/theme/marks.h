// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/candidate.h"
#include "widgets/theme/theme.h"

#include <QIcon>
#include <QString>

namespace pipette {

/// Small pictures that stand beside a word, each with a shape of its own (state is never told by colour
/// alone): a tick in a circle, an exclamation mark in a triangle, a cross in a circle, a question mark in a
/// dashed circle, an i in a circle, a pin, a barred circle.
enum class Mark { good, warning, error, assumed, tie, pinned, excluded };

/// Draws a mark into a square; vector, so that exports stay sharp.
void paintMark(QPainter& painter, const QRectF& square, Mark mark, const Theme& theme);
/// The sign of what is broken, over a GPU, a cell or a node: crossed out from corner to corner.
void paintBroken(QPainter& painter, const QRectF& box, const Theme& theme);
QIcon markIcon(Mark mark, const Theme& theme);
QColor markColour(Mark mark, const Theme& theme);

Mark markOf(Verdict verdict);
QString wordOf(Verdict verdict); ///< "safe", "tight", "over"

} // namespace pipette
