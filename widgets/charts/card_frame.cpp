// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/card_frame.h"

#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>
#include <QSplitter>

namespace pipette {

CardLine::CardLine() {
    setFixedHeight(1);
}

void CardLine::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), themeOf(this).border);
}

CardFrame::CardFrame(QWidget& over, TitleLine line) : QWidget(&over), line_(line) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    over.installEventFilter(this);
}

/// The line of the card's edge; outside of this widget on the sides that the dock draws.
QRectF CardFrame::edge() const {
    QRectF edge = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    const QWidget* splitters = nullptr; // the outermost
    for (const QWidget* above = parentWidget(); above; above = above->parentWidget())
        if (qobject_cast<const QSplitter*>(above))
            splitters = above;
    if (!splitters)
        return edge;
    constexpr double beyond = 2 * tokens::card_radius;
    const QRect here(mapTo(splitters, QPoint()), size());
    if (here.left() <= 0)
        edge.setLeft(edge.left() - beyond);
    if (here.top() <= 0)
        edge.setTop(edge.top() - beyond);
    if (here.right() >= splitters->width() - 1)
        edge.setRight(edge.right() + beyond);
    if (here.bottom() >= splitters->height() - 1)
        edge.setBottom(edge.bottom() + beyond);
    return edge;
}

void CardFrame::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath corners, card;
    corners.addRect(rect());
    card.addRoundedRect(edge(), tokens::card_radius, tokens::card_radius);
    painter.fillPath(corners - card, theme.window);
    painter.setPen(QPen(theme.border, tokens::border));
    painter.drawPath(card);
    if (line_ == TitleLine::drawn) {
        const double line = tokens::dock_title - 0.5;
        painter.drawLine(QPointF(1, line), QPointF(width() - 1, line));
    }
}

bool CardFrame::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    if (event->type() == QEvent::Resize || event->type() == QEvent::ChildAdded)
        raise(); // what the card takes stays below
    return QWidget::eventFilter(watched, event);
}

} // namespace pipette
