// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"

namespace pipette {
namespace {

// Lamy-Poirier 2023 (breadth-first pipeline parallelism), figure 2: all microbatches through a chunk before
// the next.
void fill_looped_bfs(ScheduleDraft& draft) {
    const ScheduleSize& size = draft.size;
    const int p = size.devices;
    for (int d = 0; d < p; ++d) {
        for (int c = 0; c < size.chunks; ++c)
            for (int m = 0; m < size.microbatches; ++m)
                append(draft, d, OperationKind::forward, m, c * p + d);
        for (int c = size.chunks - 1; c >= 0; --c)
            for (int m = 0; m < size.microbatches; ++m)
                append(draft, d, OperationKind::backward, m, c * p + d);
    }
}

const Registered<ScheduleFamily> looped_bfs_row({
    .name = "looped-bfs",
    .title = "Looped breadth-first",
    .citation = "Lamy-Poirier 2023, arXiv:2211.05953",
    .idea = "All microbatches go through one chunk of the model before the next chunk begins.",
    .helps = "It helps when memory is free: the bubble is that of the interleaved schedule for any "
             "number of microbatches, and gradients of a chunk are complete early.",
    .sizes = {"any devices and microbatches; 1 or more chunks, 1 slice",
              [](const ScheduleSize& size) { return size.chunks >= 1 && size.slices == 1; }},
    .fill = fill_looped_bfs,
    .default_chunks = 2,
    .more_chunks = true,
    .unbounded_memory = true,
    .bound = TimeBound::device_work,
});

} // namespace
} // namespace pipette
