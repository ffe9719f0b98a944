// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"

namespace pipette {
namespace {

// Li et al. 2021 (TeraPipe), figure 2d: token slices of one sequence follow each other through the stages; a
// slice's backward needs that of the slices after it, so they come in reverse.
void fill_terapipe(ScheduleDraft& draft) {
    const ScheduleSize& size = draft.size;
    for (int d = 0; d < size.devices; ++d) {
        for (int m = 0; m < size.microbatches; ++m)
            for (int k = 0; k < size.slices; ++k)
                append(draft, d, OperationKind::forward, m, d).slice = static_cast<std::uint16_t>(k);
        for (int m = size.microbatches - 1; m >= 0; --m)
            for (int k = size.slices - 1; k >= 0; --k)
                append(draft, d, OperationKind::backward, m, d).slice = static_cast<std::uint16_t>(k);
    }
}

const Registered<ScheduleFamily> terapipe_row({
    .name = "terapipe",
    .title = "TeraPipe",
    .citation = "Li et al. 2021, arXiv:2102.07988",
    .idea = "Each sequence is cut into slices of tokens, which follow each other through the "
            "pipeline.",
    .helps = "It helps with very long sequences and few microbatches: the bubble shrinks by the number"
             " of slices.",
    .sizes = {"any devices and microbatches; 1 chunk, 1 to 4096 slices",
              [](const ScheduleSize& size) {
                  return size.chunks == 1 && size.slices >= 1 && size.slices <= 4096;
              }},
    .fill = fill_terapipe,
    .sample_slices = 4,
    .unbounded_memory = true,
    .bound = TimeBound::device_work,
});

} // namespace
} // namespace pipette
