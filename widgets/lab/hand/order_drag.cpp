// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/hand/order_drag.h"

#include "core/base/index.h"
#include "widgets/pipeline/gantt_plot.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <utility>

namespace pipette {

OrderDrag::OrderDrag(GanttView& gantt, PlaceOf place_of, QObject* parent)
    : QObject(parent), gantt_(gantt), place_of_(std::move(place_of)) {
    gantt_.canvas().installEventFilter(this);
    gantt_.installEventFilter(this);
    connect(&gantt_, &GanttView::operationChosen, this, [this](const GanttOperation& shown) {
        if (auto operation = operationOf(shown))
            choose(operation);
    });
}

void OrderDrag::setTimeline(int number, std::shared_ptr<const Timeline> timeline) {
    number_ = number, timeline_ = std::move(timeline);
    if (!timeline_)
        grabbed_.reset(), chosen_.reset();
}

void OrderDrag::choose(const std::optional<Operation>& operation) {
    chosen_ = operation;
    emit chosenChanged();
}

std::optional<Operation> OrderDrag::operationOf(const GanttOperation& shown) const {
    if (!timeline_ || shown.timeline != number_)
        return std::nullopt;
    return timeline_->schedule->operation(shown.operation);
}

bool OrderDrag::eventFilter(QObject* watched, QEvent* event) {
    if (!timeline_)
        return false;
    if (watched == &gantt_)
        return event->type() == QEvent::KeyPress && takeKey(static_cast<QKeyEvent&>(*event));
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return press(static_cast<QMouseEvent&>(*event));
    case QEvent::MouseMove:
        return follow(static_cast<QMouseEvent&>(*event));
    case QEvent::MouseButtonRelease:
        return release();
    default:
        return false;
    }
}

bool OrderDrag::press(const QMouseEvent& event) {
    const auto shown = gantt_.canvas().operationAt(event.position());
    const auto operation = shown ? operationOf(*shown) : std::nullopt;
    if (!operation || event.button() != Qt::LeftButton)
        return false;
    gantt_.setFocus(Qt::MouseFocusReason);
    // The places of the others stay those of this moment, so that one place of the pointer means one order,
    // however the chart follows meanwhile.
    Grabbed grabbed{{operation->device, place_of_(*operation), 0}, event.position(), {}};
    grabbed.move.to = grabbed.move.from;
    std::vector<std::pair<int, double>> others;
    const Schedule& schedule = *timeline_->schedule;
    for (const std::int32_t i : schedule.order(operation->device))
        if (schedule.operation(i) != *operation)
            others.emplace_back(place_of_(schedule.operation(i)),
                                (timeline_->start[index(i)] + timeline_->end[index(i)]) / 2);
    std::sort(others.begin(), others.end());
    for (const auto& [place, middle] : others)
        grabbed.middles.push_back(middle);
    grabbed_ = std::move(grabbed), moved_ = false;
    const int item = gantt_.drawnItemAt(gantt_.canvas().mapTo(&gantt_, event.position()));
    if (item >= 0)
        gantt_.chooseDrawn(item); // also tells what is chosen
    gantt_.canvas().setCursor(Qt::ClosedHandCursor);
    return true;
}

int OrderDrag::placeAt(double time) const {
    return static_cast<int>(std::lower_bound(grabbed_->middles.begin(), grabbed_->middles.end(), time) -
                            grabbed_->middles.begin());
}

bool OrderDrag::follow(const QMouseEvent& event) {
    if (!grabbed_) {
        const auto shown = gantt_.canvas().operationAt(event.position());
        if (shown && operationOf(*shown))
            gantt_.canvas().setCursor(Qt::OpenHandCursor);
        else
            gantt_.canvas().unsetCursor();
        return false;
    }
    moved_ =
        moved_ || (event.position() - grabbed_->at).manhattanLength() >= QApplication::startDragDistance();
    if (!moved_)
        return true;
    const int to = placeAt(gantt_.canvas().timeAt(event.position().x()));
    if (to == grabbed_->move.to)
        return true;
    grabbed_->move.to = to;
    emit previewed(to == grabbed_->move.from ? std::nullopt : std::optional(grabbed_->move));
    return true;
}

bool OrderDrag::release() {
    if (!grabbed_)
        return false;
    const OrderMove move = grabbed_->move;
    const bool dropped = moved_;
    grabbed_.reset(), moved_ = false;
    gantt_.canvas().unsetCursor();
    if (dropped)
        emit moveRequested(move);
    return true;
}

bool OrderDrag::takeKey(const QKeyEvent& event) {
    if (event.key() == Qt::Key_Escape && grabbed_) { // the drag ends, nothing moves
        grabbed_.reset(), moved_ = false;
        gantt_.canvas().unsetCursor();
        emit previewed(std::nullopt);
        return true;
    }
    const bool arrow = event.key() == Qt::Key_Left || event.key() == Qt::Key_Right;
    if (!arrow || !(event.modifiers() & Qt::AltModifier) || !chosen_)
        return false;
    const int from = place_of_(*chosen_);
    if (from < 0)
        return false;
    const int last = static_cast<int>(timeline_->schedule->order(chosen_->device).size()) - 1;
    const int to = std::clamp(event.key() == Qt::Key_Left ? from - 1 : from + 1, 0, last);
    if (to != from)
        emit moveRequested({chosen_->device, from, to});
    return true;
}

} // namespace pipette
