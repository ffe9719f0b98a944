// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme_choice.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>

#include <array>

namespace pipette {
namespace {

const std::array<QString, 3> names{QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("system")};

} // namespace

QString nameOf(ThemeChoice choice) {
    return names[static_cast<std::size_t>(choice)];
}

ThemeChoice themeChoiceNamed(const QString& name) {
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark})
        if (name == nameOf(choice))
            return choice;
    return ThemeChoice::system;
}

ThemeKind kindOf(ThemeChoice choice, const QPalette& desktop) {
    switch (choice) {
    case ThemeChoice::light:
        return ThemeKind::light;
    case ThemeChoice::dark:
        return ThemeKind::dark;
    case ThemeChoice::system:
        break;
    }
    return themeOf(desktop).kind;
}

ThemeFollower::ThemeFollower(ThemeChoice choice, QWidget& window) : QObject(&window), choice_(choice) {
    window.installEventFilter(this);
}

void ThemeFollower::choose(ThemeChoice choice) {
    choice_ = choice;
    QApplication::setPalette(QPalette()); // what is left is the palette of the desktop
    applyTheme(*qApp, kindOf(choice_, QApplication::palette()), type_scale_);
}

void ThemeFollower::setTypeScale(double scale) {
    type_scale_ = scale;
    applyTheme(*qApp, themeOf(QApplication::palette()).kind, type_scale_);
}

bool ThemeFollower::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ThemeChange && choice_ == ThemeChoice::system)
        choose(choice_);
    return QObject::eventFilter(watched, event);
}

} // namespace pipette
