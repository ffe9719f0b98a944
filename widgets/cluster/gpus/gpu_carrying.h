// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/move_requests.h"
#include "widgets/cluster/gpus/shown_gpus.h"

#include <functional>
#include <memory>

class QDropEvent;
class QPainter;
class QWidget;

namespace pipette {

class GpuScene;

/// What a person carries to another place in a view, by a drag or by the keyboard: where it would land, what
/// that would change, and the drop. A group that is dropped with Shift goes onto the node, not onto the group
/// there.
class GpuCarrying : public QObject {
    Q_OBJECT

public:
    /// `gpus`: the GPUs of the view, which must outlive this object.
    explicit GpuCarrying(const ShownGpus& gpus, QObject* parent = nullptr);

    MoveRequests& requests() { return requests_; }
    /// What goes along when a spot is carried: a block, a group or a node; empty: nothing there can be moved.
    std::optional<Carried> carriedFrom(const Spot& spot) const;
    QString nameOf(const Carried& carried) const;

    /// What the keyboard has picked up.
    const std::optional<Carried>& lifted() const { return lifted_; }
    void lift(const Spot& spot) { lifted_ = carriedFrom(spot); }
    void hoverLifted(int gpu, Qt::KeyboardModifiers modifiers); ///< with the cursor on a GPU
    void dropLifted(const Spot& spot, Qt::KeyboardModifiers modifiers);
    Spot aimedAt(int gpu) const; ///< by the cursor on a GPU: its node for nodes
    void letGo();                ///< of all; nothing is moved

    /// Takes the answer to a preview request; false: it came after the drag had left.
    bool answer(const DropPreview& preview);
    bool answered() const { return preview_.has_value(); }

    /// Handles the events of a drag from any view; returns whether `event` is one of them.
    bool handleDrag(QEvent& event, const std::function<Spot(const QPointF&)>& spot_at);
    /// Draws what is carried, the place of the drop and the change in time.
    void paint(QPainter& painter, const GpuScene& scene, const QWidget& view) const;

signals:
    void changed(); ///< what paint() draws
    void dropped(); ///< before the move is requested

private:
    std::optional<Carried> targetOf(const Carried& carried, const Spot& spot) const;
    Spot landing(const Carried& carried, const Spot& spot, Qt::KeyboardModifiers modifiers) const;
    void hover(const Carried& carried, const Spot& spot);
    void leave();
    bool drop(const Carried& carried, const Spot& spot);
    const GpuGroups* groupsOf(const Carried& carried) const;
    std::optional<Carried> carriedBy(const QDropEvent& event) const;
    void outline(QPainter& painter, const GpuScene& scene, const Carried& carried) const;

    const ShownGpus& gpus_;
    MoveRequests requests_;
    std::optional<Carried> lifted_;
    std::optional<Carried> over_; ///< where what hovers would land
    Spot over_spot_;
    std::optional<DropPreview> preview_;
};

} // namespace pipette
