// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/generators.h"

namespace pipette {

// Li et al. 2021 (TeraPipe), figure 2d: token slices of one sequence follow each other through the stages; a
// slice's backward needs that of the slices after it, so they come in reverse.
ScheduleDraft terapipe_draft(const ScheduleSize& size) {
    ScheduleDraft draft = straight_draft(size);
    for (int d = 0; d < size.devices; ++d) {
        for (int m = 0; m < size.microbatches; ++m)
            for (int k = 0; k < size.slices; ++k)
                append(draft, d, OperationKind::forward, m, d, 0, k);
        for (int m = size.microbatches - 1; m >= 0; --m)
            for (int k = size.slices - 1; k >= 0; --k)
                append(draft, d, OperationKind::backward, m, d, 0, k);
    }
    return draft;
}

} // namespace pipette
