// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/hand_order.h"
#include "core/schedule/order_judge.h"
#include "widgets/pipeline/gantt_view.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <memory>
#include <optional>

namespace pipette {

/// A schedule that is being ordered by hand: its order, what the simulator says of it, undo and redo. Each
/// change is judged at once, within milliseconds.
class HandOrderEditor : public QObject {
    Q_OBJECT

public:
    /// Operations above which a schedule is too large to be judged between two frames.
    static constexpr int most_operations = 12'000;

    explicit HandOrderEditor(QObject* parent = nullptr);

    /// Begins with an order; `title` says what it came from.
    void begin(HandOrder hand, const QString& title);
    /// The same with the order as it was left, where the last one came from the same schedule.
    void beginOrGoOn(HandOrder hand, const QString& title);
    /// Leaves the order. It is kept for beginOrGoOn().
    void end();
    bool active() const { return active_; }
    /// Milliseconds; empty `p2p`: as the schedule that it came from does.
    void setTimes(const DeviceTimes& times, std::optional<P2p> p2p);
    void setBudget(const ActivationBudget& budget);
    const ActivationBudget& budget() const { return budget_; }

    /// Judges the move without making it; an empty one takes it back.
    void preview(const std::optional<OrderMove>& move);
    /// Makes the move, which can be undone; one that changes nothing is none.
    void move(const OrderMove& move);
    /// Back to the order that it came from; can be undone.
    void reset();
    QUndoStack& undoStack() { return undo_; }

    /// Only while active. The order as it is judged: with a move that is tried.
    const HandOrder& shown() const { return preview_ ? *preview_ : *hand_; }
    const HandOrder& hand() const { return *hand_; }
    const QString& title() const { return title_; }
    const OrderVerdict& verdict() const { return verdict_; }
    /// Why nothing could be judged: times that do not fit; empty: all is well.
    const QString& refusal() const { return refusal_; }
    /// The iteration of the order that it came from, with the same times; null: it does not run.
    const Timeline* reference() const { return reference_.get(); }
    /// Whether the order differs from the one that it came from.
    bool changed() const;
    /// For the chart; empty: there is nothing to draw.
    std::optional<GanttEntry> entry() const;
    /// The place of an operation in the order of its device, as shown; -1: none.
    int placeOf(const Operation& operation) const;

signals:
    /// Another order, other times or another verdict.
    void judged();
    /// It began or ended.
    void activeChanged();

private:
    class Edit;
    void goOn();
    void set(const ScheduleDraft& order);
    void judge();
    void judgeReference();
    P2p p2p() const;

    bool active_ = false;
    std::optional<HandOrder> hand_, preview_;
    ScheduleDraft origin_; ///< what Reset goes back to
    QString title_, refusal_;
    DeviceTimes times_; ///< seconds
    std::optional<P2p> p2p_;
    ActivationBudget budget_;
    OrderVerdict verdict_;
    std::shared_ptr<const Timeline> reference_;
    QUndoStack undo_;
};

} // namespace pipette
