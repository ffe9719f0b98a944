// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"
#include "core/schedule/kinds/v_blocks.h"

namespace pipette {
namespace {

const Registered<ScheduleFamily> v_half_row({
    .name = "v-half",
    .title = "V-Half",
    .citation = "Qi et al. 2024, arXiv:2405.15362",
    .idea = "Two chunks lie on the devices like a V, and a tight rhythm lets each backward follow its"
            " forward soon.",
    .helps = "It helps when activations do not fit: about half the memory of 1F1B for a longer bubble.",
    .sizes = two_chunks,
    .fill =
        [](ScheduleDraft& draft) {
            fill_v_blocks(draft, {1, 2, 1, 2});
        },
    .device_of_chunk = v_shaped_device,
    .default_chunks = 2,
    .splits_backward = true,
    .bound = TimeBound::device_work,
    .round = round_of_one,
});

} // namespace
} // namespace pipette
