// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/second/second_wiring.h"

#include "app/document/plan_document.h"
#include "app/window/screen_modes.h"
#include "app/workspaces/plan_windows.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>

namespace pipette {
namespace {

const auto open_key = QStringLiteral("second/open"), geometry_key = QStringLiteral("second/geometry"),
           docks_key = QStringLiteral("second/docks");

} // namespace

SecondWiring::SecondWiring(const WindowContext& context, ScreenModes& screen)
    : Wiring(context), screen_(screen) {
    connect(&screen_, &ScreenModes::scaling, this, [this](double factor) {
        if (second_)
            second_->scale(factor);
    });
    connect(window_.statusBar(), &QStatusBar::messageChanged, this, [this](const QString& text) {
        if (second_)
            second_->statusBar()->showMessage(text);
    });
}

SecondWiring::~SecondWiring() = default;

void SecondWiring::fillMenu(QMenu* menu) {
    actions_.add(menu, QStringLiteral("new-window"), tr("New &window"), tr("Shift+F11"), [this] { open(); })
        ->setStatusTip(tr("Shows views of the same plan in a second window, for another screen"));
}

void SecondWiring::open() {
    if (!second_) {
        make();
        second_->show();
    }
    second_->setWindowState(second_->windowState() & ~Qt::WindowMinimized);
    second_->raise();
    second_->activateWindow();
}

void SecondWiring::make() {
    second_ = std::make_unique<SecondWindow>();
    if (screen_.presents())
        second_->beginScaled(ScreenModes::large_type);
    makeMenus();
    connect(second_.get(), &SecondWindow::closing, this, &SecondWiring::drop);
    connect(&second_->views(), &ViewSlots::revealRequested, second_.get(), &SecondWindow::call);
    windows_.add(second_->views());
    if (left_.geometry.isEmpty())
        place();
    second_->restore(left_);
    showTitle();
}

void SecondWiring::makeMenus() {
    QMenuBar* bar = second_->menuBar();
    bar->setNativeMenuBar(false); // as in the main window
    QMenu* edit = window_.findChild<QMenu*>(QStringLiteral("menu-edit"));
    bar->addMenu(edit); // the same menus: their keys work in both windows
    QMenu* view = bar->addMenu(tr("&View"));
    view->addActions(second_->viewActions());
    view->addSeparator();
    view->addAction(tr("&Reset layout"), second_.get(), &SecondWindow::reset)
        ->setObjectName(QStringLiteral("action-reset-layout"));
    addScreenActions(view);
    view->addSeparator();
    QAction* close = view->addAction(tr("&Close this window"), second_.get(), &QWidget::close);
    close->setObjectName(QStringLiteral("action-close"));
    close->setShortcut(QKeySequence::Close);
    bar->addMenu(window_.findChild<QMenu*>(QStringLiteral("menu-plan")));
    second_->addAction(action(QStringLiteral("save")));
    second_->addAction(action(QStringLiteral("new-window")));
}

void SecondWiring::addScreenActions(QMenu* menu) {
    QAction* of_main = action(QStringLiteral("full-screen"));
    QAction* full = menu->addAction(of_main->text(), second_.get(), [window = second_.get()] {
        window->setWindowState(window->windowState() ^ Qt::WindowFullScreen);
    });
    full->setObjectName(QStringLiteral("action-full-screen"));
    const auto follow = [full, of_main] { full->setShortcut(of_main->shortcut()); };
    follow();
    connect(of_main, &QAction::changed, full, follow);
    menu->addAction(action(QStringLiteral("presentation")));
}

void SecondWiring::place() {
    for (const QScreen* screen : QGuiApplication::screens())
        if (screen != window_.screen()) {
            const QRect room = screen->availableGeometry();
            second_->resize(second_->size().boundedTo(room.size() * 9 / 10));
            second_->move(room.center() - QRect({}, second_->size()).center());
            return;
        }
}

void SecondWiring::drop() {
    left_ = second_->layout();
    windows_.remove(second_->views());
    second_.release()->deleteLater(); // it is closing
}

void SecondWiring::close() {
    if (!second_)
        return;
    second_->disconnect(this);
    second_->close();
    second_.reset();
}

void SecondWiring::showTitle() {
    if (!second_)
        return;
    second_->setWindowModified(document_.modified());
    second_->setWindowTitle(
        tr("%1[*] – Second window – Pipette Planner").arg(titleText(nameText(document_.title()))));
}

void SecondWiring::restore(const QSettings& settings) {
    left_ = {settings.value(geometry_key).toByteArray(), settings.value(docks_key).toByteArray()};
    if (settings.value(open_key).toBool())
        QTimer::singleShot(0, this, [this] {
            if (second_)
                return;
            make();
            second_->setAttribute(Qt::WA_ShowWithoutActivating);
            second_->show();
        });
}

void SecondWiring::remember(QSettings& settings) const {
    const SecondLayout now = second_ ? second_->layout() : left_;
    settings.setValue(open_key, second_ != nullptr);
    settings.setValue(geometry_key, now.geometry);
    settings.setValue(docks_key, now.docks);
}

} // namespace pipette
