// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/second/second_window.h"
#include "app/window/main_window.h"
#include "core/base/random.h"

#include <QAction>
#include <QComboBox>

namespace pipette::test {

/// Changes what the second window shows, if it is open.
inline void rearrangeSecondWindow(MainWindow& window, Random& random) {
    SecondWindow* second = window.second();
    if (!second)
        return;
    const auto below = [&random](qsizetype count) { return random.below(static_cast<std::uint32_t>(count)); };
    const std::uint32_t what = below(6);
    if (what == 0)
        second->reset();
    else if (what == 1)
        second->choice().setCurrentIndex(static_cast<int>(below(second->choice().count())));
    else
        second->viewActions().at(below(second->viewActions().size()))->trigger();
}

/// Opens or closes the second window, or changes what it shows.
inline void stepOfSecondWindow(MainWindow& window, Random& random) {
    if (!window.second())
        window.action(QStringLiteral("new-window"))->trigger();
    else if (random.below(4) == 0)
        window.second()->close();
    else
        rearrangeSecondWindow(window, random);
}

} // namespace pipette::test
