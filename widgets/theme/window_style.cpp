// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/window_style.h"

#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QFontDatabase>
#include <QPainter>
#include <QStyleOption>
#include <QTabBar>

#include <algorithm>

namespace pipette {
namespace {

constexpr int arrow_room = 22; // at the right of a field that opens or counts

/// A box with a border that lies on whole pixels.
void paintBox(QPainter& painter, const QRect& rect, double radius, const QColor& fill, const QPen& edge) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double half = edge.style() == Qt::NoPen ? 0 : edge.widthF() / 2;
    painter.setPen(edge);
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), radius, radius);
    painter.restore();
}

/// The angle that says "opens below" (down) or "counts up" in the middle of a box.
void paintChevron(QPainter& painter, const QRectF& box, double down, const QColor& colour) {
    constexpr double wide = 3.5, high = 1.8;
    const QPointF at = box.center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF{at + QPointF(-wide, -high * down), at + QPointF(0, high * down),
                                   at + QPointF(wide, -high * down)});
    painter.restore();
}

bool has(const QStyleOption* option, QStyle::StateFlag flag) {
    return option->state.testFlag(flag);
}

QPen edgeOf(const QStyleOption* option, const Theme& theme) {
    if (!has(option, QStyle::State_Enabled))
        return {theme.border, tokens::border};
    return has(option, QStyle::State_HasFocus) ? QPen(theme.accent, tokens::threshold)
                                               : QPen(theme.strong_border, tokens::border);
}

void paintField(QPainter& painter, const QStyleOption* option, const Theme& theme) {
    paintBox(painter, option->rect, tokens::field_radius,
             has(option, QStyle::State_Enabled) ? theme.base : theme.alternate, edgeOf(option, theme));
}

bool isMain(const QStyleOption* option) { // the action that a panel is there for
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    return button && button->features.testFlag(QStyleOptionButton::DefaultButton) &&
           has(option, QStyle::State_Enabled);
}

void paintButton(QPainter& painter, const QStyleOption* option, const Theme& theme) {
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    const bool pressed = has(option, QStyle::State_Sunken), over = has(option, QStyle::State_MouseOver);
    if (button && button->features.testFlag(QStyleOptionButton::Flat) && !pressed && !over)
        return;
    if (isMain(option)) {
        paintBox(painter, option->rect, tokens::button_radius,
                 pressed ? theme.accent.darker(115) : theme.accent, Qt::NoPen);
        return;
    }
    QColor fill = pressed ? theme.track : over ? theme.alternate : theme.base;
    if (has(option, QStyle::State_On))
        fill = theme.accent_soft;
    paintBox(painter, option->rect, tokens::button_radius, fill, edgeOf(option, theme));
}

void paintTick(QPainter& painter, const QStyleOption* option, const Theme& theme) {
    const int side = std::min({option->rect.width(), option->rect.height(), 15});
    QRect box(0, 0, side, side);
    box.moveCenter(option->rect.center());
    const bool on = has(option, QStyle::State_On), some = has(option, QStyle::State_NoChange);
    const bool enabled = has(option, QStyle::State_Enabled);
    const QColor ink = enabled ? theme.accent : theme.strong_border;
    paintBox(painter, box, 3, on || some ? ink : theme.base,
             on || some ? QPen(ink, tokens::border)
                        : QPen(enabled ? theme.outline : theme.border, tokens::border));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(
        QPen(enabled ? theme.accent_text : theme.base, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const auto at = [&](double x, double y) { return QPointF(box.x() + x * side, box.y() + y * side); };
    if (on)
        painter.drawPolyline(QPolygonF{at(0.25, 0.52), at(0.43, 0.70), at(0.76, 0.32)});
    else if (some)
        painter.drawLine(at(0.28, 0.5), at(0.72, 0.5));
    painter.restore();
}

/// Words with a line below those in front.
void paintTab(QPainter& painter, const QStyleOptionTab& tab, const Theme& theme) {
    const bool front = tab.state.testFlag(QStyle::State_Selected);
    if (!front && tab.state.testFlag(QStyle::State_MouseOver))
        painter.fillRect(tab.rect, theme.alternate);
    if (!front)
        return;
    const bool above = tab.shape == QTabBar::RoundedSouth;
    QRect line = tab.rect;
    above ? line.setHeight(2) : line.setTop(line.bottom() - 1);
    painter.fillRect(line, theme.accent);
}

void paintHead(QPainter& painter, const QStyleOption* option, const Theme& theme) {
    painter.fillRect(option->rect, theme.alternate);
    painter.fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                     theme.border);
}

/// The handle of a scroll bar alone, without arrows.
void paintScroll(QPainter& painter, const QStyleOptionSlider& bar, const QRect& handle, const Theme& theme) {
    painter.fillRect(bar.rect, theme.base);
    if (bar.maximum <= bar.minimum)
        return;
    QColor ink = theme.strong_border;
    if (bar.state.testFlag(QStyle::State_MouseOver) || bar.state.testFlag(QStyle::State_Sunken))
        ink = theme.outline;
    paintBox(painter, handle.adjusted(2, 2, -2, -2), 3, ink, Qt::NoPen);
}

} // namespace

WindowStyle::WindowStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* answer) const {
    return hint == SH_EtchDisabledText ? 0 : QProxyStyle::styleHint(hint, option, widget, answer);
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
        return tokens::icon;
    case PM_ScrollBarExtent:
        return 11;
    case PM_SmallIconSize:
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
        return tokens::icon;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                    const QWidget* widget) const {
    QSize made = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton)
        made.setHeight(std::max(made.height(), tokens::button));
    else if (type == CT_ComboBox || type == CT_SpinBox || type == CT_LineEdit)
        made.setHeight(std::max(made.height(), tokens::field));
    return made;
}

QRect WindowStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                  const QWidget* widget) const {
    if (control == CC_SpinBox && part == SC_SpinBoxEditField) {
        const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        const int room = box && box->buttonSymbols == QAbstractSpinBox::NoButtons ? 2 : arrow_room;
        return option->rect.adjusted(5, 2, -room, -2);
    }
    if (control == CC_SpinBox && (part == SC_SpinBoxUp || part == SC_SpinBoxDown)) {
        const int half = option->rect.height() / 2;
        return {option->rect.right() - arrow_room + 1, option->rect.top() + (part == SC_SpinBoxUp ? 0 : half),
                arrow_room, half};
    }
    if (control == CC_ScrollBar)
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            const bool flat = bar->orientation == Qt::Horizontal;
            const int whole = flat ? bar->rect.width() : bar->rect.height();
            const int range = std::max(bar->maximum - bar->minimum, 0);
            const int length = range == 0
                                   ? whole
                                   : std::clamp(static_cast<int>(static_cast<qint64>(whole) * bar->pageStep /
                                                                 std::max(range + bar->pageStep, 1)),
                                                std::min(24, whole), whole);
            const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition,
                                                      whole - length, bar->upsideDown);
            const auto along = [&](int from, int size) {
                return flat ? QRect(bar->rect.x() + from, bar->rect.y(), size, bar->rect.height())
                            : QRect(bar->rect.x(), bar->rect.y() + from, bar->rect.width(), size);
            };
            switch (part) {
            case SC_ScrollBarSlider:
                return along(start, length);
            case SC_ScrollBarGroove:
                return bar->rect;
            case SC_ScrollBarSubPage:
                return along(0, start);
            case SC_ScrollBarAddPage:
                return along(start + length, whole - start - length);
            default: // no arrows
                return {};
            }
        }
    return QProxyStyle::subControlRect(control, option, part, widget);
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
    const Theme& theme = themeOf(option->palette);
    switch (element) {
    case PE_PanelButtonCommand:
        return paintButton(*painter, option, theme);
    case PE_FrameDefaultButton:
        return;
    case PE_PanelButtonTool:
        if (has(option, State_Sunken) || has(option, State_On) || has(option, State_MouseOver))
            paintBox(*painter, option->rect, tokens::button_radius,
                     has(option, State_On) ? theme.accent_soft : theme.track, Qt::NoPen);
        return;
    case PE_PanelLineEdit:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            !frame || frame->lineWidth > 0)
            paintField(*painter, option, theme);
        return;
    case PE_FrameFocusRect:
        return paintBox(*painter, option->rect, tokens::mark_radius, Qt::transparent,
                        QPen(theme.accent, tokens::border));
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return paintTick(*painter, option, theme);
    case PE_FrameTabBarBase:
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
    const Theme& theme = themeOf(option->palette);
    switch (element) {
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            button && isMain(option)) {
            QStyleOptionButton on(*button);
            on.palette.setColor(QPalette::ButtonText, theme.accent_text);
            QProxyStyle::drawControl(element, &on, painter, widget);
            return;
        }
        break;
    case CE_TabBarTabShape:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            return paintTab(*painter, *tab, theme);
        break;
    case CE_TabBarTabLabel:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            QStyleOptionTab words(*tab);
            words.palette.setColor(QPalette::WindowText,
                                   has(option, State_Selected) ? theme.accent : theme.muted);
            QProxyStyle::drawControl(element, &words, painter, widget);
            return;
        }
        break;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        return paintHead(*painter, option, theme);
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void WindowStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                     QPainter* painter, const QWidget* widget) const {
    const Theme& theme = themeOf(option->palette);
    const QColor ink = has(option, State_Enabled) ? theme.muted : theme.strong_border;
    if (control == CC_ComboBox) {
        const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option);
        if (!box || box->frame)
            paintField(*painter, option, theme);
        const QRect& all = option->rect;
        return paintChevron(*painter, QRect(all.right() - arrow_room, all.top(), arrow_room, all.height()), 1,
                            ink);
    }
    if (control == CC_SpinBox) {
        const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
        if (!box || box->frame)
            paintField(*painter, option, theme);
        if (box && box->buttonSymbols == QAbstractSpinBox::NoButtons)
            return;
        for (const SubControl part : {SC_SpinBoxUp, SC_SpinBoxDown}) {
            const auto step =
                part == SC_SpinBoxUp ? QAbstractSpinBox::StepUpEnabled : QAbstractSpinBox::StepDownEnabled;
            const bool can = box && box->stepEnabled.testFlag(step);
            paintChevron(*painter, subControlRect(control, option, part, widget),
                         part == SC_SpinBoxUp ? -1 : 1, can ? ink : theme.strong_border);
        }
        return;
    }
    if (control == CC_ScrollBar)
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
            return paintScroll(*painter, *bar, subControlRect(control, option, SC_ScrollBarSlider, widget),
                               theme);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void applyTheme(QApplication& application, ThemeKind kind) {
    application.setStyle(new WindowStyle); // the application's
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), font.family()});
    application.setFont(sizedFont(font, tokens::text));
    application.setPalette(paletteOf(theme(kind)));
}

} // namespace pipette
