// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/workspace_switch.h"

#include "app/workspaces/view_slots.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/window_style.h"

#include <QAction>
#include <QBoxLayout>
#include <QCoreApplication>
#include <QMainWindow>
#include <QSettings>
#include <QStackedWidget>
#include <QTabBar>

namespace pipette {
namespace {

QString key(const char* what, const Workspace& workspace) {
    return QStringLiteral("window/%1/%2").arg(QLatin1String(what), QLatin1String(workspace.id));
}

} // namespace

WorkspaceSwitch::WorkspaceSwitch(QMainWindow& window, ViewSlots& views)
    : QObject(&window),
      window_(window),
      views_(views),
      row_(new QTabBar),
      page_(new QVBoxLayout),
      stack_(new QStackedWidget),
      areas_(allWorkspaces().size()),
      layouts_(allWorkspaces().size()) {
    row_->setObjectName(QStringLiteral("workspaces"));
    row_->setAccessibleName(tr("Workspaces"));
    row_->setProperty(WindowStyle::wide_tabs, true);
    row_->setDrawBase(false);
    row_->setExpanding(false);
    row_->setUsesScrollButtons(false);
    for (const Workspace& workspace : allWorkspaces()) {
        const int tab = row_->addTab(QCoreApplication::translate("Workspaces", workspace.title));
        row_->setTabIcon(tab, glyphIcon(workspace.glyph));
        row_->setTabToolTip(tab, QCoreApplication::translate("Workspaces", workspace.tip));
    }
    makeViewActions();
    page_->setContentsMargins(0, 0, 0, 0);
    page_->setSpacing(0);
    auto* docks = new QVBoxLayout;
    docks->setContentsMargins(tokens::dock_gap, tokens::dock_gap, tokens::dock_gap, tokens::dock_gap);
    docks->addWidget(stack_);
    page_->addLayout(docks, 1);
    auto* page = new QWidget;
    page->setLayout(page_);
    window_.setCentralWidget(page);
    reset();
    connect(row_, &QTabBar::currentChanged, this, &WorkspaceSwitch::enter);
}

void WorkspaceSwitch::putAbove(QWidget& head) {
    page_->insertWidget(0, &head);
}

void WorkspaceSwitch::makeViewActions() {
    for (const Workspace& workspace : allWorkspaces()) {
        auto* head = new QAction(QCoreApplication::translate("Workspaces", workspace.title), this);
        head->setSeparator(true);
        view_actions_ << head;
        for (const ViewSlot& view : views_.all()) {
            if (view.home != QLatin1String(workspace.id))
                continue;
            auto* action = new QAction(view.title, this);
            action->setObjectName(QStringLiteral("action-view-") + view.id);
            action->setData(view.id);
            action->setCheckable(true);
            connect(action, &QAction::triggered, this, [this, id = view.id](bool shown) {
                shown ? static_cast<void>(call(id)) : area().dismiss(id);
            });
            view_actions_ << action;
        }
    }
}

DockArea& WorkspaceSwitch::area() const {
    return *areas_[current_];
}

DockArea& WorkspaceSwitch::makeArea() {
    auto* made = new DockArea(allWorkspaces()[current_], views_, window_.size());
    made->addActions(view_actions_);
    connect(made, &DockArea::docksChanged, this, &WorkspaceSwitch::checkActions);
    areas_[current_] = made;
    stack_->addWidget(made);
    return *made;
}

void WorkspaceSwitch::checkActions() {
    if (!areas_[current_])
        return; // it is on its way
    for (QAction* action : view_actions_)
        action->setChecked(area().shows(action->data().toString()));
}

QString WorkspaceSwitch::current() const {
    return QString::fromLatin1(allWorkspaces()[current_].id);
}

void WorkspaceSwitch::show(const QString& id) {
    for (std::size_t i = 0; i < allWorkspaces().size(); ++i)
        if (id == QLatin1String(allWorkspaces()[i].id))
            row_->setCurrentIndex(static_cast<int>(i));
}

void WorkspaceSwitch::enter(int next) {
    if (next == static_cast<int>(current_))
        return;
    area().leave();
    current_ = static_cast<std::size_t>(next);
    if (!areas_[current_])
        makeArea().restore(layouts_[current_]);
    showArea();
    emit shown(current());
}

void WorkspaceSwitch::showArea() {
    area().enter();
    stack_->setCurrentWidget(&area());
    checkActions();
}

void WorkspaceSwitch::reset() {
    DockArea* before = areas_[current_];
    makeArea();
    showArea();
    discard(before);
}

void WorkspaceSwitch::discard(DockArea* area) {
    if (!area)
        return;
    area->shelveViews(); // its guests wait for the next area that shows them
    stack_->removeWidget(area);
    area->deleteLater(); // with whatever of it a pointer still drags
}

void WorkspaceSwitch::putAside(const std::function<void()>& change) {
    area().leave();
    layouts_aside_ = std::exchange(layouts_, std::vector<DockLayout>(layouts_.size()));
    for (std::size_t i = 0; i < areas_.size(); ++i)
        if (areas_[i])
            layouts_aside_[i] = areas_[i]->layout();
    size_aside_ = stack_->size();
    replaceAreas(change, {});
}

void WorkspaceSwitch::bringBack(const std::function<void()>& change) {
    layouts_ = std::exchange(layouts_aside_, {});
    replaceAreas(change, size_aside_);
}

/// An area that waits hidden while other type is shown comes back with other lengths: so all are made anew.
void WorkspaceSwitch::replaceAreas(const std::function<void()>& change, QSize size) {
    for (DockArea*& area : areas_)
        discard(std::exchange(area, nullptr));
    change();
    DockArea& made = makeArea();
    if (size.isValid()) // the saved lengths of docks add up to this size
        made.resize(size);
    made.restore(layouts_[current_]);
    showArea();
}

bool WorkspaceSwitch::shows(const QString& view) const {
    return area().shows(view);
}

QDockWidget* WorkspaceSwitch::call(const QString& view) {
    const ViewSlot* slot = views_.find(view);
    return slot ? area().call(*slot) : nullptr;
}

void WorkspaceSwitch::reveal(const QString& view) {
    if (const ViewSlot* slot = views_.find(view); slot && !area().shows(view))
        show(slot->home);
    call(view);
}

void WorkspaceSwitch::restore(const QSettings& settings) {
    for (std::size_t i = 0; i < allWorkspaces().size(); ++i)
        layouts_[i] = {settings.value(key("layouts", allWorkspaces()[i])).toByteArray(),
                       settings.value(key("guests", allWorkspaces()[i])).toStringList()};
    if (layouts_.front().docks.isEmpty()) // of a window whose views all stood in one layout
        layouts_.front().docks = settings.value(QStringLiteral("window/docks")).toByteArray();
    reset(); // in the size that the window has by now
    area().restore(layouts_[current_]);
    show(settings.value(QStringLiteral("window/workspace")).toString());
}

void WorkspaceSwitch::remember(QSettings& settings) const {
    const bool aside = !layouts_aside_.empty();
    const std::vector<DockLayout>& layouts = aside ? layouts_aside_ : layouts_;
    for (std::size_t i = 0; i < allWorkspaces().size(); ++i) {
        const DockLayout layout = !aside && areas_[i] ? areas_[i]->layout() : layouts[i];
        settings.setValue(key("layouts", allWorkspaces()[i]), layout.docks);
        settings.setValue(key("guests", allWorkspaces()[i]), layout.guests);
    }
    settings.setValue(QStringLiteral("window/workspace"), current());
}

} // namespace pipette
