// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workspaces/dock_area.h"
#include "app/workspaces/workspace.h"

#include <QObject>
#include <QString>

#include <functional>
#include <vector>

class QAction;
class QSettings;
class QStackedWidget;
class QTabBar;
class QVBoxLayout;

namespace pipette {

/// Switches between the workspaces. Each has an area of docks of its own, which keeps the layout that the
/// person gave it, and is made when it is entered first; the document, the selection and what can be undone
/// are common to all.
class WorkspaceSwitch : public QObject {
    Q_OBJECT

public:
    /// Fills the window with the first workspace, as a new user finds it.
    WorkspaceSwitch(QMainWindow& window, ViewSlots& views);

    /// The row of tabs; belongs to whoever places it.
    QTabBar* row() { return row_; }
    /// Places a widget above the docks of every workspace.
    void putAbove(QWidget& head);
    QString current() const;
    void show(const QString& id);
    /// The current workspace as a new user finds it.
    void reset();

    bool shows(const QString& view) const; ///< the current workspace does, in front or behind a tab
    /// Shows a view in the current workspace, in front, and returns its dock; null: no such view.
    QDockWidget* call(const QString& view);
    /// Brings a view to the front: here when it has been called into this workspace, else where it is at
    /// home.
    void reveal(const QString& view);
    /// For a menu: each shows or closes a view in the current workspace, below the title of its home.
    const QList<QAction*>& viewActions() const { return view_actions_; }

    /// Every workspace as a new user finds it, for a while: putAside() keeps how the docks are laid out, then
    /// `change` runs, which may change the type. bringBack() lays them out so again, after its own `change`.
    void putAside(const std::function<void()>& change);
    void bringBack(const std::function<void()>& change);

    void restore(const QSettings& settings);  ///< before the window shows
    void remember(QSettings& settings) const; ///< what is set aside, if anything is

signals:
    void shown(const QString& id);

private:
    void makeViewActions();
    void checkActions();
    DockArea& area() const;
    DockArea& makeArea(); ///< the current one anew
    void enter(int next);
    void showArea();
    void discard(DockArea* area); ///< null: there is none
    /// `size`: of the areas that come back; invalid: as the window's.
    void replaceAreas(const std::function<void()>& change, QSize size);

    QMainWindow& window_;
    ViewSlots& views_;
    QTabBar* row_;
    QVBoxLayout* page_; ///< what stands above the docks, and they
    QStackedWidget* stack_;
    QList<QAction*> view_actions_;
    std::size_t current_ = 0;
    std::vector<DockArea*> areas_;    ///< by workspace; null: not entered yet
    std::vector<DockLayout> layouts_; ///< by workspace: what its area begins with
    /// What bringBack() lays out again; empty: nothing is set aside.
    std::vector<DockLayout> layouts_aside_;
    QSize size_aside_; ///< size of the dock areas when putAside() was called
};

} // namespace pipette
