// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"

namespace pipette {
namespace {

// Pipelined local learning (Laskin et al. 2020, "Parallel training of deep networks with local updates",
// section 3): each stage has a loss of its own and goes back at once; no gradient crosses a boundary.
void fill_local_updates(ScheduleDraft& draft) {
    const ScheduleSize& size = draft.size;
    for (int d = 0; d < size.devices; ++d)
        for (int m = 0; m < size.microbatches; ++m) {
            append(draft, d, OperationKind::forward, m, d);
            append(draft, d, OperationKind::backward, m, d);
        }
}

const Registered<ScheduleFamily> local_updates_row({
    .name = "local-updates",
    .title = "Local updates",
    .citation = "Laskin et al. 2020, arXiv:2012.03837",
    .idea = "Each stage learns from a loss of its own and starts its backward at once. No gradient "
            "crosses a boundary.",
    .helps = "It is for research: it trains another objective than the other schedules.",
    .sizes = one_chunk,
    .fill = fill_local_updates,
    .gradients_cross = false,
    .unbounded_memory = true,
    .bound = TimeBound::device_work,
});

} // namespace
} // namespace pipette
