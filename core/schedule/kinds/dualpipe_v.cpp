// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/dual_device.h"

namespace pipette {
namespace {

void fill_dualpipe_v(ScheduleDraft& draft) {
    const int p = draft.size.devices;
    for (int d = 0; d < p; ++d)
        DualDevice(draft, d, {0, d, 0}, {0, 2 * p - 1 - d, 0}).run(d, p, draft.size.microbatches);
}

const Registered<ScheduleFamily> dualpipe_v_row({
    .name = "dualpipe-v",
    .title = "DualPipeV",
    .citation = "arXiv:2412.19437, V shape by Sea AI Lab",
    .idea = "It is one half of DualPipe folded into a V: two chunks a device, and forwards run inside"
            " backwards.",
    .helps = "It helps mixtures of experts as DualPipe does, without the second copy of the "
             "parameters.",
    .sizes = {"microbatches at least 2 a device; 2 chunks, 1 slice",
              [](const ScheduleSize& size) {
                  return two_chunks.hold(size) && size.microbatches >= 2 * size.devices;
              }},
    .fill = fill_dualpipe_v,
    .device_of_chunk = v_shaped_device,
    .default_chunks = 2,
    .splits_backward = true,
    .overlaps_passes = true,
    .bound = TimeBound::device_work,
    .round = round_of_one,
});

} // namespace
} // namespace pipette
