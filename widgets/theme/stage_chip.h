// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QRectF;

namespace pipette {

struct Theme;

/// A rounded patch in the colour of a pipeline stage with the stage's number, in the painter's font. The
/// number stands on plain colour, so that no pattern cuts it.
void paintStageChip(QPainter& painter, const QRectF& chip, int stage, const Theme& theme);

} // namespace pipette
