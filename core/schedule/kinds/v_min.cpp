// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"
#include "core/schedule/kinds/v_blocks.h"

namespace pipette {
namespace {

const Registered<ScheduleFamily> v_min_row({
    .name = "v-min",
    .title = "V-Min",
    .citation = "Qi et al. 2024, arXiv:2405.15362",
    .idea = "It is the V with the tightest rhythm: a device holds as little as can be.",
    .helps = "It helps when activations still do not fit: about a third of the memory of 1F1B.",
    .sizes = two_chunks,
    .fill =
        [](ScheduleDraft& draft) {
            fill_v_blocks(draft, {1, 1, 1, 1});
        },
    .device_of_chunk = v_shaped_device,
    .default_chunks = 2,
    .splits_backward = true,
    .bound = TimeBound::device_work,
    .round = round_of_one,
});

} // namespace
} // namespace pipette
