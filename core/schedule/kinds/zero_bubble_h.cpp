// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/zero_bubble_h.h"

#include "core/schedule/kinds/orders.h"

#include <algorithm>

namespace pipette {

void fill_zero_bubble_h(ScheduleDraft& draft, int ahead_of_each) {
    const ScheduleSize& size = draft.size;
    for (int d = 0; d < size.devices; ++d) {
        const int first = std::min(ahead_of_each * (size.devices - 1 - d), size.microbatches);
        for (int m = 0; m < first; ++m)
            append(draft, d, OperationKind::forward, m, d);
        int weights = 0;
        for (int m = 0; m < size.microbatches; ++m) {
            if (first + m < size.microbatches)
                append(draft, d, OperationKind::forward, first + m, d);
            append(draft, d, OperationKind::input_gradient, m, d);
            if (m + 1 - weights > ahead_of_each * d)
                append(draft, d, OperationKind::weight_gradient, weights++, d);
        }
        while (weights < size.microbatches)
            append(draft, d, OperationKind::weight_gradient, weights++, d);
    }
}

} // namespace pipette
