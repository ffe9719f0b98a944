// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"
#include "core/schedule/kinds/zero_bubble_h.h"

namespace pipette {
namespace {

const Registered<ScheduleFamily> zb_h1_row({
    .name = "zb-h1",
    .title = "ZB-H1",
    .citation = "Qi et al. 2023, arXiv:2401.10241",
    .idea = "The backward is split. The gradient that others wait for goes out at once, and weight "
            "gradients fill the gaps.",
    .helps = "It helps when memory is short: less bubble than 1F1B in the same memory.",
    .sizes = one_chunk,
    .fill = [](ScheduleDraft& draft) { fill_zero_bubble_h(draft, 1); },
    .splits_backward = true,
    .bound = TimeBound::device_work,
    .round = round_of_one,
});

} // namespace
} // namespace pipette
