// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/one_f_one_b.h"
#include "core/schedule/kinds/orders.h"

namespace pipette {
namespace {

// Zhuang et al. 2023, section 4.2: twice as many forwards ahead, so that transfers hide behind them.
const Registered<ScheduleFamily> eager_one_f_one_b_row({
    .name = "eager-1f1b",
    .title = "Eager 1F1B",
    .citation = "Zhuang et al. 2023, arXiv:2211.05322",
    .idea = "It is 1F1B with about twice as many forwards ahead, so that transfers run while devices "
            "compute.",
    .helps = "It helps when links are slow and memory is free.",
    .sizes = one_chunk,
    .fill =
        [](ScheduleDraft& draft) {
            fill_one_f_one_b(draft, [](int d, int devices) { return 2 * (devices - 1 - d); });
        },
    .bound = TimeBound::device_work,
    .round = round_of_one,
});

} // namespace
} // namespace pipette
