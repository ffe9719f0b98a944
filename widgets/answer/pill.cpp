// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/answer/pill.h"

#include "widgets/theme/plain_text.h"
#include "widgets/theme/tokens.h"

#include <QEvent>
#include <QPainter>

namespace pipette {
namespace {

constexpr tokens::Length mark_side{13}, beside{9}, between{5};

QColor softOf(Mark mark, const Theme& theme) {
    switch (mark) {
    case Mark::good:
        return theme.good_soft;
    case Mark::warning:
        return theme.warning_soft;
    case Mark::error:
        return theme.error_soft;
    case Mark::assumed:
        return theme.assumed_soft;
    case Mark::tie:
        return theme.accent_soft;
    case Mark::pinned:
    case Mark::excluded:
        break;
    }
    return theme.track;
}

QFont pillFont(const QFont& base) {
    QFont font = smallFont(base);
    font.setWeight(QFont::Medium);
    return font;
}

} // namespace

Pill::Pill(AnswerPill shown, QWidget* parent) : QAbstractButton(parent), shown_(std::move(shown)) {
    setText(menuText(shown_.text));
    setAccessibleName(shown_.text);
    setPlainTip(*this, shown_.details.isEmpty() ? shown_.text : shown_.details);
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Pill::setLength(Length length) {
    if (length == length_)
        return;
    length_ = length;
    updateGeometry();
    update();
}

int Pill::widthAt(Length length) const {
    const QString& words = length == Length::full ? shown_.text : shown_.brief;
    const int wide = QFontMetrics(pillFont(font())).horizontalAdvance(words);
    return 2 * beside + mark_side + (words.isEmpty() ? 0 : between + wide + 1);
}

QSize Pill::sizeHint() const {
    return {widthAt(length_), tokens::pill};
}

bool Pill::event(QEvent* event) {
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave)
        update();
    return QAbstractButton::event(event);
}

void Pill::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    const QColor ink = markColour(shown_.mark, theme);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool framed = hasFocus() || underMouse() || isDown();
    const double edge = tokens::border / 2;
    painter.setPen(framed ? QPen(ink, tokens::border) : QPen(Qt::NoPen));
    painter.setBrush(softOf(shown_.mark, theme));
    painter.drawRoundedRect(QRectF(rect()).adjusted(edge, edge, -edge, -edge), tokens::field_radius,
                            tokens::field_radius);
    paintMark(painter, QRectF(beside, (height() - mark_side) / 2.0, mark_side, mark_side), shown_.mark,
              theme);
    painter.setFont(pillFont(font()));
    painter.setPen(ink);
    painter.drawText(rect().adjusted(beside + mark_side + between, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     length_ == Length::full ? shown_.text : shown_.brief);
}

} // namespace pipette
