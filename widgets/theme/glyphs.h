// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace pipette {

/// Drawings for actions and tabs, of one line weight.
enum class Glyph {
    play,
    stop,
    improve,
    undo,
    redo,
    pin,
    report,
    launch,
    search,
    more,
    close,
    plan,
    studies,
    evidence,
    lab,
    open,
    add,
    save,
    pause,
    step_back,
    step_forward,
    back,
    forward,
    server,
    model,
    sliders,
    limits,
    what_if,
    seed,
    wrench,
    info,
    money,
    flag,
    warning
};
inline constexpr int glyph_count = 34;

/// What a glyph is drawn on: plain ground, or the accent of a main action.
enum class GlyphGround { plain, accent };

/// A glyph in the colour of the text beside it, whatever the theme is when it is drawn; sharp at any size.
QIcon glyphIcon(Glyph glyph, GlyphGround ground = GlyphGround::plain);

} // namespace pipette
