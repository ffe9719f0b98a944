// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QString>

#include <span>

class QMainWindow;
class QSettings;
class QTabBar;

namespace pipette {

class DockArrangement;
class WindowViews;

/// What a person does in the window, with the views for it laid out. A view is at home in one workspace and
/// can be called into any.
struct Workspace {
    const char* id;                    ///< of settings, actions and pictures: "plan"
    const char* title;                 ///< to be translated
    const char* tip;                   ///< to be translated
    void (*arrange)(DockArrangement&); ///< the layout that a new user starts with
};

/// Every workspace, in the order of its row.
std::span<const Workspace> allWorkspaces();

/// Switches between the workspaces. Each keeps the layout that the person gave it; the document, the
/// selection and what can be undone are common to all.
class WorkspaceSwitch : public QObject {
    Q_OBJECT

public:
    /// Begins in the first, as a new user finds it.
    WorkspaceSwitch(QMainWindow& window, WindowViews& views);

    /// The row of tabs; belongs to whoever places it.
    QTabBar* row() { return row_; }
    QString current() const;
    void show(const QString& id);
    /// The current workspace as a new user finds it.
    void reset();
    /// Brings a view to the front: here when it has been called into this workspace, else where it is at
    /// home.
    void reveal(const QString& view);

    void restore(const QSettings& settings);
    void remember(QSettings& settings);

signals:
    void shown(const QString& id);

private:
    void enter(int next);
    void arrange(int workspace);
    void place(int workspace); ///< as the person left it, else as a new user finds it

    QMainWindow& window_;
    WindowViews& views_;
    QTabBar* row_;
    int current_ = 0;
    QHash<QString, QByteArray> layouts_; ///< of those that have been left
};

} // namespace pipette
