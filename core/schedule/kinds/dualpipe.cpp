// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/dual_device.h"

namespace pipette {
namespace {

void fill_dualpipe(ScheduleDraft& draft) {
    const int p = draft.size.devices, half = draft.size.microbatches / 2;
    for (int d = 0; d < p; ++d) {
        const DualDevice::Phase down{0, d, 0}, up{1, p - 1 - d, half};
        const bool near_start = d < p / 2;
        DualDevice device(draft, d, near_start ? down : up, near_start ? up : down);
        device.run(near_start ? d : p - 1 - d, p / 2, half);
    }
}

const Registered<ScheduleFamily> dualpipe_row({
    .name = "dualpipe",
    .title = "DualPipe",
    .citation = "DeepSeek-AI 2024, arXiv:2412.19437",
    .idea = "Microbatches enter at both ends. Each device holds two stages and runs a forward of one "
            "direction inside a backward of the other.",
    .helps = "It helps mixtures of experts: messages between experts hide behind the overlapped "
             "passes, for two copies of the parameters.",
    .sizes =
        {"an even number of devices; an even number of microbatches, at least 2 a device; 1 chunk, 1 slice",
         [](const ScheduleSize& size) {
             return one_chunk.hold(size) && size.devices % 2 == 0 && size.microbatches % 2 == 0 &&
                    size.microbatches >= 2 * size.devices;
         }},
    .fill = fill_dualpipe,
    .bidirectional = true,
    .splits_backward = true,
    .overlaps_passes = true,
    .round = [](const ScheduleSize&) { return 2; }, // one a direction
});

} // namespace
} // namespace pipette
