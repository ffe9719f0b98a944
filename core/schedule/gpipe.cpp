// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/generators.h"

namespace pipette {

// Huang et al. 2019, figure 2c: all forwards, then all backwards, the last microbatch first.
ScheduleDraft gpipe_draft(const ScheduleSize& size) {
    ScheduleDraft draft = straight_draft(size);
    for (int d = 0; d < size.devices; ++d) {
        for (int m = 0; m < size.microbatches; ++m)
            append(draft, d, OperationKind::forward, m, d);
        for (int m = size.microbatches - 1; m >= 0; --m)
            append(draft, d, OperationKind::backward, m, d);
    }
    return draft;
}

} // namespace pipette
