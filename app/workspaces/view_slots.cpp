// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/view_slots.h"

#include <QEvent>

#include <algorithm>

namespace pipette {

void ViewSlots::place(ViewSlot slot, const QString& before) {
    QWidget& view = *slot.widget;
    const auto behind =
        std::find_if(slots_.begin(), slots_.end(), [&](const ViewSlot& other) { return other.id == before; });
    slots_.insert(behind, std::move(slot));
    view.installEventFilter(this);
    shelve(view);
}

void ViewSlots::shelve(QWidget& view) {
    view.setParent(&window_);
    view.hide();
}

bool ViewSlots::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Show)
        for (ViewSlot& slot : slots_)
            if (slot.widget == watched)
                refresh(slot);
    return QObject::eventFilter(watched, event);
}

const ViewSlot* ViewSlots::find(const QString& id) const {
    for (const ViewSlot& slot : slots_)
        if (slot.id == id)
            return &slot;
    return nullptr;
}

void ViewSlots::show(const Shown& shown, const Selection& chosen) {
    shown_ = shown;
    for (ViewSlot& slot : slots_)
        slot.stale_shown = true;
    select(chosen);
}

void ViewSlots::select(const Selection& chosen) {
    selected_ = chosen;
    for (ViewSlot& slot : slots_) {
        slot.stale_selection = true;
        if (slot.widget->isVisible())
            refresh(slot);
    }
}

void ViewSlots::fill(const QWidget& view, Filling kind, std::function<void()> how) {
    if (follows(view))
        return how();
    const auto its = std::find_if(slots_.begin(), slots_.end(),
                                  [&](const ViewSlot& slot) { return slot.widget == &view; });
    if (its != slots_.end())
        its->missed[kind] = std::move(how);
}

void ViewSlots::refreshAll() {
    for (ViewSlot& slot : slots_)
        refresh(slot);
}

void ViewSlots::refresh(ViewSlot& slot) {
    if (std::exchange(slot.stale_shown, false) && slot.set_shown) {
        if (slot.set_selection && slot.cluster != shown_.cluster)
            slot.set_selection({}); // GPUs that the next cluster may not have
        slot.cluster = shown_.cluster;
        slot.set_shown(shown_);
    }
    for (const auto& [kind, how] : std::exchange(slot.missed, {}))
        how();
    if (std::exchange(slot.stale_selection, false) && slot.set_selection)
        slot.set_selection(selected_);
}

} // namespace pipette
