// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"

namespace pipette {
namespace {

// Huang et al. 2019, figure 2c: all forwards, then all backwards, the last microbatch first.
void fill_gpipe(ScheduleDraft& draft) {
    const ScheduleSize& size = draft.size;
    for (int d = 0; d < size.devices; ++d) {
        for (int m = 0; m < size.microbatches; ++m)
            append(draft, d, OperationKind::forward, m, d);
        for (int m = size.microbatches - 1; m >= 0; --m)
            append(draft, d, OperationKind::backward, m, d);
    }
}

const Registered<ScheduleFamily> gpipe_row({
    .name = "gpipe",
    .title = "GPipe",
    .citation = "Huang et al. 2019, arXiv:1811.06965",
    .idea = "All forwards run first, then all backwards. Each device holds every microbatch until its"
            " backward.",
    .helps = "It is the simplest order, and good with few microbatches and full recomputation.",
    .sizes = one_chunk,
    .fill = fill_gpipe,
    .unbounded_memory = true,
    .bound = TimeBound::device_work,
});

} // namespace
} // namespace pipette
