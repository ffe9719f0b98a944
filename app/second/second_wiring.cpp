// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/second/second_wiring.h"

#include "app/document/plan_document.h"
#include "app/window/screen_modes.h"
#include "app/wiring/scenario_comparison.h"
#include "app/workspaces/plan_windows.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/theme/plain_text.h"

#include <QAction>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>

#include <algorithm>

namespace pipette {
namespace {

const auto open_key = QStringLiteral("second/open"), geometry_key = QStringLiteral("second/geometry"),
           docks_key = QStringLiteral("second/docks");

} // namespace

SecondWiring::SecondWiring(const WindowContext& context, ScreenModes& screen)
    : Wiring(context), screen_(screen), timelines_(context.mailbox, context.calls) {
    connect(&screen_, &ScreenModes::scaling, this, [this](double factor) {
        if (second_)
            second_->scale(factor);
    });
    connect(window_.statusBar(), &QStatusBar::messageChanged, this, [this](const QString& text) {
        if (second_)
            second_->statusBar()->showMessage(text);
    });
    connect(&document_, &PlanDocument::partChanged, this, [this](DocumentPart part) {
        if (part == DocumentPart::scenarios)
            fillChoice();
    });
    connect(&document_, &PlanDocument::loaded, this, &SecondWiring::fillChoice);
    connect(&timelines_, &CandidateTimelines::ready, this, [this](const QList<GanttEntry>& entries) {
        if (!second_ || !scenario_)
            return;
        PlanViews& views = second_->views();
        views.fill(*views.gantt, Filling::timelines,
                   [gantt = views.gantt, entries] { gantt->setTimelines(entries); });
    });
    connect(&timelines_, &CandidateTimelines::failed, this,
            [this](const QString& why) { tellRefusal(tr("No Gantt chart: %1").arg(why)); });
}

SecondWiring::~SecondWiring() {
    close(); // while all that it reports to is still there
}

void SecondWiring::fillMenu(QMenu* menu) {
    actions_.add(menu, QStringLiteral("new-window"), tr("New &window"), tr("Shift+F11"), [this] { open(); })
        ->setStatusTip(tr("Shows views of the same plan in a second window, for another screen"));
}

void SecondWiring::open() {
    if (!second_) {
        make();
        second_->show();
        second_->views().gantt->setFocus(); // else the keyboard begins in the title of a dock
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
    giveCloseItsKey();
    second_->installEventFilter(this);
    connect(second_.get(), &SecondWindow::closing, this, &SecondWiring::drop);
    connect(&second_->views(), &ViewSlots::revealRequested, second_.get(), &SecondWindow::call);
    windows_.add(second_->views());
    makeChoice();
    if (left_.geometry.isEmpty())
        place();
    second_->restore(left_);
    showTitle();
}

void SecondWiring::makeMenus() {
    QMenuBar* bar = second_->menuBar();
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
    bar->addMenu(window_.findChild<QMenu*>(QStringLiteral("menu-plan")));
    for (const char* name : {"save", "new-window", "commands", "quit"})
        second_->addAction(action(QString::fromLatin1(name)));
}

void SecondWiring::makeChoice() {
    scenario_ = nullptr;
    fillChoice();
    connect(second_.get(), &SecondWindow::choiceMade, this, [this](int choice) { showChosen(choice - 1); });
}

void SecondWiring::fillChoice() {
    if (!second_)
        return;
    QStringList choices{tr("The plan")};
    int chosen = 0;
    for (const Scenario& scenario : document_.state().scenarios) {
        if (scenario.candidate == scenario_)
            chosen = static_cast<int>(choices.size());
        choices << filled(tr("Scenario: %1"), nameText(scenario.name));
    }
    second_->setChoices(choices, chosen);
    if (scenario_ && chosen == 0) // it is unpinned
        showChosen(-1);
}

void SecondWiring::showChosen(int scenario) {
    scenario_ = nullptr;
    Shown other;
    std::vector<CandidateTimelines::Wish> wishes;
    if (scenario >= 0) {
        const Scenario& pinned = document_.state().scenarios[static_cast<std::size_t>(scenario)];
        const ComparedPlan plan = compared_of(pinned);
        scenario_ = pinned.candidate;
        other = {plan.cluster, plan.model, plan.job, plan.candidate, {}, {}, nullptr};
        wishes.push_back({plan.title(), plan.candidate, pinned.basis});
    }
    windows_.setOther(second_->views(), other);
    timelines_.want(wishes);
}

void SecondWiring::giveCloseItsKey() {
    const QKeySequence usual(tr("Ctrl+W"));
    const QList<QAction*> others = window_.findChildren<QAction*>();
    const bool taken = std::any_of(others.begin(), others.end(),
                                   [&](const QAction* other) { return other->shortcut() == usual; });
    second_->findChild<QAction*>(QStringLiteral("action-close"))->setShortcut(taken ? QKeySequence() : usual);
}

bool SecondWiring::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::WindowActivate && watched == second_.get())
        giveCloseItsKey();
    return Wiring::eventFilter(watched, event);
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
    scenario_ = nullptr;
    timelines_.want({});
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
            second_->views().gantt->setFocus();
        });
}

void SecondWiring::remember(QSettings& settings) const {
    const SecondLayout now = second_ ? second_->layout() : left_;
    settings.setValue(open_key, second_ != nullptr);
    settings.setValue(geometry_key, now.geometry);
    settings.setValue(docks_key, now.docks);
}

} // namespace pipette
