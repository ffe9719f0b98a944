// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>

class QRectF;

namespace pipette {

class GpuScene;

/// The GPU that an arrow key leads to from GPU `from` of `count`: the one whose stop lies nearest in that
/// direction, `from` itself where none does. Where `from` is -1 or not drawn: the first GPU that is drawn.
/// -1: there are none.
int nextGpu(const GpuScene& scene, int count, int from, int key);

/// By how much a picture must move so that `rect` lies inside `frame`, centred where it does not; null: it
/// does.
QPointF shiftInto(const QRectF& rect, const QRectF& frame);

} // namespace pipette
