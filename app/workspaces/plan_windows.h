// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/workspaces/plan_views.h"

#include <vector>

namespace pipette {

/// The views of the plan of every window that is open. What one of them asks of the document, and what the
/// document tells, goes through here or is connected when a window is added.
class PlanWindows : public QObject {
    Q_OBJECT

public:
    /// The main window's first.
    const std::vector<PlanViews*>& all() const { return views_; }
    void add(PlanViews& views);
    /// Nothing is told to them from now on. Those that are destroyed go by themselves.
    void remove(PlanViews& views);
    /// The views of one window show another plan than the document's: see PlanViews::setOther().
    void setOther(PlanViews& views, const Shown& other);
    /// The window that the person works in: the parent of a dialog. There must be one.
    QMainWindow& active() const;
    PlanViews& activeViews() const; ///< its views

    // To the views of every window: see ViewSlots and PlanViews.
    void show(const Shown& shown, const Selection& chosen);
    void select(const Selection& selection);
    void setEarlier(const QString& words);

signals:
    void added(pipette::PlanViews& views);
    void otherShown(pipette::PlanViews& views); ///< or the document's plan again
    void selectionRequested(const pipette::Selection& selection);

private:
    std::vector<PlanViews*> views_;
    // What the views of a window that comes later begin with.
    Shown shown_;
    Selection chosen_;
    QString earlier_;
};

} // namespace pipette
