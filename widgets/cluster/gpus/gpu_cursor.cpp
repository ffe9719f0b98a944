// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/gpu_cursor.h"

#include "widgets/cluster/gpus/gpu_scene.h"

#include <cmath>

namespace pipette {

int nextGpu(const GpuScene& scene, int count, int from, int key) {
    const auto drawn = [&](int gpu) { return scene.rectOf(scene.stopOf(gpu)); };
    if (from < 0 || drawn(from).isEmpty()) {
        int first = 0;
        while (first + 1 < count && drawn(first).isEmpty())
            ++first;
        return first < count ? first : -1;
    }
    const bool sideways = key == Qt::Key_Left || key == Qt::Key_Right;
    const double sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1;
    const QPointF start = drawn(from).center();
    int best = from;
    double nearest = 1e300;
    for (int gpu = 0; gpu < count; ++gpu) {
        const QRectF rect = drawn(gpu);
        if (gpu == from || rect.isEmpty())
            continue;
        const QPointF way = rect.center() - start;
        const double along = sign * (sideways ? way.x() : way.y());
        const double across = std::abs(sideways ? way.y() : way.x());
        if (along > 0.5 && along + 4 * across < nearest) {
            nearest = along + 4 * across;
            best = gpu;
        }
    }
    return best;
}

QPointF shiftInto(const QRectF& rect, const QRectF& frame) {
    QPointF shift;
    if (rect.left() < frame.left() || rect.right() > frame.right())
        shift.setX(frame.center().x() - rect.center().x());
    if (rect.top() < frame.top() || rect.bottom() > frame.bottom())
        shift.setY(frame.center().y() - rect.center().y());
    return shift;
}

} // namespace pipette
