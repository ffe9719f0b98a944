// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tour/tour.h"

#include "app/tour/tour_bubble.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace pipette {
namespace {

/// Lies over the place that the bubble tells of. The mouse passes through.
class PlaceFrame : public QWidget {
public:
    explicit PlaceFrame(QWidget& window) : QWidget(&window) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        constexpr double half = tokens::selection / 2;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(themeOf(this).accent, tokens::selection));
        painter.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), tokens::card_radius,
                                tokens::card_radius);
    }
};

} // namespace

Tour::Tour(QWidget& window, std::vector<TourStop> stops)
    : QObject(&window),
      window_(window),
      stops_(std::move(stops)),
      bubble_(new TourBubble(window)),
      frame_(new PlaceFrame(window)),
      before_(window.focusWidget()) {
    follow_timer_.setSingleShot(true);
    follow_timer_.setInterval(0);
    connect(&follow_timer_, &QTimer::timeout, this, &Tour::follow);
    connect(bubble_, &TourBubble::nextRequested, this,
            [this] { stop_ + 1 < static_cast<int>(stops_.size()) ? show(stop_ + 1) : end(); });
    connect(bubble_, &TourBubble::backRequested, this, [this] { show(std::max(stop_ - 1, 0)); });
    connect(bubble_, &TourBubble::skipRequested, this, &Tour::end);
    window_.installEventFilter(this);
    show(0);
}

Tour::~Tour() {
    delete bubble_;
    delete frame_;
}

void Tour::show(int stop) {
    for (QWidget* outer = target_; outer && outer != &window_; outer = outer->parentWidget())
        outer->removeEventFilter(this);
    stop_ = stop;
    const TourStop& at = stops_[static_cast<std::size_t>(stop)];
    target_ = at.find();
    for (QWidget* outer = target_; outer && outer != &window_; outer = outer->parentWidget())
        outer->installEventFilter(this); // it moves when any of them does
    bubble_->tell(at.title, at.text, stop + 1, static_cast<int>(stops_.size()));
    follow();
    follow_timer_.start(); // the widget may have come into sight just now, and is laid out later
}

QRect Tour::place() const {
    if (!target_ || !target_->isVisible())
        return {};
    const TourStop& at = stops_[static_cast<std::size_t>(stop_)];
    const QRect part = at.part ? at.part(*target_) : target_->rect();
    return QRect(window_.mapFromGlobal(target_->mapToGlobal(part.topLeft())), part.size())
        .intersected(window_.rect());
}

void Tour::follow() {
    const QRect at = place();
    frame_->setVisible(!at.isEmpty());
    frame_->setGeometry(at);
    at.isEmpty() ? bubble_->pointNowhere() : bubble_->pointAt(at);
    frame_->raise();
    bubble_->raise();
}

void Tour::end() {
    window_.removeEventFilter(this);
    bubble_->hide();
    frame_->hide();
    if (before_)
        before_->setFocus();
    emit ended();
    deleteLater();
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::LayoutRequest:
        follow_timer_.start();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace pipette
