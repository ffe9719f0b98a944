// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plans/fold_card.h"

#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QBoxLayout>
#include <QPainter>

#include <algorithm>

namespace pipette {

FoldHead::FoldHead(Glyph glyph, const QString& title) {
    setIcon(glyphIcon(glyph));
    setText(title);
    setAccessibleName(title);
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setFont(strongFont(font()));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FoldHead::setValue(const QString& value) {
    if (value == value_)
        return;
    value_ = value;
    setAccessibleDescription(value);
    update();
}

QSize FoldHead::sizeHint() const {
    return {fontMetrics().horizontalAdvance(text()) + tokens::icon + tokens::space_2 +
                5 * tokens::card_padding,
            std::max(tokens::dock_title - 2, fontMetrics().height() + tokens::space_2)};
}

QSize FoldHead::minimumSizeHint() const {
    return sizeHint();
}

void FoldHead::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || hasFocus())
        painter.fillRect(rect().adjusted(1, 1, -1, 0), theme.alternate);
    const QRect glyph(tokens::card_padding, (height() - tokens::icon) / 2, tokens::icon, tokens::icon);
    icon().paint(&painter, glyph);
    const QRect words = rect().adjusted(glyph.right() + tokens::space_2, 0, -2 * tokens::card_padding - 4, 0);
    painter.setPen(theme.text);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, text());
    const int taken = fontMetrics().horizontalAdvance(text()) + tokens::space_2;
    painter.setFont(smallFont(font()));
    QFont plain = painter.font();
    plain.setWeight(QFont::Normal);
    painter.setFont(plain);
    painter.setPen(theme.faint);
    painter.drawText(words.adjusted(taken, 0, 0, 0), Qt::AlignRight | Qt::AlignVCenter,
                     QFontMetrics(plain).elidedText(value_, Qt::ElideRight, words.width() - taken));
    const QPointF at(width() - tokens::card_padding - 5, height() / 2.0);
    painter.setPen(QPen(theme.muted, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(
        isChecked() ? QPolygonF{at + QPointF(-3.5, -1.8), at + QPointF(0, 1.8), at + QPointF(3.5, -1.8)}
                    : QPolygonF{at + QPointF(-1.8, -3.5), at + QPointF(1.8, 0), at + QPointF(-1.8, 3.5)});
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, tokens::border));
        painter.drawRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5));
    }
    if (parentWidget() && parentWidget()->y() > tokens::space_2) // the first has the line of the dock's title
        painter.fillRect(QRectF(0, 0, width(), tokens::border), theme.border);
}

FoldCard::FoldCard(Glyph glyph, const QString& title, QWidget* body, Fold fold)
    : head_(new FoldHead(glyph, title)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head_);
    layout->addWidget(body);
    setFold(fold);
    body->setVisible(fold == Fold::open);
    connect(head_, &QAbstractButton::toggled, this, [this, body](bool open) {
        body->setVisible(open);
        emit folded();
    });
}

} // namespace pipette
