// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/generators.h"

#include <algorithm>

namespace pipette {
namespace {

// `ahead(d)` forwards, then one forward and one backward in turn, then the backwards that are left.
template <typename Ahead>
ScheduleDraft alternating(const ScheduleSize& size, Ahead ahead) {
    ScheduleDraft draft = straight_draft(size);
    for (int d = 0; d < size.devices; ++d) {
        const int first = std::min(ahead(d), size.microbatches);
        for (int m = 0; m < first; ++m)
            append(draft, d, OperationKind::forward, m, d);
        for (int m = 0; m < size.microbatches; ++m) {
            if (first + m < size.microbatches)
                append(draft, d, OperationKind::forward, first + m, d);
            append(draft, d, OperationKind::backward, m, d);
        }
    }
    return draft;
}

} // namespace

// PipeDream-flush, Narayanan et al. 2021 (SC21), figure 4 top: device d keeps p - d microbatches in flight.
ScheduleDraft one_f_one_b_draft(const ScheduleSize& size) {
    return alternating(size, [&](int d) { return size.devices - 1 - d; });
}

// Zhuang et al. 2023, section 4.2: twice as many forwards ahead, so that transfers hide behind them.
ScheduleDraft eager_one_f_one_b_draft(const ScheduleSize& size) {
    return alternating(size, [&](int d) { return 2 * (size.devices - 1 - d); });
}

} // namespace pipette
