// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/screen_modes.h"

#include "app/window/theme_choice.h"
#include "app/workspaces/workspace_switch.h"

#include <QAction>
#include <QEvent>
#include <QMainWindow>
#include <QMenu>
#include <QPointer>

#include <utility>

namespace pipette {

ScreenModes::ScreenModes(const WindowContext& context, ThemeFollower& themes)
    : Wiring(context), themes_(themes) {
    window_.installEventFilter(this);
}

void ScreenModes::fillMenu(QMenu* menu) {
    QAction* full = actions_.add(menu, QStringLiteral("full-screen"), tr("&Full screen"), tr("F11"), [this] {
        window_.setWindowState(window_.windowState() ^ Qt::WindowFullScreen);
        check();
    });
    full->setStatusTip(tr("The window takes the whole screen; F11 gives it back"));
    QAction* large = actions_.add(menu, QStringLiteral("presentation"), tr("Presentatio&n"), tr("Ctrl+F11"),
                                  [this] { presents_ ? endPresentation() : present(); });
    large->setStatusTip(tr("Large type for a projector; afterwards the window is as it was"));
    full->setCheckable(true);
    large->setCheckable(true);
    check();
}

void ScreenModes::present() {
    if (!std::exchange(presents_, true)) {
        const QPointer<QWidget> focus = window_.focusWidget();
        workspaces_.putAside([this] {
            enlarger_.enlarge(window_, large_type);
            emit scaling(large_type);
            themes_.setTypeScale(large_type);
        });
        if (focus)
            focus->setFocus();
    }
    check();
}

void ScreenModes::endPresentation() {
    if (std::exchange(presents_, false)) {
        const QPointer<QWidget> focus = window_.focusWidget();
        workspaces_.bringBack([this] {
            enlarger_.giveBack(window_);
            emit scaling(1);
            themes_.setTypeScale(1);
        });
        if (focus)
            focus->setFocus();
    }
    check();
}

void ScreenModes::check() {
    action(QStringLiteral("full-screen"))->setChecked(window_.isFullScreen());
    action(QStringLiteral("presentation"))->setChecked(presents_);
}

bool ScreenModes::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::WindowStateChange && action(QStringLiteral("full-screen")))
        check(); // by the window manager, too
    return Wiring::eventFilter(watched, event);
}

} // namespace pipette
