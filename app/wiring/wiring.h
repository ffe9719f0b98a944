// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/wiring/notices.h"
#include "app/wiring/window_actions.h"

#include <QObject>
#include <QString>

#include <cstdint>

class QMainWindow;

namespace pipette {

class DocumentStore;
class HandEdits;
class Mailbox;
class PlanDocument;
class PlanViews;
class PlanWindows;
class Planning;
class WindowViews;
class WorkspaceSwitch;
struct PlannerCalls;

/// What the parts of the window work with. All of it outlives them.
struct WindowContext {
    QMainWindow& window; ///< parent of dialogs
    PlanDocument& document;
    DocumentStore& store;
    Planning& planning;
    HandEdits& edits;
    WindowViews& views;
    PlanWindows& windows; ///< the open windows; each has its own views of the plan
    WorkspaceSwitch& workspaces;
    Notices& notices;
    WindowActions& actions;
    Mailbox& mailbox;
    const PlannerCalls& calls;
    bool remembers; ///< layout, recent files and theme go to QSettings
};

/// One part of the window: it passes on between document, jobs and views what concerns one task of a person.
class Wiring : public QObject {
    Q_OBJECT

signals:
    /// What the window shows of the document is no longer right.
    void refreshNeeded();

protected:
    explicit Wiring(const WindowContext& context);

    void tell(const QString& text) { notices_.tell(text); }
    void tellRefusal(const QString& why) { notices_.tellRefusal(why); }
    void tellProblem(const QString& text) { notices_.tellProblem(text); }
    QAction* action(const QString& name) const { return actions_.find(name); }
    /// Tells, and is true, where the views show another plan than the document's: nothing is changed there.
    bool onlyLooksAt(const PlanViews& views);
    /// Tells, and is true, when the document has changed since the plan of `name` was asked for: it is not
    /// taken up over what is there now.
    bool changedSince(std::uint64_t revision, const QString& name);

    QMainWindow& window_;
    PlanDocument& document_;
    DocumentStore& store_;
    Planning& planning_;
    HandEdits& edits_;
    WindowViews& views_;
    PlanWindows& windows_;
    WorkspaceSwitch& workspaces_;
    Notices& notices_;
    WindowActions& actions_;
};

} // namespace pipette
