// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, keyboard and drag events of GpuView: they end in the few intents that gpu_view.cpp emits.
#include "widgets/cluster/gpus/gpu_cursor.h"
#include "widgets/cluster/gpus/gpu_view.h"
#include "widgets/theme/plain_text.h"

#include <QApplication>
#include <QMouseEvent>

#include <utility>

namespace pipette {

bool GpuView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && carrying_.lifted() &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept(); // what is carried comes before a window's own use of Esc
        return true;
    }
    return carrying_.handleDrag(*event, [this](const QPointF& point) { return scene()->spotAt(point); }) ||
           ChartView::event(event);
}

QString GpuView::tipAt(const QPoint& point) const {
    if (!gpus_.cluster())
        return {};
    const std::unique_ptr<const GpuScene> now = scene();
    return now->textOf(now->spotAt(point));
}

void GpuView::mousePressEvent(QMouseEvent* event) {
    press_ = event->position();
    const bool left = event->button() == Qt::LeftButton;
    pressed_ = gpus_.cluster() && left ? scene()->spotAt(press_) : Spot{};
    if (event->button() == Qt::MiddleButton || (left && pressed_.kind == Spot::Kind::none)) {
        zoom().take(press_);
        setCursor(Qt::ClosedHandCursor);
    }
}

void GpuView::mouseMoveEvent(QMouseEvent* event) {
    if (zoom().taken()) {
        zoom().drag(event->position());
        update();
        return;
    }
    if (!(event->buttons() & Qt::LeftButton) ||
        (event->position() - press_).manhattanLength() < QApplication::startDragDistance())
        return;
    if (const std::optional<Carried> carried = carrying_.carriedFrom(pressed_)) {
        pressed_ = {};
        startDrag(*this, *carried, carrying_.nameOf(*carried));
    }
}

void GpuView::mouseReleaseEvent(QMouseEvent* event) {
    if (zoom().taken()) {
        zoom().release();
        unsetCursor();
        return;
    }
    const Spot pressed = std::exchange(pressed_, {});
    if (event->button() != Qt::LeftButton || pressed.kind == Spot::Kind::none)
        return;
    if (carrying_.lifted())
        carrying_.dropLifted(scene()->spotAt(event->position()), event->modifiers());
    else if (pressed.kind == Spot::Kind::gpu && event->modifiers() & Qt::ShiftModifier)
        choose(gpus_.wholeOf(pressed.gpu), event->modifiers());
    else
        choose(pressed, event->modifiers());
}

void GpuView::mouseDoubleClickEvent(QMouseEvent* event) {
    const std::unique_ptr<const GpuScene> now = gpus_.cluster() ? scene() : nullptr;
    const Spot spot = now ? now->spotAt(event->position()) : Spot{};
    if (spot.kind != Spot::Kind::none) {
        if (now->opens(spot))
            open(spot);
        return;
    }
    zoom().fitAll();
    zoomed();
    update();
}

void GpuView::wheelEvent(QWheelEvent* event) {
    if (zoom().wheelZooms() != static_cast<bool>(event->modifiers() & Qt::ControlModifier))
        zoom().turnWheel(*event);
    else
        zoom().scroll(*event);
    zoomed();
    event->accept();
    update();
}

void GpuView::moveCursor(int key, Qt::KeyboardModifiers modifiers) {
    const std::unique_ptr<const GpuScene> now = scene();
    cursor_ = nextGpu(*now, gpus_.count(), cursor_, key);
    if (cursor_ < 0)
        return;
    const Spot stop = now->stopOf(cursor_);
    const QPointF shift = shiftInto(now->rectOf(stop), QRectF(rect()).adjusted(8, 8, -8, -8));
    if (!shift.isNull())
        zoom().panBy(shift);
    if (carrying_.lifted())
        carrying_.hoverLifted(cursor_, modifiers);
    else if (!(modifiers & Qt::ControlModifier))
        choose(stop, {});
    tellItemFocused(*this, drawnCursor());
    if (!carrying_.answered())
        announce(scene()->textOf(scene()->stopOf(cursor_)));
}

void GpuView::lift(const Spot& spot) {
    if (!gpus_.selected(cursor_))
        choose(scene()->stopOf(cursor_), {});
    carrying_.lift(spot);
    const std::optional<Carried>& carried = carrying_.lifted();
    announce(
        filled(tr("Moving %1. Aim with the arrows, Enter drops, Esc lets go."),
               carried && carried->along ? carrying_.nameOf(*carried) : gpus_.nameOf(spotOfGpu(cursor_))));
}

void GpuView::enter(Qt::KeyboardModifiers modifiers) {
    if (cursor_ < 0)
        return;
    if (carrying_.lifted())
        carrying_.dropLifted(carrying_.aimedAt(cursor_), modifiers);
    else if (modifiers & Qt::ShiftModifier)
        choose(gpus_.wholeOf(cursor_), {});
    else
        choose(scene()->stopOf(cursor_), modifiers);
}

void GpuView::regroup() {
    if (gpus_.axes().empty())
        return announce(tr("Nothing to group GPUs by"));
    const std::optional<Axis> axis = gpus_.nextGrouping();
    announce(filled(tr("By %1"), axis ? groupingText(gpus_.shown(), *axis) : tr("block")));
    emit selectionRequested(gpus_.groupedBy(axis));
}

void GpuView::keyPressEvent(QKeyEvent* event) {
    if (!gpus_.cluster())
        return ChartView::keyPressEvent(event);
    const std::unique_ptr<const GpuScene> now = scene();
    const Spot here = cursor_ >= 0 ? now->stopOf(cursor_) : Spot{};
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        moveCursor(event->key(), event->modifiers());
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        enter(event->modifiers());
        break;
    case Qt::Key_M:
        if (cursor_ < 0)
            moveCursor(Qt::Key_Right, {});
        if (cursor_ >= 0)
            lift(event->modifiers() & Qt::ShiftModifier || scene()->stopOf(cursor_).kind != Spot::Kind::gpu
                     ? spotOfNode(gpus_.cluster()->node_of(cursor_))
                     : spotOfGpu(cursor_));
        break;
    case Qt::Key_G:
        regroup();
        break;
    case Qt::Key_P:
        emit pinToggled();
        break;
    case Qt::Key_X:
        emit excludeToggled();
        break;
    case Qt::Key_Escape:
        if (!carrying_.lifted())
            return ChartView::keyPressEvent(event);
        carrying_.letGo();
        followSelection();
        announce(tr("Let go; nothing was moved."));
        break;
    case Qt::Key_Menu:
        openMenu(here, mapToGlobal(now->rectOf(here).center().toPoint()));
        break;
    case Qt::Key_PageDown:
        if (now->opens(here))
            open(here);
        break;
    case Qt::Key_PageUp:
        zoom().goOut(cursor_);
        zoomed();
        break;
    default:
        if (!zoom().pressKey(event->key(), QRectF(rect()).center()))
            return ChartView::keyPressEvent(event);
        zoomed();
    }
    update();
}

} // namespace pipette
