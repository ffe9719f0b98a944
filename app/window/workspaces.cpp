// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/workspaces.h"

#include "app/window/window_views.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>
#include <QTabBar>

#include <algorithm>

namespace pipette {

/// Puts docks beside and behind each other, and gives them their shares of the window.
class DockArrangement {
public:
    DockArrangement(QMainWindow& window, WindowViews& views) : window_(window), views_(views) {}

    int width() const { return window_.width(); }
    int height() const { return window_.height(); }
    void first(const char* id) { window_.addDockWidget(Qt::LeftDockWidgetArea, dock(id)); }
    void split(const char* from, const char* next, Qt::Orientation orientation) {
        window_.splitDockWidget(dock(from), dock(next), orientation);
    }
    void tabs(const char* front, std::initializer_list<const char*> behind) {
        for (const char* next : behind)
            window_.tabifyDockWidget(dock(front), dock(next));
    }
    /// Views of other workspaces wait behind `anchor`, hidden, until they are called.
    void rest(const char* anchor) {
        for (const ViewSlot& slot : views_.all())
            if (window_.dockWidgetArea(slot.dock) == Qt::NoDockWidgetArea) {
                window_.tabifyDockWidget(dock(anchor), slot.dock);
                slot.dock->hide();
            } else {
                slot.dock->show();
            }
        dock(anchor)->raise();
    }
    void front(const char* id) { dock(id)->raise(); }
    void resize(std::initializer_list<std::pair<const char*, int>> sizes, Qt::Orientation orientation) {
        QList<QDockWidget*> docks;
        QList<int> lengths;
        for (const auto& [id, length] : sizes)
            docks << dock(id), lengths << length;
        window_.resizeDocks(docks, lengths, orientation);
    }

private:
    QDockWidget* dock(const char* id) const { return views_.find(QString::fromLatin1(id))->dock; }

    QMainWindow& window_;
    WindowViews& views_;
};

namespace {

void arrange_plan(DockArrangement& to) {
    to.first("setup");
    to.split("setup", "candidates", Qt::Vertical);
    to.split("setup", "topology", Qt::Horizontal);
    to.split("topology", "board", Qt::Horizontal);
    to.split("board", "memory", Qt::Horizontal);
    to.split("topology", "heatmap", Qt::Vertical);
    to.split("memory", "selection", Qt::Vertical);
    to.split("candidates", "gantt", Qt::Horizontal);
    to.tabs("gantt", {"breakdown", "compare", "annealing"});
    to.tabs("candidates", {"scenarios", "headroom"});
    to.rest("gantt");
    to.front("candidates");
    const int width = to.width(), height = to.height();
    const int side = std::clamp(width / 5, 250, 360), middle = (width - 2 * side) / 2;
    to.resize({{"setup", side}, {"topology", middle}, {"board", middle}, {"memory", side}}, Qt::Horizontal);
    const int table = width < 1500 ? width * 54 / 100 : width / 2; // its memory column in sight
    to.resize({{"candidates", table}, {"gantt", width - table}}, Qt::Horizontal);
    to.resize({{"setup", height * 6 / 10}, {"candidates", height * 4 / 10}}, Qt::Vertical);
    to.resize({{"topology", height * 3 / 10}, {"heatmap", height * 3 / 10}}, Qt::Vertical);
    to.resize({{"memory", height * 3 / 10}, {"selection", height * 3 / 10}}, Qt::Vertical);
}

void arrange_studies(DockArrangement& to) {
    to.first("study");
    to.split("study", "study-curve", Qt::Horizontal);
    to.split("study-curve", "study-points", Qt::Vertical);
    to.tabs("study-curve", {"study-outcome", "study-bars", "study-front", "study-swings"});
    to.rest("study-curve");
    const int side = std::clamp(to.width() / 4, 300, 380);
    to.resize({{"study", side}, {"study-curve", to.width() - side}}, Qt::Horizontal);
    to.resize({{"study-curve", to.height() * 6 / 10}, {"study-points", to.height() * 4 / 10}}, Qt::Vertical);
}

void arrange_evidence(DockArrangement& to) {
    to.first("validation");
    if (to.width() < 1200) {
        to.tabs("validation", {"training"});
        to.rest("validation");
        return;
    }
    to.split("validation", "training", Qt::Horizontal);
    to.rest("validation");
    to.resize({{"validation", to.width() * 6 / 10}, {"training", to.width() * 4 / 10}}, Qt::Horizontal);
}

void arrange_lab(DockArrangement& to) {
    to.first("lab");
    to.rest("lab");
}

constexpr Workspace every_workspace[] = {
    {"plan", QT_TRANSLATE_NOOP("Workspaces", "Plan"),
     QT_TRANSLATE_NOOP("Workspaces", "One plan: where its GPUs go, how long a step takes, whether it fits"),
     arrange_plan},
    {"studies", QT_TRANSLATE_NOOP("Workspaces", "Studies"),
     QT_TRANSLATE_NOOP("Workspaces", "Many plans, one question: sizes, prices, slower links, other machines"),
     arrange_studies},
    {"evidence", QT_TRANSLATE_NOOP("Workspaces", "Evidence"),
     QT_TRANSLATE_NOOP("Workspaces", "Measured runs: how good the estimates are, and learning from them"),
     arrange_evidence},
    {"lab", QT_TRANSLATE_NOOP("Workspaces", "Lab"),
     QT_TRANSLATE_NOOP("Workspaces", "Pipeline schedules side by side, without a cluster"), arrange_lab},
};

// Layouts that are saved say which kind they are: those of a window without workspaces said 0.
constexpr int layout_version = 1;

QString settings_key(const char* id) {
    return QStringLiteral("window/layouts/") + QString::fromLatin1(id);
}

} // namespace

std::span<const Workspace> allWorkspaces() {
    return every_workspace;
}

WorkspaceSwitch::WorkspaceSwitch(QMainWindow& window, WindowViews& views)
    : QObject(&window), window_(window), views_(views), row_(new QTabBar) {
    row_->setObjectName(QStringLiteral("workspaces"));
    row_->setAccessibleName(tr("Workspaces"));
    row_->setDrawBase(false);
    row_->setExpanding(false);
    row_->setUsesScrollButtons(false);
    for (const Workspace& workspace : allWorkspaces()) {
        const int tab = row_->addTab(QCoreApplication::translate("Workspaces", workspace.title));
        row_->setTabToolTip(tab, QCoreApplication::translate("Workspaces", workspace.tip));
    }
    connect(row_, &QTabBar::currentChanged, this, &WorkspaceSwitch::enter);
    arrange(current_);
}

QString WorkspaceSwitch::current() const {
    return QString::fromLatin1(allWorkspaces()[static_cast<std::size_t>(current_)].id);
}

void WorkspaceSwitch::show(const QString& id) {
    for (std::size_t i = 0; i < allWorkspaces().size(); ++i)
        if (id == QLatin1String(allWorkspaces()[i].id))
            row_->setCurrentIndex(static_cast<int>(i));
}

void WorkspaceSwitch::enter(int next) {
    if (next == current_)
        return;
    layouts_[current()] = window_.saveState(layout_version);
    current_ = next;
    place(next);
    emit shown(current());
}

void WorkspaceSwitch::place(int workspace) {
    window_.setUpdatesEnabled(false);
    const QByteArray layout =
        layouts_.value(QString::fromLatin1(allWorkspaces()[static_cast<std::size_t>(workspace)].id));
    if (layout.isEmpty() || !window_.restoreState(layout, layout_version))
        arrange(workspace);
    window_.setUpdatesEnabled(true);
}

void WorkspaceSwitch::arrange(int workspace) {
    for (const ViewSlot& slot : views_.all()) {
        window_.removeDockWidget(slot.dock);
        slot.dock->setFloating(false);
    }
    DockArrangement arrangement(window_, views_);
    allWorkspaces()[static_cast<std::size_t>(workspace)].arrange(arrangement);
}

void WorkspaceSwitch::reset() {
    arrange(current_);
}

void WorkspaceSwitch::reveal(const QString& view) {
    const ViewSlot* slot = views_.find(view);
    if (!slot)
        return;
    if (slot->dock->isHidden())
        show(slot->home);
    slot->dock->show();
    slot->dock->raise();
}

void WorkspaceSwitch::restore(const QSettings& settings) {
    for (const Workspace& workspace : allWorkspaces())
        if (const QByteArray layout = settings.value(settings_key(workspace.id)).toByteArray();
            !layout.isEmpty())
            layouts_[QString::fromLatin1(workspace.id)] = layout;
    const QString first = QString::fromLatin1(allWorkspaces().front().id);
    if (layouts_.contains(first)) {
        place(0);
    } else if (window_.restoreState(settings.value(QStringLiteral("window/docks")).toByteArray())) {
        for (const ViewSlot& slot : views_.all()) // of a window whose views all stood in one layout
            if (slot.home != first)
                slot.dock->hide();
    }
    show(settings.value(QStringLiteral("window/workspace")).toString());
}

void WorkspaceSwitch::remember(QSettings& settings) {
    layouts_[current()] = window_.saveState(layout_version);
    for (auto layout = layouts_.cbegin(); layout != layouts_.cend(); ++layout)
        settings.setValue(QStringLiteral("window/layouts/") + layout.key(), layout.value());
    settings.setValue(QStringLiteral("window/workspace"), current());
}

} // namespace pipette
