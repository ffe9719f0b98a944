// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tour/tour_wiring.h"

#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "widgets/answer/answer_line.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QSettings>
#include <QTabBar>
#include <QToolBar>

namespace pipette {
namespace {

const auto ended_setting = QStringLiteral("tour/ended");

/// All tabs but the first: the workspaces beside Plan.
QRect otherTabs(const QWidget& row) {
    const auto& tabs = static_cast<const QTabBar&>(row);
    QRect all;
    for (int tab = 1; tab < tabs.count(); ++tab)
        all |= tabs.tabRect(tab);
    return all;
}

} // namespace

void TourWiring::fillMenu(QMenu* menu) {
    actions_.add(menu, QStringLiteral("tour"), tr("&Tour of the window"), {}, [this] { begin(); })
        ->setStatusTip(tr("Five bubbles show where to begin"));
}

void TourWiring::beginAtFirstStart() {
    const QSettings settings;
    if (remembers_ && !settings.contains(ended_setting) &&
        !settings.contains(QStringLiteral("window/geometry"))) // which every window leaves that closes
        begin();
}

void TourWiring::begin() {
    if (tour_)
        return;
    tour_ = new Tour(window_, stops());
    connect(tour_, &Tour::ended, this, [this] {
        tour_.clear();
        if (remembers_)
            QSettings().setValue(ended_setting, true);
    });
}

std::vector<TourStop> TourWiring::stops() const {
    const auto view = [this](const char* id) {
        return [this, name = QString::fromLatin1(id)]() -> QWidget* {
            workspaces_.show(QStringLiteral("plan"));
            return workspaces_.call(name);
        };
    };
    return {
        {tr("Describe the job"),
         tr("In the Setup you choose the cluster, the model and the batch. A sample cluster is there "
            "already. "
            "Open reads your own files and measured logs."),
         view("setup")},
        {tr("Plan"),
         tr("This button searches for the fastest way to spread the job over the GPUs. The best plan so far "
            "shows at once, and better ones follow."),
         [this] {
             workspaces_.show(QStringLiteral("plan"));
             const auto* bar = window_.findChild<QToolBar*>(QStringLiteral("toolbar-plan"));
             return bar ? bar->widgetForAction(action(QStringLiteral("plan"))) : nullptr;
         }},
        {tr("Read the answer"),
         tr("This line says how long a step takes, what the plan gains over ranks in host order, and whether "
            "the job fits into memory. Why? tells the reasons."),
         [this]() -> QWidget* {
             workspaces_.show(QStringLiteral("plan"));
             return window_.findChild<AnswerLine*>();
         }},
        {tr("Move GPUs"),
         tr("The board shows what each GPU does. Drag a GPU or a node onto another one: the change in time "
            "shows before you drop."),
         view("board")},
        {tr("Ask and learn"),
         tr("Studies ask one question of many plans, such as how many GPUs you need. Evidence compares with "
            "measured runs. The Lab has lessons on pipeline schedules."),
         [this]() -> QWidget* { return workspaces_.row(); }, otherTabs},
    };
}

} // namespace pipette
