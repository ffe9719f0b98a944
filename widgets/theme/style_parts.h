// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

#include <QPen>
#include <QStyleOption>

namespace pipette {

// What WindowStyle paints its controls with.

inline constexpr tokens::Length arrow_room{22}; ///< at the right of a field that opens or counts
inline constexpr tokens::Length tool_padding{10},
    tool_gap{7}; ///< of a tool: at its ends, between icon and word

bool inState(const QStyleOption* option, QStyle::StateFlag flag);
/// The action that a panel is there for.
bool isMainButton(const QStyleOption* option);
bool isMainTool(const QStyleOption* option, const QWidget* widget); ///< the one of a tool bar
/// A button of a tool bar; null: it is something else.
const QStyleOptionToolButton* toolOf(const QStyleOption* option, const QWidget* widget);

/// A box with a border that lies on whole pixels.
void paintBox(QPainter& painter, const QRect& rect, double radius, const QColor& fill, const QPen& edge);
/// The angle that says "opens below" (down 1) or "counts up" (down -1) in the middle of a box.
void paintChevron(QPainter& painter, const QRectF& box, double down, const QColor& colour);
void paintField(QPainter& painter, const QStyleOption* option, const Theme& theme);
void paintButton(QPainter& painter, const QStyleOption* option, const Theme& theme);
/// A circle to choose one of several.
void paintChoice(QPainter& painter, const QStyleOption* option, const Theme& theme);
/// The icon and the word of a tool side by side.
void paintTool(QPainter& painter, const QStyleOptionToolButton& tool, const QColor& ink);
void paintTick(QPainter& painter, const QStyleOption* option, const Theme& theme); ///< a box to tick
/// A tab's ground, with a line below the one in front.
void paintTab(QPainter& painter, const QStyleOptionTab& tab, const Theme& theme);
void paintHead(QPainter& painter, const QStyleOption* option, const Theme& theme); ///< of a table
/// The handle of a scroll bar alone, without arrows.
void paintScroll(QPainter& painter, const QStyleOptionSlider& bar, const QRect& handle, const Theme& theme);
/// A line that is thick up to a ring, which can be moved along it.
void paintSlider(QPainter& painter, const QStyleOptionSlider& slider, const QRect& handle,
                 const Theme& theme);

} // namespace pipette
