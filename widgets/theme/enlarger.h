// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointer>
#include <QSplitter>

#include <map>
#include <utility>
#include <vector>

class QWidget;

namespace pipette {

/// Enlarges what widgets were given as numbers when they were made: type sizes of their own, margins and
/// spacings of layouts, fixed, least and largest sizes, icons, rows and columns of tables. Splitters get
/// their shares back. The rest of a widget follows the font and the style of the program by itself: see
/// applyTheme().
class Enlarger {
public:
    /// Enlarges `top` and every widget in it. Comes before the larger font, so that a widget that measures
    /// itself anew has the last word.
    void enlarge(QWidget& top, double factor);
    /// In the place of enlarge() for widgets that are made while the program's type is larger already.
    void begin(double factor) { factor_ = factor; }
    /// Gives every number back that is still the one that enlarge() set, exactly. A number that the program
    /// has set since then, of a new widget, too, is divided by the factor.
    void giveBack(QWidget& top);

    /// What is enlarged of an object. A section of a table is one more than `section` for each before it.
    enum class Part {
        type,
        left,
        top,
        right,
        bottom,
        spacing,
        rows_spacing,
        least_width,
        least_height,
        most_width,
        most_height,
        icon_width,
        icon_height,
        section
    };

private:
    struct Change {
        int before, after;
    };

    double factor_ = 1;
    std::vector<std::pair<QPointer<QSplitter>, QList<int>>> shares_; ///< of splitters before
    std::map<std::pair<const void*, int>, Change> changes_;          ///< by the changed object and its part
};

} // namespace pipette
