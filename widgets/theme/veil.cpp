// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/veil.h"

#include "widgets/theme/theme.h"

#include <QEvent>
#include <QPainter>

namespace pipette {

Veil::Veil(QWidget& over) : QWidget(&over) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    over.installEventFilter(this);
    hide();
}

void Veil::setText(const QString& text) {
    if (text == text_)
        return;
    text_ = text;
    setAccessibleName(text);
    setGeometry(parentWidget()->rect());
    setVisible(!text.isEmpty());
    raise();
    update();
}

bool Veil::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    else if (event->type() == QEvent::ChildAdded)
        raise(); // parts that the view makes later stay below
    return QWidget::eventFilter(watched, event);
}

void Veil::paintEvent(QPaintEvent*) {
    constexpr int margin = 6, dimming = 150;
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    QColor dim = theme.base;
    dim.setAlpha(dimming);
    painter.fillRect(rect(), dim);
    const QRect room = rect().adjusted(margin, margin, -margin, -margin);
    constexpr int flags =
        Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap; // heads of charts stand above
    const QRect words = painter.boundingRect(room, flags, text_);
    const QRect strip(QPoint(0, words.top() - margin), rect().bottomRight());
    painter.fillRect(strip, theme.alternate);
    painter.setPen(theme.outline);
    painter.drawLine(strip.topLeft(), strip.topRight());
    painter.setPen(theme.text);
    painter.drawText(room, flags, text_);
}

} // namespace pipette
