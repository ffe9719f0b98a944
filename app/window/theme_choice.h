// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/theme.h"

#include <QObject>
#include <QString>

namespace pipette {

/// What a person chose: light, dark, or as the desktop is.
enum class ThemeChoice { light, dark, system };

QString nameOf(ThemeChoice choice);                ///< "light", "dark", "system": of settings and options
ThemeChoice themeChoiceNamed(const QString& name); ///< system for a name that is none of them
/// The theme to draw in; `desktop` is the palette of the desktop.
ThemeKind kindOf(ThemeChoice choice, const QPalette& desktop);

/// Keeps the program in the theme that was chosen, and follows the desktop where that was chosen. What is
/// chosen first is on show already: applyTheme() comes before the first widget.
class ThemeFollower : public QObject {
    Q_OBJECT

public:
    /// Hears of the desktop's changes from `window`.
    ThemeFollower(ThemeChoice choice, QWidget& window);

    void choose(ThemeChoice choice);
    ThemeChoice choice() const { return choice_; }
    /// How much larger than usual the program's type is, in this theme and in those that are chosen later.
    void setTypeScale(double scale);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ThemeChoice choice_;
    double type_scale_ = 1;
};

} // namespace pipette
