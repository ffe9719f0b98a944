// SPDX-License-Identifier: GPL-3.0-or-later
// What ScheduleLab does with an order by hand.
#include "widgets/lab/hand/hand_order_bar.h"
#include "widgets/lab/hand/hand_order_editor.h"
#include "widgets/lab/hand/hand_order_words.h"
#include "widgets/lab/hand/order_drag.h"
#include "widgets/lab/schedule_lab.h"
#include "widgets/lab/schedule_picker.h"
#include "widgets/pipeline/gantt_plot.h"
#include "widgets/theme/plain_text.h"

#include <QKeyEvent>
#include <QUndoStack>

#include <utility>

namespace pipette {

void ScheduleLab::wireHandOrder() {
    drag_ = new OrderDrag(
        *gantt_, [this](const Operation& operation) { return hand_->placeOf(operation); }, this);
    hand_bar_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(hand_, &HandOrderEditor::judged, this, [this] { showEntries(InSight::same); });
    connect(hand_, &HandOrderEditor::activeChanged, this, &ScheduleLab::handOrderChanged);
    connect(drag_, &OrderDrag::chosenChanged, this, &ScheduleLab::showHandMarks);
    connect(drag_, &OrderDrag::previewed, hand_, &HandOrderEditor::preview);
    connect(drag_, &OrderDrag::moveRequested, hand_, &HandOrderEditor::move);
    connect(hand_bar_, &HandOrderBar::openRequested, this, &ScheduleLab::openOrderRequested);
    connect(hand_bar_, &HandOrderBar::saveRequested, this, &ScheduleLab::saveOrderRequested);
}

void ScheduleLab::orderByHand(int which) {
    const auto k = static_cast<std::size_t>(which);
    if (!answers_[k] || !request_.choices[k] || hand_->active())
        return;
    const Schedule& schedule = *answers_[k]->timeline->schedule;
    if (!hand_order_refusal(schedule).empty() || schedule.count() > HandOrderEditor::most_operations)
        return;
    HandOrder hand{draft_of(schedule), {}};
    hand.order.name += " by hand";
    if (!request_.choices[k]->own)
        hand.published = request_.choices[k]->kind;
    hand_of_ = which;
    hand_->beginOrGoOn(std::move(hand), answers_[k]->title);
    gantt_->setFocus();
}

void ScheduleLab::orderByHand(HandOrder hand, const QString& title) {
    if (!hand_->active())
        hand_of_ = 0;
    hand_->begin(std::move(hand), title);
    gantt_->setFocus();
}

void ScheduleLab::handOrderChanged() {
    if (!hand_->active())
        drag_->choose(std::nullopt);
    showHandRefusals();
    showEntries(InSight::all);
}

void ScheduleLab::showHandRefusals() {
    for (std::size_t k = 0; k < pickers_.size(); ++k) {
        QString refusal;
        const Schedule* schedule = answers_[k] ? answers_[k]->timeline->schedule.get() : nullptr;
        const std::string held = schedule != nullptr ? hand_order_refusal(*schedule) : std::string();
        if (schedule == nullptr)
            refusal = tr("There is no schedule to order yet");
        else if (hand_->active())
            refusal = tr("Another schedule is ordered by hand: Done ends that");
        else if (!held.empty())
            refusal = filled(tr("%1 %2"), answers_[k]->title, ownText(held));
        else if (schedule->count() > HandOrderEditor::most_operations)
            refusal = filled(tr("%1 operations are too many to be moved one by one"), schedule->count());
        pickers_[k]->setHandRefusal(refusal);
    }
}

void ScheduleLab::showHandMarks() {
    const Operation* chosen = drag_->chosen() ? &*drag_->chosen() : nullptr;
    if (hand_number_ < 0)
        return gantt_->canvas().setMarks({});
    gantt_->canvas().setMarks(marksOf(*hand_, hand_number_, chosen));
    if (chosen != nullptr)
        gantt_->setBarCursor({hand_number_, numberOf(*hand_, *chosen)});
}

ScheduleLab::UndoTurn ScheduleLab::undoOf(const QKeyEvent& event) const {
    if (!hand_->active())
        return nullptr;
    return event.matches(QKeySequence::Undo)   ? &QUndoStack::undo
           : event.matches(QKeySequence::Redo) ? &QUndoStack::redo
                                               : nullptr;
}

} // namespace pipette
