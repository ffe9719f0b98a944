// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QImage>
#include <QPainter>
#include <QPainterPath>
#include <QProxyStyle>
#include <QStyleOption>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr std::array<QRgb, 8> okabe_ito{0xff0072b2, 0xffe69f00, 0xff009e73, 0xffcc79a7,
                                        0xff56b4e9, 0xffd55e00, 0xfff0e442, 0xff999999};
constexpr std::array<Qt::BrushStyle, 6> stage_patterns{Qt::SolidPattern, Qt::BDiagPattern,
                                                       Qt::HorPattern,   Qt::Dense5Pattern,
                                                       Qt::VerPattern,   Qt::DiagCrossPattern};
constexpr std::array<QRgb, 10> viridis{0xff440154, 0xff482878, 0xff3e4a89, 0xff31688e, 0xff26828e,
                                       0xff1f9e89, 0xff35b779, 0xff6dcd59, 0xffb4de2c, 0xfffde725};

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
        for (const QRgb rgb : okabe_ito)
            brushes.push_back(patternBrush(QColor(rgb), inkOn(QColor(rgb), 0.45), style));
    return brushes;
}

std::array<QBrush, operation_look_count> operationBrushes(const std::array<QRgb, 6>& colours,
                                                          const QColor& bubble, const QColor& bubbleInk) {
    constexpr std::array<Qt::BrushStyle, 6> styles{Qt::SolidPattern,     Qt::BDiagPattern, Qt::Dense6Pattern,
                                                   Qt::DiagCrossPattern, Qt::VerPattern,   Qt::HorPattern};
    std::array<QBrush, operation_look_count> brushes;
    for (std::size_t i = 0; i < colours.size(); ++i)
        brushes[i] = patternBrush(QColor(colours[i]), inkOn(QColor(colours[i]), 0.35), styles[i]);
    brushes[static_cast<std::size_t>(OperationLook::bubble)] =
        patternBrush(bubble, bubbleInk, Qt::FDiagPattern);
    return brushes;
}

Theme makeLight() {
    Theme t;
    t.kind = ThemeKind::light;
    t.window = QColor(0xf4, 0xf5, 0xf7), t.base = Qt::white, t.alternate = QColor(0xed, 0xef, 0xf2);
    t.text = QColor(0x1b, 0x1f, 0x24), t.muted = QColor(0x59, 0x62, 0x6d);
    t.grid = QColor(0xd5, 0xd9, 0xdf), t.outline = QColor(0x6b, 0x74, 0x80);
    t.accent = QColor(0x0b, 0x5c, 0xd5), t.accent_text = Qt::white;
    t.good = QColor(0x17, 0x73, 0x35), t.warning = QColor(0x8a, 0x53, 0x00),
    t.error = QColor(0xb3, 0x26, 0x1e);
    t.missing = QColor(0x9a, 0xa2, 0xad);
    t.operations = operationBrushes({0xff9ad0f5, 0xff0a7355, 0xffdba63a, 0xfff3ebb2, 0xff6a2a70, 0xffcf5b33},
                                    QColor(0xf1, 0xf2, 0xf4), QColor(0xb9, 0xbf, 0xc8));
    t.stages = stageBrushes();
    return t;
}

Theme makeDark() {
    Theme t;
    t.kind = ThemeKind::dark;
    t.window = QColor(0x1e, 0x21, 0x26), t.base = QColor(0x16, 0x18, 0x1c),
    t.alternate = QColor(0x22, 0x26, 0x2c);
    t.text = QColor(0xe6, 0xe9, 0xee), t.muted = QColor(0xa3, 0xac, 0xb8);
    t.grid = QColor(0x33, 0x38, 0x40), t.outline = QColor(0x85, 0x8f, 0x9c);
    t.accent = QColor(0x6c, 0xb0, 0xff), t.accent_text = QColor(0x0b, 0x14, 0x20);
    t.good = QColor(0x6f, 0xd0, 0x8c), t.warning = QColor(0xf5, 0xb8, 0x3d),
    t.error = QColor(0xff, 0x8a, 0x80);
    t.missing = QColor(0x5b, 0x64, 0x70);
    t.operations = operationBrushes({0xff9ad0f5, 0xff1f8a69, 0xffdba63a, 0xfff3ebb2, 0xff8d4a94, 0xffd96b42},
                                    QColor(0x1d, 0x20, 0x25), QColor(0x4a, 0x52, 0x5d));
    t.stages = stageBrushes();
    return t;
}

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour) {
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

} // namespace

const Theme& lightTheme() {
    static const Theme light = makeLight();
    return light;
}

const Theme& darkTheme() {
    static const Theme dark = makeDark();
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
    QPalette palette(light ? QColor(0xe8, 0xea, 0xee) : QColor(0x2c, 0x31, 0x38), theme.window);
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
        palette.setColor(QPalette::Disabled, role,
                         light ? QColor(0x8d, 0x95, 0xa0) : QColor(0x6c, 0x75, 0x81));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.grid);
    return palette;
}

namespace {

/// Fusion, whose boxes to tick have no visible edge on a dark ground, and whose etched words blur there.
class EdgedStyle : public QProxyStyle {
public:
    EdgedStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* answer) const override {
        return hint == SH_EtchDisabledText ? 0 : QProxyStyle::styleHint(hint, option, widget, answer);
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck)
            return;
        painter->save();
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(themeOf(option->palette).muted, 1));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
    }
};

} // namespace

void applyTheme(QApplication& application, ThemeKind kind) {
    application.setStyle(new EdgedStyle); // the application's
    application.setPalette(paletteOf(theme(kind)));
}

QBrush stageBrush(int stage, const Theme& theme) {
    return theme.stages[static_cast<std::size_t>(std::max(stage, 0)) % theme.stages.size()];
}

QColor stageColour(int stage) {
    return {okabe_ito[static_cast<std::size_t>(std::max(stage, 0)) % okabe_ito.size()]};
}

QColor strokeColour(int stage, const Theme& theme) {
    constexpr double least = 3; // WCAG 2.1, 1.4.11
    QColor colour = stageColour(stage);
    while (contrastRatio(colour, theme.base) < least)
        colour = theme.kind == ThemeKind::light ? colour.darker(110) : colour.lighter(110);
    return colour;
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
    const double at = std::clamp(position, 0.0, 1.0) * static_cast<double>(viridis.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(at), viridis.size() - 2);
    const double part = at - static_cast<double>(i);
    const QRgb a = viridis[i];
    const QRgb b = viridis[i + 1];
    const auto mix = [part](int from, int to) {
        return static_cast<int>(std::lround(from + part * (to - from)));
    };
    return {mix(qRed(a), qRed(b)), mix(qGreen(a), qGreen(b)), mix(qBlue(a), qBlue(b))};
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

QFont smallFont(const QFont& base) {
    QFont font = base;
    if (base.pointSizeF() > 0)
        font.setPointSizeF(std::max(base.pointSizeF() * 0.85, 7.0));
    else
        font.setPixelSize(std::max(base.pixelSize() * 85 / 100, 9));
    return font;
}

QFont strongFont(const QFont& base) {
    QFont font = base;
    font.setWeight(QFont::DemiBold);
    return font;
}

} // namespace pipette
