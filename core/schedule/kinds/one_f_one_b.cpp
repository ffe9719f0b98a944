// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/one_f_one_b.h"

#include "core/schedule/kinds/orders.h"

#include <algorithm>

namespace pipette {

void fill_one_f_one_b(ScheduleDraft& draft, int (*ahead)(int device, int devices)) {
    const ScheduleSize& size = draft.size;
    for (int d = 0; d < size.devices; ++d) {
        const int first = std::min(ahead(d, size.devices), size.microbatches);
        for (int m = 0; m < first; ++m)
            append(draft, d, OperationKind::forward, m, d);
        for (int m = 0; m < size.microbatches; ++m) {
            if (first + m < size.microbatches)
                append(draft, d, OperationKind::forward, first + m, d);
            append(draft, d, OperationKind::backward, m, d);
        }
    }
}

namespace {

// PipeDream-flush, Narayanan et al. 2021 (SC21), figure 4 top: device d keeps p - d microbatches in flight.
const Registered<ScheduleFamily> one_f_one_b_row({
    .name = "1f1b",
    .title = "1F1B",
    .citation = "Narayanan et al. 2021, arXiv:2104.04473",
    .idea = "A device runs a few forwards ahead, as many as devices follow it. From then on it runs "
            "one forward and one backward in turn, so that each backward frees what a forward took.",
    .helps = "It is the default: the bubble of GPipe in the memory of as many microbatches as there "
             "are devices. Every framework has it.",
    .sizes = one_chunk,
    .fill =
        [](ScheduleDraft& draft) {
            fill_one_f_one_b(draft, [](int d, int devices) { return devices - 1 - d; });
        },
    .default_p2p = P2p::blocking,
    .bound = TimeBound::one_f_one_b,
    .round = round_of_one,
});

} // namespace
} // namespace pipette
