// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, keyboard and drag events of GpuView: they end in the few intents that gpu_view.cpp emits.
#include "widgets/cluster/gpu_view.h"

#include "widgets/charts/view_menu.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDrag>
#include <QMouseEvent>
#include <QPainter>
#include <QPixmap>

#include <cmath>

namespace pipette {

bool GpuView::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && moving_ &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
        event->accept(); // what is carried comes before a window's own use of Esc
        return true;
    }
    return ChartView::event(event);
}

QString GpuView::tipAt(const QPoint& point) const {
    return shown_.cluster ? textOf(spotAt(point)) : QString();
}

void GpuView::mousePressEvent(QMouseEvent* event) {
    press_ = event->position();
    pressed_ = shown_.cluster && event->button() == Qt::LeftButton ? spotAt(press_) : Spot{};
    panning_ = event->button() == Qt::MiddleButton ||
               (event->button() == Qt::LeftButton && pressed_.kind == Spot::Kind::none);
    if (panning_)
        setCursor(Qt::ClosedHandCursor);
}

void GpuView::mouseMoveEvent(QMouseEvent* event) {
    if (panning_) {
        panBy(event->position() - press_);
        press_ = event->position();
        update();
        return;
    }
    if (!(event->buttons() & Qt::LeftButton) ||
        (event->position() - press_).manhattanLength() < QApplication::startDragDistance())
        return;
    const std::optional<Carried> carried = carriedFrom(pressed_);
    if (!carried)
        return;
    auto* drag = new QDrag(this);
    drag->setMimeData(toMime(*carried).release());
    const QString text = carriedName(*carried);
    const QFontMetrics metrics(font());
    QPixmap label(metrics.horizontalAdvance(text) + 12, metrics.height() + 6);
    const Theme& theme = themeOf(this);
    label.fill(theme.accent);
    QPainter painter(&label);
    painter.setFont(font());
    painter.setPen(theme.accent_text);
    painter.drawText(label.rect(), Qt::AlignCenter, text);
    painter.end();
    drag->setPixmap(label);
    drag->setHotSpot({-12, -12}); // beside the pointer, so that the target stays visible
    pressed_ = {};
    drag->exec(Qt::MoveAction);
}

void GpuView::mouseReleaseEvent(QMouseEvent* event) {
    if (panning_) {
        panning_ = false;
        unsetCursor();
        return;
    }
    if (event->button() == Qt::LeftButton && pressed_.kind != Spot::Kind::none) {
        if (moving_) {
            const Carried carried = *std::exchange(moving_, std::nullopt);
            drop(carried, landing(carried, spotAt(event->position()), event->modifiers()));
        } else if (pressed_.kind == Spot::Kind::gpu && event->modifiers() & Qt::ShiftModifier)
            choose(wholeOf(pressed_.gpu), event->modifiers());
        else
            choose(pressed_, event->modifiers());
    }
    pressed_ = {};
}

void GpuView::mouseDoubleClickEvent(QMouseEvent* event) {
    const Spot spot = shown_.cluster ? spotAt(event->position()) : Spot{};
    if (spot.kind == Spot::Kind::none)
        fitAll();
    else if (opens(spot))
        open(spot);
    update();
}

void GpuView::wheelEvent(QWheelEvent* event) {
    const QPoint turn = event->angleDelta();
    if (wheelZooms() != static_cast<bool>(event->modifiers() & Qt::ControlModifier))
        zoomAt(event->position(), std::pow(1.0015, turn.y()));
    else
        panBy(event->modifiers() & Qt::ShiftModifier ? QPointF(turn.y(), turn.x()) : QPointF(turn));
    event->accept();
    update();
}

void GpuView::moveCursor(int key, Qt::KeyboardModifiers modifiers) {
    const auto count = static_cast<int>(roles_.size());
    if (cursor_ < 0 || rectOf(stopOf(cursor_)).isEmpty()) {
        for (cursor_ = 0; cursor_ + 1 < count && rectOf(stopOf(cursor_)).isEmpty();)
            ++cursor_;
    } else {
        const QPointF from = rectOf(stopOf(cursor_)).center();
        int best = -1;
        double nearest = 1e300;
        for (int gpu = 0; gpu < count; ++gpu) {
            const QRectF rect = rectOf(stopOf(gpu));
            if (gpu == cursor_ || rect.isEmpty())
                continue;
            const QPointF way = rect.center() - from;
            const bool sideways = key == Qt::Key_Left || key == Qt::Key_Right;
            const double sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1;
            const double along = sign * (sideways ? way.x() : way.y());
            const double across = std::abs(sideways ? way.y() : way.x());
            if (along > 0.5 && along + 4 * across < nearest) {
                nearest = along + 4 * across;
                best = gpu;
            }
        }
        if (best >= 0)
            cursor_ = best;
    }
    if (cursor_ < 0)
        return;
    const QRectF rect = rectOf(stopOf(cursor_));
    const QRectF inside = QRectF(this->rect()).adjusted(8, 8, -8, -8);
    QPointF shift;
    if (rect.left() < inside.left() || rect.right() > inside.right())
        shift.setX(inside.center().x() - rect.center().x());
    if (rect.top() < inside.top() || rect.bottom() > inside.bottom())
        shift.setY(inside.center().y() - rect.center().y());
    if (!shift.isNull())
        panBy(shift);
    if (moving_)
        hover(*moving_, landing(*moving_, aimedAt(*moving_), modifiers));
    else if (!(modifiers & Qt::ControlModifier))
        choose(stopOf(cursor_), {});
    tellItemFocused(*this, drawnCursor());
    if (!preview_)
        announce(textOf(stopOf(cursor_)));
}

Spot GpuView::nodeSpot(int gpu) const {
    return {Spot::Kind::node, -1, shown_.cluster->node_of(gpu), -1, -1};
}

Spot GpuView::aimedAt(const Carried& carried) const {
    return carried.node >= 0 ? nodeSpot(cursor_) : spotOfGpu(cursor_);
}

void GpuView::lift(const Spot& spot) {
    if (!selected(cursor_))
        choose(stopOf(cursor_), {});
    moving_ = carriedFrom(spot);
    announce(filled(tr("Moving %1. Aim with the arrows, Enter drops, Esc lets go."),
                    moving_ && moving_->along ? carriedName(*moving_) : nameOf(spotOfGpu(cursor_))));
}

/// Drops what is carried, else selects.
void GpuView::enter(Qt::KeyboardModifiers modifiers) {
    const Spot here = cursor_ >= 0 ? stopOf(cursor_) : Spot{};
    if (moving_ && here.kind != Spot::Kind::none) {
        const Carried carried = *std::exchange(moving_, std::nullopt);
        drop(carried, landing(carried, aimedAt(carried), modifiers));
    } else if (modifiers & Qt::ShiftModifier && cursor_ >= 0)
        choose(wholeOf(cursor_), {});
    else
        choose(here, modifiers);
}

void GpuView::keyPressEvent(QKeyEvent* event) {
    if (!shown_.cluster)
        return ChartView::keyPressEvent(event);
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const Spot here = cursor_ >= 0 ? stopOf(cursor_) : Spot{};
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
            lift(shift || stopOf(cursor_).kind != Spot::Kind::gpu ? nodeSpot(cursor_) : spotOfGpu(cursor_));
        break;
    case Qt::Key_G:
        cycleGrouping();
        break;
    case Qt::Key_P:
        emit pinToggled();
        break;
    case Qt::Key_X:
        emit excludeToggled();
        break;
    case Qt::Key_Escape:
        if (!moving_)
            return ChartView::keyPressEvent(event);
        moving_.reset();
        letGo();
        followSelection();
        announce(tr("Let go; nothing was moved."));
        break;
    case Qt::Key_Menu:
        openMenu(here, mapToGlobal(rectOf(here).center().toPoint()));
        break;
    default:
        if (!zoomKey(event->key(), here))
            return ChartView::keyPressEvent(event);
    }
    update();
}

bool GpuView::zoomKey(int key, const Spot& here) {
    switch (key) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomAt(QRectF(rect()).center(), 1.25);
        return true;
    case Qt::Key_Minus:
        zoomAt(QRectF(rect()).center(), 0.8);
        return true;
    case Qt::Key_0:
        fitAll();
        return true;
    case Qt::Key_PageDown:
        if (opens(here))
            open(here);
        return true;
    case Qt::Key_PageUp:
        goOut();
        return true;
    default:
        return false;
    }
}

void GpuView::contextMenuEvent(QContextMenuEvent* event) {
    const bool by_key = event->reason() == QContextMenuEvent::Keyboard;
    const int item = shown_.cluster ? itemOfMenu(*this, *event) : -1;
    const Spot under = by_key || !shown_.cluster ? Spot{} : spotAt(event->pos());
    const Spot spot = by_key && item >= 0 ? stopOf(cursor_) : under;
    // Links have entries of their own; they lie over nodes, and GPUs over them.
    const bool link = !by_key && item >= 0 && spot.kind != Spot::Kind::gpu && isLink(item);
    if (spot.kind != Spot::Kind::none && !link)
        openMenu(spot, menuPoint(*this, *event, rectOf(spot)));
    else
        ChartView::contextMenuEvent(event);
}

void GpuView::dragEnterEvent(QDragEnterEvent* event) {
    const int nodes = shown_.cluster ? shown_.cluster->node_count() : 0;
    if (shown_.candidate && fromMime(event->mimeData(), static_cast<int>(roles_.size()), nodes))
        event->acceptProposedAction();
}

void GpuView::dragMoveEvent(QDragMoveEvent* event) {
    const int nodes = shown_.cluster ? shown_.cluster->node_count() : 0;
    const auto carried = fromMime(event->mimeData(), static_cast<int>(roles_.size()), nodes);
    if (!carried || !shown_.candidate)
        return event->ignore();
    hover(*carried, landing(*carried, spotAt(event->position()), event->modifiers()));
    over_ ? event->acceptProposedAction() : event->ignore();
}

void GpuView::dragLeaveEvent(QDragLeaveEvent*) {
    letGo();
}

void GpuView::dropEvent(QDropEvent* event) {
    const int nodes = shown_.cluster ? shown_.cluster->node_count() : 0;
    const auto carried = fromMime(event->mimeData(), static_cast<int>(roles_.size()), nodes);
    if (carried && shown_.candidate &&
        drop(*carried, landing(*carried, spotAt(event->position()), event->modifiers())))
        event->acceptProposedAction();
    else
        event->ignore();
}

} // namespace pipette
