// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/glyph_label.h"

#include <QEvent>

namespace pipette {

GlyphLabel::GlyphLabel(Glyph glyph, tokens::Length side, QWidget* parent)
    : QLabel(parent), glyph_(glyph), side_(side) {
    setTextFormat(Qt::PlainText);
    setAlignment(Qt::AlignCenter);
    draw();
}

void GlyphLabel::draw() {
    setPixmap(glyphIcon(glyph_).pixmap(QSize(side_, side_), devicePixelRatio()));
}

void GlyphLabel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        draw();
    QLabel::changeEvent(event);
}

} // namespace pipette
