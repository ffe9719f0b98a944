// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/generators.h"

#include <algorithm>

namespace pipette {
namespace {

// Qi et al. 2023 (Zero Bubble), figures 3 and 5: 1F1B with the weight gradients put off: device d owes up to
// d of them (H2: 2d), so that input gradients reach the devices before it sooner.
ScheduleDraft handcrafted(const ScheduleSize& size, int ahead_of_each) {
    ScheduleDraft draft = straight_draft(size);
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
    return draft;
}

} // namespace

ScheduleDraft zb_h1_draft(const ScheduleSize& size) {
    return handcrafted(size, 1);
}
ScheduleDraft zb_h2_draft(const ScheduleSize& size) {
    return handcrafted(size, 2);
}

} // namespace pipette
