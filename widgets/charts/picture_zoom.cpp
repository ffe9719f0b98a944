// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/picture_zoom.h"

#include <QWheelEvent>

#include <cmath>

namespace pipette {

void PictureZoom::turnWheel(const QWheelEvent& event) {
    zoomAt(event.position(), std::pow(1.0015, event.angleDelta().y()));
}

void PictureZoom::scroll(const QWheelEvent& event) {
    const QPoint turn = event.angleDelta();
    panBy(event.modifiers() & Qt::ShiftModifier ? turn.transposed() : turn);
}

bool PictureZoom::pressKey(int key, const QPointF& centre) {
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomAt(centre, 1.25);
        return true;
    case Qt::Key_Minus:
        zoomAt(centre, 0.8);
        return true;
    case Qt::Key_0:
        fitAll();
        return true;
    default:
        return false;
    }
}

void PictureZoom::take(const QPointF& point) {
    held_ = point;
    dragged_ = false;
}

void PictureZoom::drag(const QPointF& point, double slack) {
    const QPointF way = point - held_.value_or(point);
    if (!dragged_ && way.manhattanLength() < slack)
        return;
    dragged_ = true;
    held_ = point;
    panBy(way);
}

} // namespace pipette
