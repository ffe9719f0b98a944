// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"
#include "core/schedule/kinds/v_blocks.h"

#include <array>

namespace pipette {
namespace {

// One device of ZB-V: counts what it has done of both chunks.
class ZeroBubbleDevice {
public:
    ZeroBubbleDevice(ScheduleDraft& draft, int device, int stages)
        : draft_(draft), device_(device), stage_{device, stages - 1 - device} {}

    int forwards(int chunk) const { return done_[0][at(chunk)]; }
    void forward(int chunk) { next(OperationKind::forward, 0, chunk); }
    void input_gradient(int chunk) { next(OperationKind::input_gradient, 1, chunk); }
    void weight_gradient(int chunk) { next(OperationKind::weight_gradient, 2, chunk); }
    void backward(int chunk) { input_gradient(chunk), weight_gradient(chunk); }
    bool owes(int chunk) const { return done_[2][at(chunk)] < done_[1][at(chunk)]; }

private:
    static std::size_t at(int chunk) { return static_cast<std::size_t>(chunk); }
    void next(OperationKind kind, std::size_t pass, int chunk) {
        append(draft_, device_, kind, done_[pass][at(chunk)]++, stage_[at(chunk)]);
    }

    ScheduleDraft& draft_;
    int device_;
    std::array<int, 2> stage_;
    std::array<std::array<int, 2>, 3> done_{}; // forwards, input gradients, weight gradients; by chunk
};

// ZB-V where every device is busy from its first operation to its last when forward, input gradient and
// weight gradient take one slot each, in the memory of 1F1B: 2p chunk-microbatches. Device d starts in slot d
// and gets the first activation of its second chunk in slot 2p-1-d: 2(p-d)-1 forwards of the first chunk fill
// the time between. From there each forward of the second chunk is answered by its gradient two slots a
// device later: d forwards of each chunk bridge that, and p-d rounds of the second chunk alone let the
// gradients come back to the first. Then all six passes go round. At the end both gradients alternate for as
// long as devices before this one wait for them, and the weight gradients owed fill what is left.
void fill_without_idle(ScheduleDraft& draft) {
    const int p = draft.size.devices, n = draft.size.microbatches;
    for (int d = 0; d < p; ++d) {
        ZeroBubbleDevice device(draft, d, draft.stages);
        for (int k = 0; k < 2 * (p - d) - 1; ++k)
            device.forward(0);
        for (int k = 0; k < d; ++k)
            device.forward(1), device.forward(0);
        for (int k = 0; k < p - d; ++k)
            device.forward(1), device.backward(1);
        while (device.forwards(1) < n) {
            if (device.forwards(0) < n)
                device.forward(0);
            device.backward(0), device.forward(1), device.backward(1);
        }
        for (int k = 0; k < d; ++k)
            device.input_gradient(0), device.input_gradient(1);
        for (int k = 0; k < p - d; ++k)
            device.backward(0);
        for (const int chunk : {1, 0})
            while (device.owes(chunk))
                device.weight_gradient(chunk);
    }
}

void fill_zb_v(ScheduleDraft& draft) {
    if (draft.size.microbatches >= 2 * draft.size.devices - 1)
        fill_without_idle(draft);
    else
        fill_v_blocks(draft, {3, 3, 3, 3}, 2 * draft.size.devices);
}

const Registered<ScheduleFamily> zb_v_row({
    .name = "zb-v",
    .title = "ZB-V",
    .citation = "Qi et al. 2023, arXiv:2401.10241",
    .idea = "Each device holds two chunks that lie down the devices and back up, like a V, and the "
            "backward is split. The first and the last layers share a device.",
    .helps = "It has the least bubble in the memory of 1F1B, best where forward, input gradient and "
             "weight gradient take equally long.",
    .sizes = two_chunks,
    .fill = fill_zb_v,
    .device_of_chunk = v_shaped_device,
    .default_chunks = 2,
    .splits_backward = true,
    .bound = TimeBound::device_work,
    .round = round_of_one,
});

} // namespace
} // namespace pipette
