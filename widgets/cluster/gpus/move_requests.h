// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/cluster/gpus/gpu_drag.h"

#include <QObject>

namespace pipette {

/// GPUs, groups or nodes are to change places: a node goes onto a node, a GPU with its block onto a GPU, a
/// group onto a GPU of another group or onto a node.
struct MoveIntent {
    Carried what, onto;
    bool operator==(const MoveIntent&) const = default;
};

/// What a person asks for: the same from a drag, from the keyboard and from a dialog.
class MoveRequests : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

signals:
    /// What would a move change? Nothing is moved yet.
    void previewRequested(const pipette::MoveIntent& move);
    void moveRequested(const pipette::MoveIntent& move);
};

} // namespace pipette
