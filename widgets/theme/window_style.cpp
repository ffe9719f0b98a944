// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/window_style.h"

#include "widgets/theme/style_parts.h"
#include "widgets/theme/tokens.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QFontDatabase>
#include <QLabel>
#include <QMainWindow>
#include <QPainter>
#include <QStyleOption>
#include <QTabBar>
#include <QToolBar>
#include <QWindow>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

/// The words of a choice: in the middle cut to the room, and no prompt where they are what was chosen.
QStyleOptionComboBox shownWords(const QStyleOptionComboBox& box, int room, const QWidget* widget) {
    QStyleOptionComboBox words(box);
    if (widget && widget->property(WindowStyle::shows_value).toBool())
        words.palette.setBrush(QPalette::ButtonText, words.palette.text());
    if (box.fontMetrics.horizontalAdvance(box.currentText) > room)
        words.currentText = box.fontMetrics.elidedText(box.currentText, Qt::ElideMiddle, room - 2);
    return words;
}

/// The words of a table's head, quieter than the figures below them.
QStyleOptionHeader quietHead(QStyleOptionHeader head, const Theme& theme) {
    head.palette.setColor(QPalette::ButtonText, theme.muted);
    return head;
}

/// The words of a tab, whose colour says whether it is chosen.
QStyleOptionTab shownWords(const QStyleOptionTab& tab, const Theme& theme) {
    QStyleOptionTab words(tab);
    const QColor colour = tab.position == QStyleOptionTab::OnlyOneTab ? theme.text
                          : inState(&tab, QStyle::State_Selected)     ? theme.accent
                                                                      : theme.muted;
    // Qt writes with the role that follows from what the bar stands on.
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::ButtonText, QPalette::Text})
        words.palette.setColor(role, colour);
    return words;
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
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return tokens::icon;
    case PM_ScrollBarExtent:
        return tokens::scaled(11);
    case PM_SmallIconSize:
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
        return tokens::icon;
    case PM_DockWidgetSeparatorExtent:
        return tokens::dock_gap.plain(); // docks that are put aside for large type keep their places
    case PM_DefaultFrameWidth:
        return 1;
    case PM_HeaderMargin:
        return tokens::space_1;
    case PM_TabBarTabVSpace:
        return tokens::space_3;
    case PM_TabBarTabHSpace:
        return widget && widget->property(wide_tabs).toBool() ? 2 * tokens::space_3 : tokens::space_3 + 2;
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin:
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: {
        const int usual = QProxyStyle::pixelMetric(metric, option, widget);
        return usual > 0 ? tokens::scaled(usual) : usual;
    }
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

QSize WindowStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                    const QWidget* widget) const {
    if (type == CT_TabBarTab && widget && qobject_cast<const QMainWindow*>(widget->parentWidget()))
        return {}; // titles of docks have the tabs
    QSize made = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (const auto* tool = toolOf(option, widget); type == CT_ToolButton && tool)
        made = {tool->toolButtonStyle == Qt::ToolButtonIconOnly
                    ? tokens::button + tokens::space_1
                    : tool->fontMetrics.size(Qt::TextShowMnemonic, tool->text).width() + 2 * tool_padding +
                          tokens::icon + tool_gap,
                tokens::button};
    else if (type == CT_MenuBarItem)
        made.setHeight(tokens::dock_title - 2);
    else if (type == CT_HeaderSection)
        made = {made.width() + tokens::space_2, std::max<int>(made.height(), tokens::row)};
    else if (type == CT_PushButton)
        made.setHeight(std::max<int>(made.height(), tokens::button));
    else if (type == CT_ComboBox || type == CT_SpinBox || type == CT_LineEdit)
        made.setHeight(std::max<int>(option->fontMetrics.height() + tokens::space_2, tokens::field));
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
    case PE_PanelButtonTool:
        if (inState(option, State_Sunken) || inState(option, State_On) || inState(option, State_MouseOver))
            paintBox(*painter, option->rect, tokens::button_radius,
                     inState(option, State_On) ? theme.accent_soft : theme.track, Qt::NoPen);
        return;
    case PE_PanelLineEdit:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
            !frame || frame->lineWidth > 0)
            paintField(*painter, option, theme);
        return;
    case PE_FrameFocusRect:
        return paintBox(*painter, option->rect, tokens::mark_radius, Qt::transparent,
                        QPen(theme.accent, tokens::border));
    case PE_IndicatorRadioButton:
        return paintChoice(*painter, option, theme);
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        return paintTick(*painter, option, theme);
    case PE_PanelScrollAreaCorner: // between two scroll bars
        painter->fillRect(option->rect, theme.base);
        return;
    case PE_FrameDefaultButton:
    case PE_FrameTabBarBase:
    case PE_FrameStatusBarItem:
    case PE_IndicatorDockWidgetResizeHandle: // the gap between cards
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void WindowStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (auto* label = qobject_cast<QLabel*>(widget); label && label->buddy()) // what is entered comes first
        label->setForegroundRole(QPalette::PlaceholderText);
}

void WindowStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
    const Theme& theme = themeOf(option->palette);
    const auto draw = [&](const auto& changed) {
        QProxyStyle::drawControl(element, &changed, painter, widget);
    };
    switch (element) {
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
            button && isMainButton(option)) {
            QStyleOptionButton on(*button);
            on.palette.setColor(QPalette::ButtonText, theme.accent_text);
            QProxyStyle::drawControl(element, &on, painter, widget);
            return;
        }
        break;
    case CE_ComboBoxLabel: // the text may be a name from a file, of any length: it is cut in the middle
        if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
            const int room = subControlRect(CC_ComboBox, box, SC_ComboBoxEditField, widget).width();
            const QStyleOptionComboBox words = shownWords(*box, room, widget);
            QProxyStyle::drawControl(element, &words, painter, widget);
            return;
        }
        break;
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            painter->fillRect(item->rect, inState(option, State_Selected) ? theme.track : theme.base);
            painter->fillRect(QRect(item->rect.left(), item->menuRect.bottom(), item->rect.width(), 1),
                              theme.border); // the line below the bar, whole
            drawItemText(painter, item->rect, Qt::AlignCenter | Qt::TextShowMnemonic, item->palette,
                         inState(option, State_Enabled), item->text, QPalette::ButtonText);
        }
        return;
    case CE_ToolBar:
    case CE_MenuBarEmptyArea:
        painter->fillRect(option->rect, theme.base);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                          theme.border);
        return;
    case CE_TabBarTabShape:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            return paintTab(*painter, *tab, theme);
        break;
    case CE_TabBarTabLabel:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
            return draw(shownWords(*tab, theme));
        break;
    case CE_HeaderLabel:
        if (const auto* head = qstyleoption_cast<const QStyleOptionHeader*>(option))
            return draw(quietHead(*head, theme));
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
    const QColor ink = inState(option, State_Enabled) ? theme.muted : theme.strong_border;
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
    if (const auto* tool = toolOf(option, widget); control == CC_ToolButton && tool) {
        const bool main = isMainTool(option, widget), down = inState(option, State_Sunken);
        if (main)
            paintBox(*painter, option->rect, tokens::button_radius,
                     down ? theme.accent.darker(115) : theme.accent, Qt::NoPen);
        else if (down || (inState(option, State_MouseOver) && inState(option, State_Enabled)))
            paintBox(*painter, option->rect, tokens::button_radius, theme.track, Qt::NoPen);
        if (inState(option, State_HasFocus))
            drawPrimitive(PE_FrameFocusRect, option, painter, widget);
        return paintTool(*painter, *tool,
                         main ? theme.accent_text
                              : option->palette.color(inState(option, State_Enabled) ? QPalette::Active
                                                                                     : QPalette::Disabled,
                                                      QPalette::ButtonText));
    }
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
        control == CC_Slider && slider) {
        paintSlider(*painter, *slider, subControlRect(control, option, SC_SliderHandle, widget), theme);
        if (inState(option, State_HasFocus))
            drawPrimitive(PE_FrameFocusRect, option, painter, widget);
        return;
    }
    if (control == CC_ScrollBar)
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
            return paintScroll(*painter, *bar, subControlRect(control, option, SC_ScrollBarSlider, widget),
                               theme);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void tellWindowsNow(QEvent::Type change) {
    for (QWindow* window : QGuiApplication::allWindows())
        QCoreApplication::sendPostedEvents(window, change);
}

void applyTheme(QApplication& application, ThemeKind kind, double type_scale) {
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    font.setFamilies({QStringLiteral("Inter"), QStringLiteral("Noto Sans"), font.family()});
    application.setFont(sizedFont(font, static_cast<int>(std::lround(tokens::text.plain() * type_scale))));
    // Sizes follow from both, and some widgets measure themselves anew with a style only: the font comes
    // first.
    tellWindowsNow(QEvent::ApplicationFontChange);
    application.setStyle(new WindowStyle); // the application's
    application.setPalette(paletteOf(theme(kind)));
}

} // namespace pipette
