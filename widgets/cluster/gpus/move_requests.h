// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/groups/group_edit.h"
#include "widgets/cluster/gpus/gpu_drag.h"

#include <QObject>

namespace pipette {

/// What a person asks when GPUs, groups or nodes are to change places: the same from a drag, from the
/// keyboard and from a dialog. A preview asks what a move would change, without making it.
class MoveRequests : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;
    /// `carried` onto `target`: a node onto a node, a GPU with its block onto a GPU, a group onto a GPU of
    /// another group or onto a node.
    void preview(const Carried& carried, const Carried& target);
    void move(const Carried& carried, const Carried& target);

signals:
    void swapPreviewRequested(int from_gpu, int to_gpu);
    void nodeSwapPreviewRequested(int node_a, int node_b);
    void groupMovePreviewRequested(const pipette::GroupMove& move);
    void swapRequested(int from_gpu, int to_gpu);
    void nodeSwapRequested(int node_a, int node_b);
    void groupMoveRequested(const pipette::GroupMove& move);
};

} // namespace pipette
