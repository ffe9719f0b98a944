// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"

#include <algorithm>

namespace pipette {
namespace {

// Narayanan et al. 2021 (SC21), section 2.2 and figure 4 bottom: microbatches go in groups of p through the
// chunks.
void fill_interleaved(ScheduleDraft& draft) {
    const ScheduleSize& size = draft.size;
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
}

const Registered<ScheduleFamily> interleaved_row({
    .name = "interleaved",
    .title = "Interleaved 1F1B",
    .citation = "Narayanan et al. 2021, arXiv:2104.04473",
    .idea = "Each device holds several chunks of the model that lie one round of devices apart. The "
            "pipeline fills in smaller steps.",
    .helps = "It helps when links are fast and the microbatches are a multiple of the devices: the "
             "bubble shrinks by the number of chunks, and transfers grow by it.",
    .sizes = {"microbatches a multiple of devices; 2 or more chunks, 1 slice",
              [](const ScheduleSize& size) {
                  return size.chunks >= 2 && size.slices == 1 && size.microbatches % size.devices == 0;
              }},
    .fill = fill_interleaved,
    .default_chunks = 2,
    .more_chunks = true,
    .bound = TimeBound::device_work,
    .round = round_of_devices,
});

} // namespace
} // namespace pipette
