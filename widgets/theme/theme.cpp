// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include "widgets/theme/tokens.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr std::size_t stage_colours = 8;
constexpr std::array<Qt::BrushStyle, 4> stage_patterns{Qt::SolidPattern, Qt::BDiagPattern, Qt::Dense5Pattern,
                                                       Qt::DiagCrossPattern};

/// `colour` towards text on it: visible as a pattern, quiet enough to read over.
QColor inkOn(const QColor& colour, double strength) {
    const QColor ink = textOn(colour);
    const auto mix = [strength](int from, int to) {
        return static_cast<int>(std::lround(from + strength * (to - from)));
    };
    return {mix(colour.red(), ink.red()), mix(colour.green(), ink.green()), mix(colour.blue(), ink.blue())};
}

std::vector<QBrush> stageBrushes() {
    std::vector<QBrush> brushes;
    for (const Qt::BrushStyle style : stage_patterns)
        for (std::size_t stage = 0; stage < stage_colours; ++stage) {
            const QColor colour = stageColour(static_cast<int>(stage));
            brushes.push_back(patternBrush(colour, inkOn(colour, 0.45), style));
        }
    return brushes;
}

Theme makeTheme(ThemeKind kind) {
    const auto colour = [kind](Ink ink) { return inkColour(ink, kind); };
    Theme t;
    t.kind = kind;
    t.window = colour(Ink::window), t.base = colour(Ink::page), t.alternate = colour(Ink::alternate);
    t.track = colour(Ink::track);
    t.text = colour(Ink::text), t.muted = colour(Ink::second), t.faint = colour(Ink::faint);
    t.grid = colour(Ink::grid), t.outline = colour(Ink::outline);
    t.border = colour(Ink::border), t.strong_border = colour(Ink::strong_border);
    t.accent = colour(Ink::accent), t.accent_soft = colour(Ink::accent_soft);
    t.accent_text = colour(Ink::accent_text);
    t.good = colour(Ink::good), t.good_soft = colour(Ink::good_soft);
    t.warning = colour(Ink::warning), t.warning_soft = colour(Ink::warning_soft);
    t.error = colour(Ink::limit), t.error_soft = colour(Ink::limit_soft);
    t.assumed = colour(Ink::assumed), t.assumed_soft = colour(Ink::assumed_soft);
    t.missing = colour(Ink::missing);
    for (std::size_t look = 0; look < operation_look_count; ++look)
        t.operations[look] = colour(inkOf(static_cast<OperationLook>(look)));
    t.stages = stageBrushes();
    return t;
}

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour) {
    static const std::array<double, 256> linear_of = [] { // asked for every number on every GPU
        std::array<double, 256> table{};
        for (std::size_t channel = 0; channel < table.size(); ++channel)
            table[channel] = linear(static_cast<double>(channel) / 255);
        return table;
    }();
    const auto of = [](int channel) { return linear_of[static_cast<std::size_t>(channel)]; };
    return 0.2126 * of(colour.red()) + 0.7152 * of(colour.green()) + 0.0722 * of(colour.blue());
}

} // namespace

Ink inkOf(OperationLook look) {
    constexpr std::array<Ink, operation_look_count> inks{
        Ink::forward, Ink::forward_again,     Ink::backward, Ink::weight_gradient, Ink::overlapped,
        Ink::send,    Ink::gradient_exchange, Ink::offload,  Ink::optimizer,       Ink::idle};
    return inks[static_cast<std::size_t>(look)];
}

QColor inkColour(Ink ink, ThemeKind kind) {
    return QColor::fromRgb(kind == ThemeKind::light ? row_of(ink).light : row_of(ink).dark);
}

const Theme& lightTheme() {
    static const Theme light = makeTheme(ThemeKind::light);
    return light;
}

const Theme& darkTheme() {
    static const Theme dark = makeTheme(ThemeKind::dark);
    return dark;
}

const Theme& theme(ThemeKind kind) {
    return kind == ThemeKind::light ? lightTheme() : darkTheme();
}

const Theme& themeOf(const QPalette& palette) {
    const bool dark =
        luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText));
    return dark ? darkTheme() : lightTheme();
}

const Theme& themeOf(const QWidget* widget) {
    return themeOf(widget->palette());
}

QPalette paletteOf(const Theme& theme) {
    const bool light = theme.kind == ThemeKind::light;
    QPalette palette(theme.base, theme.window);
    palette.setColor(QPalette::Base, theme.base);
    palette.setColor(QPalette::AlternateBase, theme.alternate);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.error);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    palette.setColor(QPalette::ToolTipBase, light ? theme.base : theme.alternate);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.accent_text);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    for (const QPalette::ColorRole role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, inkColour(Ink::disabled, theme.kind));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.grid);
    return palette;
}

QBrush stageBrush(int stage, const Theme& theme) {
    return theme.stages[static_cast<std::size_t>(std::max(stage, 0)) % theme.stages.size()];
}

QColor stageColour(int stage) {
    return inkColour(after(Ink::stage_0, static_cast<std::size_t>(std::max(stage, 0)) % stage_colours),
                     ThemeKind::light);
}

namespace {

/// The plain colour of a stage, changed until it has this contrast on `base`.
QColor readableColour(int stage, const Theme& theme, double contrast) {
    QColor colour = stageColour(stage);
    while (contrastRatio(colour, theme.base) < contrast)
        colour = theme.kind == ThemeKind::light ? colour.darker(110) : colour.lighter(110);
    return colour;
}

constexpr double least_of_lines = 3, least_of_words = 4.5; // WCAG 2.1, 1.4.11 and 1.4.3

} // namespace

QColor strokeColour(int stage, const Theme& theme) {
    // Thin lines look darker than they are: on a dark ground they get the contrast of words.
    return readableColour(stage, theme, theme.kind == ThemeKind::light ? least_of_lines : least_of_words);
}

QColor nameColour(int stage, const Theme& theme) {
    return readableColour(stage, theme, least_of_words);
}

QBrush operationBrush(OperationLook look, const Theme& theme) {
    return theme.operations[static_cast<std::size_t>(look)];
}

QColor operationColour(OperationLook look, const Theme& theme) {
    return operationBrush(look, theme).color();
}

QBrush patternBrush(const QColor& base, const QColor& ink, Qt::BrushStyle style) {
    if (style == Qt::SolidPattern)
        return QBrush(base);
    QImage tile(8, 8, QImage::Format_RGB32);
    tile.fill(base);
    QPainter painter(&tile);
    painter.fillRect(tile.rect(), QBrush(ink, style));
    painter.end();
    QBrush brush(base);
    brush.setTextureImage(tile);
    brush.setColor(base);
    return brush;
}

void fillPath(QPainter& painter, const QPainterPath& path, const QBrush& brush) {
    painter.fillPath(path, brush.color());
    if (brush.style() == Qt::TexturePattern)
        painter.fillPath(path, brush);
}

void fillRect(QPainter& painter, const QRectF& rect, const QBrush& brush) {
    painter.fillRect(rect, brush.color());
    if (brush.style() == Qt::TexturePattern)
        painter.fillRect(rect, brush);
}

QColor bandwidthColour(double position) {
    return QColor::fromRgb(viridis_at(position));
}

double logPosition(double gb_per_s, double low, double high) {
    if (!(low > 0) || !(high > low))
        return 0;
    return std::clamp(std::log(gb_per_s / low) / std::log(high / low), 0.0, 1.0);
}

QColor textOn(const QColor& background) {
    return contrastRatio(background, Qt::white) > contrastRatio(background, Qt::black) ? Qt::white
                                                                                       : Qt::black;
}

double contrastRatio(const QColor& a, const QColor& b) {
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

double tokens::typeScale() {
    const int pixels = QApplication::font().pixelSize(); // -1: the font of a desktop, in points
    return pixels > 0 ? pixels / double{text.plain()} : 1;
}

int tokens::scaled(int pixels) {
    return static_cast<int>(std::lround(pixels * typeScale()));
}

QFont sizedFont(const QFont& base, int pixels) {
    QFont font = base;
    font.setPixelSize(pixels);
    return font;
}

QFont smallFont(const QFont& base) {
    return sizedFont(base, tokens::caption);
}

QFont strongFont(const QFont& base) {
    QFont font = base;
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace pipette
