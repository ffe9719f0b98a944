// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace pipette {

/// How buttons, fields, boxes to tick, tabs and heads of tables look: Fusion with the edges, radii and
/// heights of tokens.h and the colours of the theme that the widget's palette belongs to.
class WindowStyle : public QProxyStyle {
    Q_OBJECT

public:
    /// Property of the one tool button that a tool bar is there for.
    static constexpr const char* main_action = "main-action";
    /// Property of a tab bar whose tabs stand well apart.
    static constexpr const char* wide_tabs = "wide-tabs";
    /// Property of a choice whose placeholder is what was chosen, by another way than the choice.
    static constexpr const char* shows_value = "shows-value";

    WindowStyle();

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* answer) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    using QProxyStyle::polish;
    void polish(QWidget* widget) override; ///< captions of fields are secondary text
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
};

} // namespace pipette
