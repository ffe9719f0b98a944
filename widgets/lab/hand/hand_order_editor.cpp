// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/hand/hand_order_editor.h"

#include "core/base/index.h"
#include "core/base/input_error.h"
#include "widgets/lab/lab_simulation.h"
#include "widgets/theme/plain_text.h"

#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace pipette {
namespace {

constexpr int most_edits = 500; // that can be undone

} // namespace

/// One change of the order.
class HandOrderEditor::Edit : public QUndoCommand {
public:
    Edit(HandOrderEditor& editor, ScheduleDraft after, const QString& text)
        : QUndoCommand(text), editor_(editor), before_(editor.hand_->order), after_(std::move(after)) {}
    void undo() override { editor_.set(before_); }
    void redo() override { editor_.set(after_); }

private:
    HandOrderEditor& editor_;
    ScheduleDraft before_, after_;
};

HandOrderEditor::HandOrderEditor(QObject* parent) : QObject(parent) {
    undo_.setUndoLimit(most_edits);
}

void HandOrderEditor::begin(HandOrder hand, const QString& title) {
    for (std::size_t d = 0; d < hand.order.order.size(); ++d)
        for (Operation& operation : hand.order.order[d])
            operation.device = static_cast<std::uint16_t>(d);
    undo_.clear();
    preview_.reset();
    origin_ = hand.published ? draft_of(*published_of(hand)) : hand.order;
    origin_.name = hand.order.name;
    hand_ = std::move(hand);
    title_ = title;
    goOn();
}

void HandOrderEditor::beginOrGoOn(HandOrder hand, const QString& title) {
    if (hand_ && hand_->published == hand.published && origin_.device_of_part == hand.order.device_of_part &&
        origin_.order == hand.order.order)
        goOn();
    else
        begin(std::move(hand), title);
}

void HandOrderEditor::goOn() {
    active_ = true;
    judgeReference();
    judge();
    emit activeChanged();
}

void HandOrderEditor::end() {
    if (!active())
        return;
    active_ = false;
    preview_.reset(), reference_.reset();
    verdict_ = {};
    emit activeChanged();
}

void HandOrderEditor::setTimes(const DeviceTimes& times, std::optional<P2p> p2p) {
    times_ = in_seconds(times), p2p_ = p2p;
    if (!active())
        return;
    judgeReference();
    judge();
}

void HandOrderEditor::setBudget(const ActivationBudget& budget) {
    budget_ = budget;
    if (active())
        judge();
}

void HandOrderEditor::preview(const std::optional<OrderMove>& move) {
    preview_.reset();
    if (move) {
        preview_ = *hand_;
        apply(preview_->order, *move);
    }
    judge();
}

void HandOrderEditor::move(const OrderMove& move) {
    preview_.reset();
    ScheduleDraft after = hand_->order;
    apply(after, move);
    if (after.order == hand_->order.order)
        return judge();
    const Operation& moved = hand_->order.order[index(move.device)][index(move.from)];
    undo_.push(new Edit(
        *this, std::move(after),
        filled(tr("Move %1 on device %2"), ownText(word_of(moved, hand_->order.size.chunks)), move.device)));
}

void HandOrderEditor::reset() {
    if (changed())
        undo_.push(new Edit(*this, origin_, tr("Reset the order")));
}

bool HandOrderEditor::changed() const {
    return active() && hand_->order.order != origin_.order;
}

void HandOrderEditor::set(const ScheduleDraft& order) {
    hand_->order = order;
    judge();
}

P2p HandOrderEditor::p2p() const {
    return p2p_.value_or(hand_->published ? family_of(*hand_->published).default_p2p : P2p::overlapped);
}

void HandOrderEditor::judge() {
    refusal_.clear();
    try {
        verdict_ = judge_order(shown().order, times_, p2p(), budget_);
    } catch (const InputError& error) {
        verdict_ = {};
        refusal_ = ownText(error.place().empty() ? error.reason() : error.place() + ": " + error.reason());
    }
    emit judged();
}

void HandOrderEditor::judgeReference() {
    reference_.reset();
    try {
        const OrderVerdict verdict = judge_order(origin_, times_, p2p());
        if (verdict.runs())
            reference_ = verdict.timeline;
    } catch (const InputError&) { // judge() tells the person
    }
}

std::optional<GanttEntry> HandOrderEditor::entry() const {
    if (!active() || !verdict_.timeline)
        return std::nullopt;
    GanttEntry entry{filled(tr("%1 by hand"), title_), verdict_.timeline};
    if (verdict_.deadlock)
        entry.stuck_from = verdict_.deadlock->time;
    return entry;
}

int HandOrderEditor::placeOf(const Operation& operation) const {
    if (!active() || operation.device >= shown().order.order.size())
        return -1;
    const auto& order = shown().order.order[operation.device];
    const auto found = std::find(order.begin(), order.end(), operation);
    return found == order.end() ? -1 : static_cast<int>(found - order.begin());
}

} // namespace pipette
