// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/inks.h"

#include <QBrush>
#include <QColor>
#include <QEvent>
#include <QFont>
#include <QPalette>

#include <array>
#include <vector>

class QApplication;
class QPainter;
class QPainterPath;
class QWidget;

namespace pipette {

enum class ThemeKind { light, dark };

/// How a stretch of a device's time looks in every chart. Each differs from the others by lightness or by
/// hue; forward, backward and idle time by lightness.
enum class OperationLook {
    forward,
    recomputation,
    backward,
    weight,
    overlapped,
    communication,
    exchange,
    offload,
    optimizer,
    bubble
};
inline constexpr std::size_t operation_look_count = 10;
Ink inkOf(OperationLook look);

/// The one visual language of all views, of the table of colours that reports have, too. Text colours reach a
/// contrast of 4.5 (WCAG 2.1, 1.4.3) on `window` and `base`; `outline` and `accent` reach 3 there (1.4.11).
/// Lines that only decorate (`grid`) may be fainter.
struct Theme {
    ThemeKind kind = ThemeKind::light;
    QColor window, base, alternate; ///< backgrounds: behind docks, of cards and data, of table heads
    QColor track;                   ///< what is pressed; the ground of bars
    QColor text, muted, faint;      ///< text, secondary text, captions (a contrast of 4.5 on `base`)
    QColor grid, border, strong_border, outline; ///< decoration, the stronger the later; edges with a meaning
    QColor accent, accent_soft, accent_text;     ///< the one colour of the selection, its ground, text on it
    QColor good, warning, error, assumed;        ///< always beside an icon and a word
    QColor good_soft, warning_soft, error_soft, assumed_soft; ///< their grounds
    QColor missing;                                           ///< ink of the hatch over what was not measured
    std::array<QBrush, operation_look_count> operations;      ///< by OperationLook
    std::vector<QBrush> stages; ///< solid colours first, then the same colours with patterns
};

const Theme& lightTheme();
const Theme& darkTheme();
const Theme& theme(ThemeKind kind);

/// The theme that a palette (a widget's, the desktop's) belongs to: dark when its window is darker than its
/// text. Views ask in paintEvent, so that a change of theme needs no call to any of them.
const Theme& themeOf(const QPalette& palette);
const Theme& themeOf(const QWidget* widget);

/// The colour of the table in a theme.
QColor inkColour(Ink ink, ThemeKind kind);

QPalette paletteOf(const Theme& theme);
/// The style, the font and the palette of `kind` for the whole program. `type_scale`: how much larger than
/// usual type and spacings are; new widgets take it by themselves, Enlarger tells it to those that are there.
void applyTheme(QApplication& application, ThemeKind kind, double type_scale = 1);
/// Sends all windows the news that the program has another font or palette (`change`: ApplicationFontChange
/// or ApplicationPaletteChange), which Qt would send with the next events.
void tellWindowsNow(QEvent::Type change);

/// The brush of a pipeline stage or replica: the stages' colours of the table, then the same with patterns;
/// repeats past the last.
QBrush stageBrush(int stage, const Theme& theme);
QColor stageColour(int stage); ///< its plain colour
/// The plain colour, darkened or lightened until a line of it reaches a contrast of 3 (dark: 4.5) on `base`.
QColor strokeColour(int stage, const Theme& theme);
QColor nameColour(int stage, const Theme& theme); ///< the same for words beside such a line: 4.5
QBrush operationBrush(OperationLook look, const Theme& theme);
QColor operationColour(OperationLook look, const Theme& theme);

/// A tile of `base` with `ink` in one of Qt's line or dot patterns; its colour() is `base`.
QBrush patternBrush(const QColor& base, const QColor& ink, Qt::BrushStyle style);
/// Fills with a brush above so that exports that know no textures keep at least its plain colour.
void fillPath(QPainter& painter, const QPainterPath& path, const QBrush& brush);
void fillRect(QPainter& painter, const QRectF& rect, const QBrush& brush);

/// Bandwidth everywhere: position 0 (slowest) to 1 (fastest) on viridis, its anchors joined by linear
/// interpolation: its lightness rises all the way.
QColor bandwidthColour(double position);
/// Where a bandwidth lies on the logarithmic scale from `low` to `high` GB/s, 0 to 1; low when they are
/// equal.
double logPosition(double gb_per_s, double low, double high);

/// Black or white, whichever reads better on `background` (at least 4.5 on any colour).
QColor textOn(const QColor& background);
/// Contrast of two opaque colours, 1 to 21 (WCAG 2.1, "contrast ratio").
double contrastRatio(const QColor& a, const QColor& b);

QFont sizedFont(const QFont& base, int pixels); ///< one of the sizes of tokens.h
QFont smallFont(const QFont& base);             ///< axis labels and notes
QFont strongFont(const QFont& base);            ///< headings inside charts

} // namespace pipette
