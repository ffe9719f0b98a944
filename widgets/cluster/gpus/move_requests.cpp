// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/cluster/gpus/move_requests.h"

namespace pipette {

void MoveRequests::preview(const Carried& carried, const Carried& target) {
    if (carried.along)
        emit groupMovePreviewRequested({*carried.along, carried.gpu, target.gpu, target.node});
    else if (carried.node >= 0)
        emit nodeSwapPreviewRequested(carried.node, target.node);
    else
        emit swapPreviewRequested(carried.gpu, target.gpu);
}

void MoveRequests::move(const Carried& carried, const Carried& target) {
    if (carried.along)
        emit groupMoveRequested({*carried.along, carried.gpu, target.gpu, target.node});
    else if (carried.node >= 0)
        emit nodeSwapRequested(carried.node, target.node);
    else
        emit swapRequested(carried.gpu, target.gpu);
}

} // namespace pipette
