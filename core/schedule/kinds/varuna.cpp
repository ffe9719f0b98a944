// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"

#include <vector>

namespace pipette {
namespace {

// Athlur et al. 2022 (Varuna), section 3.2: forwards run as they come; a device repeats a forward just before
// the gradient of that microbatch arrives and then goes back at once, holding one microbatch's activations;
// the last device does not recompute. The order comes from running these rules with a forward of one slot and
// a backward of two.
void fill_varuna(ScheduleDraft& draft) {
    const ScheduleSize& size = draft.size;
    const int p = size.devices, n = size.microbatches;
    struct Device {
        int forwards = 0, backwards = 0;
        int free_at = 0;
        bool recomputed = false;
        std::vector<int> forward_end, backward_end;
    };
    std::vector<Device> devices(static_cast<std::size_t>(p));
    int finished = 0;
    for (int now = 0; finished < p * n; ++now) {
        for (int d = p - 1; d >= 0; --d) { // from the end, so that a gradient on its way is known
            Device& self = devices[static_cast<std::size_t>(d)];
            if (self.free_at > now)
                continue;
            const int m = self.backwards;
            const auto& later = devices[static_cast<std::size_t>(d + 1 < p ? d + 1 : d)];
            const bool own_forward = m < self.forwards;
            const bool on_its_way =
                own_forward && d + 1 < p && m < static_cast<int>(later.backward_end.size());
            const int gradient = on_its_way ? later.backward_end[static_cast<std::size_t>(m)] : 0;
            const auto run = [&](OperationKind kind, int microbatch, int slots) {
                append(draft, d, kind, microbatch, d);
                self.free_at = now + slots;
            };
            if (d + 1 == p ? own_forward : self.recomputed && on_its_way && gradient <= now) {
                run(OperationKind::backward, m, 2);
                self.backward_end.push_back(self.free_at);
                self.recomputed = false;
                ++self.backwards, ++finished;
            } else if (!self.recomputed && on_its_way && gradient <= now + 1) {
                run(OperationKind::recompute, m, 1);
                self.recomputed = true;
            } else if (!self.recomputed && self.forwards < n) {
                const auto k = static_cast<std::size_t>(self.forwards);
                const auto* previous =
                    d > 0 ? &devices[static_cast<std::size_t>(d - 1)].forward_end : nullptr;
                if (previous == nullptr || (previous->size() > k && (*previous)[k] <= now)) {
                    run(OperationKind::forward, self.forwards, 1);
                    self.forward_end.push_back(self.free_at);
                    ++self.forwards;
                }
            }
        }
    }
}

const Registered<ScheduleFamily> varuna_row({
    .name = "varuna",
    .title = "Varuna",
    .citation = "Athlur et al. 2022, arXiv:2111.04007",
    .idea = "Forwards run as they come, and a device repeats a forward just before its gradient "
            "arrives.",
    .helps = "It was made for slow networks of cloud machines, always with recomputation.",
    .sizes = one_chunk,
    .fill = fill_varuna,
    .recomputes = true,
    .unbounded_memory = true,
    .bound = TimeBound::device_work,
});

} // namespace
} // namespace pipette
