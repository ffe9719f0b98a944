// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace pipette {

/// The words that a view shows, a line each: menus, actions of tool bars, titles of docks and groups, tabs,
/// labels, buttons and what stands in fields. A picture carries them, for those who cannot see it, and so
/// that a picture that shows an older window is found.
QString shownText(const QWidget& view);

} // namespace pipette
