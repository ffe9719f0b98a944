// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/generators.h"

namespace pipette {

// Lamy-Poirier 2023 (breadth-first pipeline parallelism), figure 2: all microbatches through a chunk before
// the next.
ScheduleDraft looped_bfs_draft(const ScheduleSize& size) {
    ScheduleDraft draft = looped_draft(size);
    const int p = size.devices;
    for (int d = 0; d < p; ++d) {
        for (int c = 0; c < size.chunks; ++c)
            for (int m = 0; m < size.microbatches; ++m)
                append(draft, d, OperationKind::forward, m, c * p + d);
        for (int c = size.chunks - 1; c >= 0; --c)
            for (int m = 0; m < size.microbatches; ++m)
                append(draft, d, OperationKind::backward, m, c * p + d);
    }
    return draft;
}

} // namespace pipette
