// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"
#include "core/schedule/kinds/zero_bubble_h.h"

namespace pipette {
namespace {

const Registered<ScheduleFamily> zb_h2_row({
    .name = "zb-h2",
    .title = "ZB-H2",
    .citation = "Qi et al. 2023, arXiv:2401.10241",
    .idea = "It splits the backward as ZB-H1 does and runs more forwards ahead, so that no device "
            "waits between its first and its last operation.",
    .helps = "It helps when links cost time or the weight gradient is short, and there is memory for "
             "twice as many microbatches.",
    .sizes = one_chunk,
    .fill = [](ScheduleDraft& draft) { fill_zero_bubble_h(draft, 2); },
    .splits_backward = true,
    .bound = TimeBound::device_work,
    .round = round_of_one,
});

} // namespace
} // namespace pipette
