// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/generators.h"

#include <algorithm>

namespace pipette {

// Narayanan et al. 2021 (SC21), section 2.2 and figure 4 bottom: microbatches go in groups of p through the
// chunks.
ScheduleDraft interleaved_draft(const ScheduleSize& size) {
    ScheduleDraft draft = looped_draft(size);
    const int p = size.devices, v = size.chunks, total = size.microbatches * v;
    const auto microbatch = [&](int k) { return k / (p * v) * p + k % p; };
    const auto chunk = [&](int k) { return k / p % v; };
    for (int d = 0; d < p; ++d) {
        const auto forward = [&](int k) {
            append(draft, d, OperationKind::forward, microbatch(k), chunk(k) * p + d);
        };
        const int ahead = std::min(2 * (p - 1 - d) + (v - 1) * p, total);
        for (int k = 0; k < ahead; ++k)
            forward(k);
        for (int k = 0; k < total; ++k) {
            if (ahead + k < total)
                forward(ahead + k);
            append(draft, d, OperationKind::backward, microbatch(k), (v - 1 - chunk(k)) * p + d);
        }
    }
    return draft;
}

} // namespace pipette
