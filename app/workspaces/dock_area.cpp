// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/dock_area.h"

#include "app/workspaces/card_dock.h"
#include "app/workspaces/view_slots.h"
#include "app/workspaces/workspace.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMenu>
#include <QTabBar>

namespace pipette {
namespace {

// Layouts that are saved say which kind they are: those of a window without workspaces said 0.
constexpr int layout_version = 1;

} // namespace

DockArea::DockArea(const Workspace& workspace, ViewSlots& views, QSize size)
    : views_(views), home_(QString::fromLatin1(workspace.id)) {
    setWindowFlags(Qt::Widget); // a part of the window, not a window of its own
    setObjectName(QStringLiteral("area-") + home_);
    setAccessibleName(QCoreApplication::translate("Workspaces", workspace.title));
    setDockNestingEnabled(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    tabs_timer_.setSingleShot(true);
    tabs_timer_.setInterval(0);
    connect(&tabs_timer_, &QTimer::timeout, this, &DockArea::showTabs);
    const auto tabs_soon = [this] { tabs_timer_.start(); };
    connect(this, &DockArea::docksChanged, this, tabs_soon);
    connect(this, &QMainWindow::tabifiedDockWidgetActivated, this, tabs_soon);
    QWidget::resize(size);
    for (const ViewSlot& view : views_.all())
        if (view.home == home_)
            take(*makeDock(view));
    workspace.arrange(*this);
}

CardDock* DockArea::dock(const QString& view) const {
    return findChild<CardDock*>(view, Qt::FindDirectChildrenOnly);
}

CardDock* DockArea::makeDock(const ViewSlot& view) {
    auto* dock = new CardDock(view.title, this);
    dock->setObjectName(view.id);
    dock->setAccessibleName(view.title);
    connect(dock, &QDockWidget::visibilityChanged, this, &DockArea::docksChanged);
    connect(dock, &QDockWidget::topLevelChanged, this, &DockArea::docksChanged);
    connect(dock, &QDockWidget::dockLocationChanged, this, &DockArea::docksChanged);
    connect(dock, &CardDock::tabChosen, this, [this, dock](const QString& title) {
        for (QDockWidget* other : tabifiedDockWidgets(dock))
            if (other->windowTitle() == title)
                other->raise();
        tabs_timer_.start();
    });
    return dock;
}

void DockArea::take(CardDock& dock) {
    QWidget* view = views_.find(dock.objectName())->widget;
    if (dock.widget() == view)
        return;
    dock.setWidget(view);
    dock.seatTools();
}

bool DockArea::shows(const QString& view) const {
    const QDockWidget* its = dock(view);
    return its && (!its->isHidden() || returning_.contains(its));
}

QDockWidget* DockArea::call(const ViewSlot& view) {
    CardDock* its = dock(view.id);
    if (!its) {
        its = makeDock(view);
        if (!restoreDockWidget(its)) // where it stood in the layout that was restored
            tabifyDockWidget(dock(anchor_), its);
    }
    take(*its);
    its->show();
    its->raise();
    return its;
}

void DockArea::showTabs() {
    for (CardDock* one : findChildren<CardDock*>(Qt::FindDirectChildrenOnly)) {
        QStringList titles{one->windowTitle()};
        if (!one->isFloating())
            for (const QDockWidget* other : tabifiedDockWidgets(one))
                titles << other->windowTitle();
        for (const QTabBar* row : findChildren<QTabBar*>(Qt::FindDirectChildrenOnly)) {
            QStringList there; // the same in the order that the docks have
            for (int tab = 0; tab < row->count(); ++tab)
                there << row->tabText(tab);
            if (titles.size() > 1 && there.contains(one->windowTitle()))
                titles = there;
        }
        one->showTabs(titles);
    }
}

void DockArea::dismiss(const QString& view) {
    if (QDockWidget* its = dock(view))
        its->close();
}

void DockArea::enter() {
    entered_ = true;
    for (CardDock* one : findChildren<CardDock*>(Qt::FindDirectChildrenOnly))
        if (shows(one->objectName()))
            take(*one);
    for (QDockWidget* one : std::exchange(returning_, {}))
        one->show();
}

void DockArea::leave() {
    left_ = layout();
    entered_ = false;
    for (QDockWidget* one : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly))
        if (one->isFloating() && !one->isHidden()) {
            returning_ << one;
            one->hide();
        }
}

void DockArea::shelveViews() {
    for (const QDockWidget* one : findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly))
        if (QWidget* view = one->widget())
            views_.shelve(*view);
}

void DockArea::restore(const DockLayout& layout) {
    if (!restoreState(layout.docks, layout_version) && !restoreState(layout.docks))
        return;
    for (const QString& guest : layout.guests)
        if (const ViewSlot* view = views_.find(guest))
            call(*view);
}

DockLayout DockArea::layout() const {
    if (!entered_)
        return left_;
    DockLayout now{saveState(layout_version), {}};
    for (const ViewSlot& view : views_.all())
        if (view.home != home_ && shows(view.id))
            now.guests << view.id;
    return now;
}

void DockArea::first(const char* view) {
    addDockWidget(Qt::LeftDockWidgetArea, dock(QString::fromLatin1(view)));
}

void DockArea::split(const char* from, const char* next, Qt::Orientation orientation) {
    splitDockWidget(dock(QString::fromLatin1(from)), dock(QString::fromLatin1(next)), orientation);
}

void DockArea::tabs(const char* front, std::initializer_list<const char*> behind) {
    for (const char* next : behind)
        tabifyDockWidget(dock(QString::fromLatin1(front)), dock(QString::fromLatin1(next)));
}

void DockArea::front(const char* view) {
    dock(QString::fromLatin1(view))->raise();
}

void DockArea::share(std::initializer_list<std::pair<const char*, int>> lengths,
                     Qt::Orientation orientation) {
    QList<QDockWidget*> docks;
    QList<int> sizes;
    for (const auto& [view, length] : lengths)
        docks << dock(QString::fromLatin1(view)), sizes << length;
    resizeDocks(docks, sizes, orientation);
}

void DockArea::seat_guests_behind(const char* view) {
    anchor_ = QString::fromLatin1(view);
}

QMenu* DockArea::createPopupMenu() {
    auto* menu = new QMenu(this);
    menu->addActions(actions());
    return menu;
}

} // namespace pipette
