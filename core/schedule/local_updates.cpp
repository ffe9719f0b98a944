// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/generators.h"

namespace pipette {

// Pipelined local learning (Laskin et al. 2020, "Parallel training of deep networks with local updates",
// section 3): each stage has a loss of its own and goes back at once; no gradient crosses a boundary.
ScheduleDraft local_updates_draft(const ScheduleSize& size) {
    ScheduleDraft draft = straight_draft(size);
    draft.gradients_cross = false;
    for (int d = 0; d < size.devices; ++d)
        for (int m = 0; m < size.microbatches; ++m) {
            append(draft, d, OperationKind::forward, m, d);
            append(draft, d, OperationKind::backward, m, d);
        }
    return draft;
}

} // namespace pipette
