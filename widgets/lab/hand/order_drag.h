// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/hand_order.h"
#include "widgets/pipeline/gantt_view.h"

#include <QObject>
#include <QPointF>

#include <functional>
#include <optional>
#include <vector>

class QKeyEvent;
class QMouseEvent;

namespace pipette {

/// Moves operations of one timeline of a Gantt chart by mouse and by keyboard: a drag along the row of a
/// device, or Alt with the left and right keys for the operation that was chosen. It changes nothing itself.
class OrderDrag : public QObject {
    Q_OBJECT

public:
    /// The place of an operation in the order of its device, from 0; -1: none.
    using PlaceOf = std::function<int(const Operation& operation)>;

    OrderDrag(GanttView& gantt, PlaceOf place_of, QObject* parent = nullptr);

    /// The timeline whose operations can be moved, by its number in the chart, and what it shows; a null one:
    /// none.
    void setTimeline(int number, std::shared_ptr<const Timeline> timeline);
    /// The operation that the keyboard moves; empty: none.
    const std::optional<Operation>& chosen() const { return chosen_; }
    void choose(const std::optional<Operation>& operation);
    bool dragging() const { return grabbed_.has_value() && moved_; }

signals:
    void chosenChanged();
    /// The operation that is dragged would come to this place; empty: it stays where it was.
    void previewed(const std::optional<pipette::OrderMove>& move);
    void moveRequested(const pipette::OrderMove& move);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Grabbed {
        OrderMove move;
        QPointF at;
        std::vector<double> middles; ///< seconds, of the device's other operations in their order
    };
    bool press(const QMouseEvent& event);
    bool follow(const QMouseEvent& event);
    bool release();
    bool takeKey(const QKeyEvent& event);
    std::optional<Operation> operationOf(const GanttOperation& shown) const;
    int placeAt(double time) const;

    GanttView& gantt_;
    PlaceOf place_of_;
    int number_ = -1;
    std::shared_ptr<const Timeline> timeline_;
    std::optional<Operation> chosen_;
    std::optional<Grabbed> grabbed_;
    bool moved_ = false; ///< far enough from where the button went down
};

} // namespace pipette
