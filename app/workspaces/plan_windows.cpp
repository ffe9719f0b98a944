// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/plan_windows.h"

namespace pipette {

void PlanWindows::add(PlanViews& views) {
    views_.push_back(&views);
    connect(&views, &QObject::destroyed, this, [this, gone = &views] { std::erase(views_, gone); });
    connect(&views, &ViewSlots::selectionRequested, this, [this, from = &views](const Selection& asked) {
        emit selectionRequested(from->requested(asked, chosen_, shown_));
    });
    views.showPlan(shown_, chosen_);
    views.setEarlier(earlier_);
    emit added(views);
}

void PlanWindows::remove(PlanViews& views) {
    std::erase(views_, &views);
    views.disconnect(this);
}

void PlanWindows::setOther(PlanViews& views, const Shown& other) {
    views.setOther(other);
    views.showPlan(shown_, chosen_);
    views.setEarlier(earlier_);
    emit otherShown(views);
}

PlanViews& PlanWindows::activeViews() const {
    for (PlanViews* views : views_)
        if (views->window().isActiveWindow())
            return *views;
    return *views_.front();
}

QMainWindow& PlanWindows::active() const {
    return activeViews().window();
}

void PlanWindows::show(const Shown& shown, const Selection& chosen) {
    shown_ = shown;
    chosen_ = chosen;
    for (PlanViews* views : views_)
        views->showPlan(shown, chosen);
}

void PlanWindows::select(const Selection& selection) {
    chosen_ = selection;
    for (PlanViews* views : views_)
        views->choose(selection, shown_);
}

void PlanWindows::setEarlier(const QString& words) {
    earlier_ = words;
    for (PlanViews* views : views_)
        views->setEarlier(words);
}

} // namespace pipette
