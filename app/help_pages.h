// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

class QWidget;

namespace pipette {

/// One page of the help: what numbers mean and where their formulas come from.
struct HelpPage {
    QString title;
    QString html;
};
std::vector<HelpPage> helpPages();

/// Shows the pages in a window of their own; `page` by number.
void showHelp(QWidget* parent, int page = 0);

} // namespace pipette
