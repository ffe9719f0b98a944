// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/glyphs.h"
#include "widgets/theme/tokens.h"

#include <QLabel>

namespace pipette {

/// A glyph that is no button, in the colour of the text beside it.
class GlyphLabel : public QLabel {
    Q_OBJECT

public:
    explicit GlyphLabel(Glyph glyph, tokens::Length side = tokens::icon, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void draw();

    Glyph glyph_;
    tokens::Length side_;
};

} // namespace pipette
