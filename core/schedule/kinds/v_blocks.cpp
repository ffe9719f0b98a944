// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/v_blocks.h"

#include "core/schedule/kinds/orders.h"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>
#include <vector>

namespace pipette {
namespace {

constexpr int period = 6; // slots a microbatch: two forwards, two input and two weight gradients

// Slots from one device to the next in each of the four passes of a microbatch, and of gaps between the
// passes.
struct Block {
    std::array<int, 4> step; // forward down, forward up, backward down, backward up
    std::array<int, 3> gap{};

    // Slot of the four passes of microbatch 0 on a device.
    std::array<int, 4> slots(int device, int devices) const {
        const int far = devices - 1;
        const int f1 = step[0] * far + 1 + gap[0], b1 = f1 + step[1] * far + 1 + gap[1];
        const int b0 = b1 + step[2] * far + 1 + gap[2];
        return {step[0] * device, f1 + step[1] * (far - device), b1 + step[2] * device,
                b0 + step[3] * (far - device)};
    }
    bool collides(int devices) const {
        for (int d = 0; d < std::min(devices, period); ++d) {
            unsigned taken = 0;
            for (const int slot : slots(d, devices))
                taken |= 1u << (slot % period);
            if (__builtin_popcount(taken) < 4)
                return true;
        }
        return false;
    }
};

// The smallest gaps with which blocks of successive microbatches, one period apart, never meet.
Block fitted(Block block, int devices) {
    for (int sum = 0; sum <= 3 * (period - 1); ++sum)
        for (int x = 0; x <= std::min(sum, period - 1); ++x)
            for (int y = 0; y <= std::min(sum - x, period - 1); ++y)
                if (const int z = sum - x - y; z < period) {
                    block.gap = {x, y, z};
                    if (!block.collides(devices))
                        return block;
                }
    return block;
}

// Forwards and input gradients of each device in the order in which blocks repeat.
std::vector<std::vector<Operation>> repeated(ScheduleDraft draft, const Block& block) {
    const ScheduleSize& size = draft.size;
    const int p = size.devices;
    for (int d = 0; d < p; ++d) {
        const std::array<int, 4> slot = block.slots(d, p);
        std::vector<std::pair<int, int>> passes; // slot, microbatch * 4 + pass
        for (int m = 0; m < size.microbatches; ++m)
            for (int pass = 0; pass < 4; ++pass)
                passes.emplace_back(period * m + slot[static_cast<std::size_t>(pass)], 4 * m + pass);
        std::sort(passes.begin(), passes.end());
        for (const auto& [time, what] : passes) {
            const int pass = what % 4, stage = pass == 0 || pass == 3 ? d : 2 * p - 1 - d;
            append(draft, d, pass < 2 ? OperationKind::forward : OperationKind::input_gradient, what / 4,
                   stage);
        }
    }
    return std::move(draft.order);
}

// Most chunk-microbatches between forward and input gradient on a device.
int in_flight(const std::vector<Operation>& order) {
    int held = 0, most = 0;
    for (const Operation& o : order)
        most = std::max(most, held += o.kind == OperationKind::forward ? 1 : -1);
    return most;
}

// Runs the orders with every pass of one slot. A weight gradient goes where a device would wait, or where the
// next forward would hold more than `limit` chunk-microbatches.
void add_weights(ScheduleDraft& draft, const std::vector<std::vector<Operation>>& passes, int limit) {
    const auto stages = static_cast<std::size_t>(draft.stages),
               n = static_cast<std::size_t>(draft.size.microbatches);
    std::vector<int> forward_end(stages * n, -1), backward_end(stages * n, -1);
    std::vector<std::size_t> next(passes.size(), 0);
    std::vector<std::deque<Operation>> owed(passes.size());
    std::vector<int> held(passes.size(), 0);
    std::size_t left = 3 * stages * n;
    for (int now = 0; left > 0; ++now)
        for (std::size_t d = 0; d < passes.size(); ++d) {
            const int device = static_cast<int>(d);
            const bool more = next[d] < passes[d].size();
            bool ready = false;
            if (more) {
                const Operation& o = passes[d][next[d]];
                const auto cell = o.stage * n + static_cast<std::size_t>(o.microbatch);
                const auto ended = [&](int end) { return end >= 0 && end <= now; };
                if (o.kind == OperationKind::forward)
                    ready = (o.stage == 0 || ended(forward_end[cell - n])) &&
                            (held[d] < limit || owed[d].empty());
                else
                    ready =
                        ended(forward_end[cell]) && (o.stage + 1u == stages || ended(backward_end[cell + n]));
                if (ready) {
                    append(draft, device, o.kind, o.microbatch, o.stage);
                    (o.kind == OperationKind::forward ? forward_end : backward_end)[cell] = now + 1;
                    if (o.kind == OperationKind::forward)
                        ++held[d];
                    else
                        owed[d].push_back(o);
                    ++next[d], --left;
                }
            }
            if (!ready && !owed[d].empty()) {
                append(draft, device, OperationKind::weight_gradient, owed[d].front().microbatch,
                       owed[d].front().stage);
                owed[d].pop_front();
                --held[d], --left;
            }
        }
}

} // namespace

void fill_v_blocks(ScheduleDraft& draft, const std::array<int, 4>& step, int limit) {
    const auto passes = repeated(draft, fitted({step}, draft.size.devices));
    const int owed = limit == 0 ? 2 : 0;
    for (const auto& order : passes)
        limit = std::max(limit, in_flight(order) + owed);
    add_weights(draft, passes, limit);
}

} // namespace pipette
