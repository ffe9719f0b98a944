// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/style_parts.h"

#include "widgets/theme/tokens.h"
#include "widgets/theme/window_style.h"

#include <QPainter>
#include <QTabBar>
#include <QToolBar>

#include <algorithm>

namespace pipette {
namespace {

QPen edgeOf(const QStyleOption* option, const Theme& theme) {
    if (!inState(option, QStyle::State_Enabled))
        return {theme.border, tokens::border};
    return inState(option, QStyle::State_HasFocus) ? QPen(theme.accent, tokens::threshold)
                                                   : QPen(theme.strong_border, tokens::border);
}

} // namespace

void paintBox(QPainter& painter, const QRect& rect, double radius, const QColor& fill, const QPen& edge) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double half = edge.style() == Qt::NoPen ? 0 : edge.widthF() / 2;
    painter.setPen(edge);
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), radius, radius);
    painter.restore();
}

void paintChevron(QPainter& painter, const QRectF& box, double down, const QColor& colour) {
    const double wide = 3.5 * tokens::typeScale(), high = 1.8 * tokens::typeScale();
    const QPointF at = box.center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF{at + QPointF(-wide, -high * down), at + QPointF(0, high * down),
                                   at + QPointF(wide, -high * down)});
    painter.restore();
}

bool inState(const QStyleOption* option, QStyle::StateFlag flag) {
    return option->state.testFlag(flag);
}

void paintField(QPainter& painter, const QStyleOption* option, const Theme& theme) {
    paintBox(painter, option->rect, tokens::field_radius,
             inState(option, QStyle::State_Enabled) ? theme.base : theme.alternate, edgeOf(option, theme));
}

bool isMainButton(const QStyleOption* option) {
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    return button && button->features.testFlag(QStyleOptionButton::DefaultButton) &&
           inState(option, QStyle::State_Enabled);
}

bool isMainTool(const QStyleOption* option, const QWidget* widget) {
    return widget && inState(option, QStyle::State_Enabled) &&
           widget->property(WindowStyle::main_action).toBool();
}

const QStyleOptionToolButton* toolOf(const QStyleOption* option, const QWidget* widget) {
    return widget && (qobject_cast<const QToolBar*>(widget->parentWidget()) ||
                      widget->property(WindowStyle::main_action).toBool())
               ? qstyleoption_cast<const QStyleOptionToolButton*>(option)
               : nullptr;
}

void paintTool(QPainter& painter, const QStyleOptionToolButton& tool, const QColor& ink) {
    const bool alone = tool.toolButtonStyle == Qt::ToolButtonIconOnly;
    QRect icon(0, 0, tokens::icon, tokens::icon);
    icon.moveCenter(tool.rect.center());
    if (!alone)
        icon.moveLeft(tool.rect.left() + tool_padding);
    tool.icon.paint(&painter, icon, Qt::AlignCenter,
                    tool.state.testFlag(QStyle::State_Enabled) ? QIcon::Normal : QIcon::Disabled);
    if (alone)
        return;
    painter.setPen(ink);
    painter.setFont(tool.font);
    painter.drawText(QRect(icon.right() + tool_gap, tool.rect.top(), tool.rect.width(), tool.rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic, tool.text);
}

void paintButton(QPainter& painter, const QStyleOption* option, const Theme& theme) {
    const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
    const bool pressed = inState(option, QStyle::State_Sunken),
               over = inState(option, QStyle::State_MouseOver);
    if (button && button->features.testFlag(QStyleOptionButton::Flat) && !pressed && !over)
        return;
    if (isMainButton(option)) {
        paintBox(painter, option->rect, tokens::button_radius,
                 pressed ? theme.accent.darker(115) : theme.accent, Qt::NoPen);
        return;
    }
    QColor fill = pressed ? theme.track : over ? theme.alternate : theme.base;
    if (inState(option, QStyle::State_On))
        fill = theme.accent_soft;
    paintBox(painter, option->rect, tokens::button_radius, fill, edgeOf(option, theme));
}

void paintTick(QPainter& painter, const QStyleOption* option, const Theme& theme) {
    const int side = std::min({option->rect.width(), option->rect.height(), tokens::scaled(15)});
    QRect box(0, 0, side, side);
    box.moveCenter(option->rect.center());
    const bool on = inState(option, QStyle::State_On), some = inState(option, QStyle::State_NoChange);
    const bool enabled = inState(option, QStyle::State_Enabled);
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

void paintChoice(QPainter& painter, const QStyleOption* option, const Theme& theme) {
    constexpr double inner = 0.42; // of the dot, of the circle
    const double side = std::min({option->rect.width(), option->rect.height(), tokens::scaled(15)}) - 1;
    QRectF circle(0, 0, side, side);
    circle.moveCenter(QRectF(option->rect).center());
    const bool on = inState(option, QStyle::State_On), enabled = inState(option, QStyle::State_Enabled);
    const QColor ink = !enabled ? theme.strong_border : on ? theme.accent : theme.outline;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, tokens::border));
    painter.setBrush(on ? ink : theme.base);
    painter.drawEllipse(circle);
    if (on) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(enabled ? theme.accent_text : theme.base);
        painter.drawEllipse(circle.center(), inner * side / 2, inner * side / 2);
    }
    painter.restore();
}

void paintTab(QPainter& painter, const QStyleOptionTab& tab, const Theme& theme) {
    const bool front = tab.state.testFlag(QStyle::State_Selected);
    if (!front && tab.state.testFlag(QStyle::State_MouseOver))
        painter.fillRect(tab.rect, theme.alternate);
    if (!front || tab.position == QStyleOptionTab::OnlyOneTab)
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

void paintScroll(QPainter& painter, const QStyleOptionSlider& bar, const QRect& handle, const Theme& theme) {
    painter.fillRect(bar.rect, theme.base);
    if (bar.maximum <= bar.minimum)
        return;
    QColor ink = theme.strong_border;
    if (bar.state.testFlag(QStyle::State_MouseOver) || bar.state.testFlag(QStyle::State_Sunken))
        ink = theme.outline;
    paintBox(painter, handle.adjusted(2, 2, -2, -2), 3, ink, Qt::NoPen);
}

void paintSlider(QPainter& painter, const QStyleOptionSlider& slider, const QRect& handle,
                 const Theme& theme) {
    constexpr double thin = 2, thick = 4, most = 15; // pixels; of the ring
    const bool flat = slider.orientation == Qt::Horizontal;
    const bool enabled = slider.state.testFlag(QStyle::State_Enabled);
    const QRectF all(slider.rect);
    const QPointF centre = QRectF(handle).center();
    const double side = std::min({most, all.width(), all.height()}) - 2;
    const auto part = [&](double from, double to, double height) {
        return flat ? QRectF(from, centre.y() - height / 2, to - from, height)
                    : QRectF(centre.x() - height / 2, from, height, to - from);
    };
    const QColor ink = enabled ? theme.accent : theme.outline;
    const double begin = flat ? all.left() : all.top(), end = flat ? all.right() : all.bottom();
    const double here = flat ? centre.x() : centre.y();
    const bool from_end = slider.upsideDown;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.outline);
    painter.drawRoundedRect(part(begin, end, thin), thin / 2, thin / 2);
    painter.setBrush(ink);
    painter.drawRoundedRect(from_end ? part(here, end, thick) : part(begin, here, thick), thick / 2,
                            thick / 2);
    painter.setPen(QPen(ink, tokens::selection));
    painter.setBrush(slider.state.testFlag(QStyle::State_Sunken) ? theme.accent_soft : theme.base);
    painter.drawEllipse(centre, side / 2, side / 2);
    painter.restore();
}

} // namespace pipette
