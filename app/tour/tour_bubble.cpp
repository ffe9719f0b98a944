// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tour/tour_bubble.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>

#include <algorithm>
#include <array>

namespace pipette {
namespace {

constexpr tokens::Length arrow_length{10}, text_width{320};

/// A path with round corners and an arrow from one of its sides to `tip`.
QPainterPath outlineOf(const QRectF& box, const QPointF& tip, const QPointF& across, bool points) {
    QPainterPath path;
    path.addRoundedRect(box, tokens::card_radius, tokens::card_radius);
    if (!points)
        return path;
    const double half = arrow_length;
    QPointF foot(std::clamp(tip.x(), box.left() + 2 * half, box.right() - 2 * half),
                 std::clamp(tip.y(), box.top() + 2 * half, box.bottom() - 2 * half));
    if (across.x() != 0)
        foot.setY(tip.y() < box.center().y() ? box.top() + 1 : box.bottom() - 1);
    else
        foot.setX(tip.x() < box.center().x() ? box.left() + 1 : box.right() - 1);
    QPainterPath arrow;
    arrow.addPolygon(QPolygonF{foot - half * across, tip, foot + half * across, foot - half * across});
    return path.united(arrow);
}

} // namespace

TourBubble::TourBubble(QWidget& window)
    : QWidget(&window),
      count_(plainLabel()),
      title_(plainLabel()),
      text_(plainLabel()),
      skip_(new QPushButton(tr("&Skip"))),
      back_(new QPushButton(tr("&Back"))),
      next_(new QPushButton) {
    setObjectName(QStringLiteral("tour"));
    setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(next_);
    count_->setFont(smallFont(font()));
    title_->setFont(strongFont(sizedFont(font(), tokens::scaled(15))));
    text_->setWordWrap(true);
    text_->setFixedWidth(text_width);
    next_->setDefault(true);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(tokens::space_2);
    buttons->addWidget(skip_);
    buttons->addStretch(1);
    buttons->addWidget(back_);
    buttons->addWidget(next_);
    auto* column = new QVBoxLayout(this);
    const int around = tokens::card_padding + arrow_length;
    column->setContentsMargins(around, around, around, around);
    column->setSpacing(tokens::space_2);
    column->setSizeConstraint(QLayout::SetFixedSize);
    column->addWidget(count_);
    column->addWidget(title_);
    column->addWidget(text_);
    column->addSpacing(tokens::space_1);
    column->addLayout(buttons);
    connect(skip_, &QPushButton::clicked, this, &TourBubble::skipRequested);
    connect(back_, &QPushButton::clicked, this, &TourBubble::backRequested);
    connect(next_, &QPushButton::clicked, this, &TourBubble::nextRequested);
}

void TourBubble::tell(const QString& title, const QString& text, int number, int count) {
    count_->setText(filled(tr("%1 of %2"), number, count));
    title_->setText(title);
    text_->setText(text);
    back_->setEnabled(number > 1);
    next_->setText(number < count ? tr("&Next") : tr("&Done"));
    setAccessibleName(filled(tr("Tour, %1 of %2: %3"), number, count, title));
    setAccessibleDescription(text);
    next_->setAccessibleDescription(title + QLatin1Char('\n') + text); // what is read with the focus
    layout()->activate();
    adjustSize();
    show();
    raise();
    next_->setFocus();
    QAccessibleEvent told(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
}

void TourBubble::pointAt(const QRect& place) {
    const QSize size = this->size();
    const QRect window = parentWidget()->rect();
    const QPoint middle = place.center();
    struct Try {
        Side arrow;
        QPoint corner;
    };
    // Beside a high place, below or above a flat one: where all of the bubble has room first.
    std::array tries{Try{Side::left, {place.right() + 1, middle.y() - size.height() / 2}},
                     Try{Side::right, {place.left() - size.width(), middle.y() - size.height() / 2}},
                     Try{Side::top, {middle.x() - size.width() / 2, place.bottom() + 1}},
                     Try{Side::bottom, {middle.x() - size.width() / 2, place.top() - size.height()}}};
    if (place.height() < size.height())
        std::rotate(tries.begin(), tries.begin() + 2, tries.end());
    for (const auto& [arrow, corner] : tries) {
        const bool beside = arrow == Side::left || arrow == Side::right;
        const bool fits = beside ? corner.x() >= 0 && corner.x() + size.width() <= window.width()
                                 : corner.y() >= 0 && corner.y() + size.height() <= window.height();
        if (fits) {
            tip_ = arrow == Side::left    ? QPoint(place.right(), middle.y())
                   : arrow == Side::right ? QPoint(place.left(), middle.y())
                   : arrow == Side::top   ? QPoint(middle.x(), place.bottom())
                                          : QPoint(middle.x(), place.top());
            return this->place(QRect(corner, size), arrow);
        }
    }
    tip_ = middle;
    this->place(QRect(middle - QPoint(size.width() / 2, -arrow_length), size), Side::none);
}

void TourBubble::pointNowhere() {
    tip_ = parentWidget()->rect().center();
    place(QRect(tip_ - QPoint(width() / 2, height() / 2), size()), Side::none);
}

void TourBubble::place(const QRect& box, Side arrow) {
    const QRect window = parentWidget()->rect();
    arrow_ = arrow;
    move(std::clamp(box.x(), 0, std::max(window.width() - box.width(), 0)),
         std::clamp(box.y(), 0, std::max(window.height() - box.height(), 0)));
    update();
}

void TourBubble::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int edge = arrow_length;
    const bool beside = arrow_ == Side::left || arrow_ == Side::right;
    QPointF tip = mapFromParent(tip_);
    tip.setX(std::clamp(tip.x(), 1.0, width() - 1.0));
    tip.setY(std::clamp(tip.y(), 1.0, height() - 1.0));
    painter.setPen(QPen(theme.accent, tokens::threshold));
    painter.setBrush(theme.base);
    painter.drawPath(outlineOf(QRectF(rect()).adjusted(edge, edge, -edge, -edge), tip,
                               beside ? QPointF(0, 1) : QPointF(1, 0), arrow_ != Side::none));
}

void TourBubble::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        emit skipRequested();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        emit nextRequested();
    else
        QWidget::keyPressEvent(event);
}

bool TourBubble::event(QEvent* event) {
    // Esc is a key of the window, too: while the keyboard is in the bubble, it is the bubble's.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape)
        event->accept();
    return QWidget::event(event);
}

} // namespace pipette
