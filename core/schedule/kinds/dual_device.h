// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/kinds/orders.h"

#include <deque>
#include <utility>

namespace pipette {

/// One device of DualPipe (DeepSeek-AI 2024, "DeepSeek-V3 Technical Report", figure 5) or of DualPipeV (its
/// V-shaped half): two phases, of which the first leads.
class DualDevice {
public:
    struct Phase {
        int pipeline, stage, first_microbatch;
    };
    DualDevice(ScheduleDraft& draft, int device, Phase leading, Phase following)
        : draft_(draft), device_(device), phase_{leading, following} {}

    void forward(int phase) { add(OperationKind::forward, phase, forwards_[phase]++); }
    void backward(int phase) { add(OperationKind::backward, phase, backwards_[phase]++); }
    void input_gradient(int phase) {
        owed_.emplace_back(phase, backwards_[phase]);
        add(OperationKind::input_gradient, phase, backwards_[phase]++);
    }
    void weight_gradient() {
        const auto [phase, k] = owed_.front();
        owed_.pop_front();
        add(OperationKind::weight_gradient, phase, k);
    }
    void overlapped(int forward_phase, int backward_phase) {
        Operation& both = add(OperationKind::overlapped, forward_phase, forwards_[forward_phase]++);
        both.backward_microbatch = microbatch(backward_phase, backwards_[backward_phase]++);
        both.backward_stage = static_cast<std::uint16_t>(phase_[backward_phase].stage);
        both.backward_pipeline = static_cast<std::uint8_t>(phase_[backward_phase].pipeline);
    }

    /// The eight steps of a device `rank` places from the end where phase 0 enters, `ranks` devices deep,
    /// with `microbatches` a phase.
    void run(int rank, int ranks, int microbatches) {
        const int deeper = ranks - rank - 1;
        for (int i = 0; i < 2 * deeper; ++i)
            forward(0);
        for (int i = 0; i < rank + 1; ++i)
            forward(0), forward(1);
        for (int i = 0; i < deeper; ++i)
            input_gradient(1), weight_gradient(), forward(1);
        for (int i = 0; i < microbatches - 2 * ranks + rank + 1; ++i) {
            if (i == 0 && deeper == 0) // both phases meet here: the backward waits for this very forward
                forward(0), backward(1);
            else
                overlapped(0, 1);
            overlapped(1, 0);
        }
        for (int i = 0; i < deeper; ++i)
            backward(1), overlapped(1, 0);
        // The second half of the closing backwards are split, so that their weight gradients fill the end.
        for (int i = 0; i < 2 * (rank + 1); ++i) {
            const int phase = i % 2 == 0 ? 1 : 0;
            if (i < rank + 1)
                backward(phase);
            else
                input_gradient(phase);
        }
        for (int i = 0; i < deeper; ++i)
            weight_gradient(), input_gradient(0);
        for (int i = 0; i < rank + 1; ++i)
            weight_gradient();
    }

private:
    int microbatch(int phase, int k) const { return phase_[phase].first_microbatch + k; }
    Operation& add(OperationKind kind, int phase, int k) { // of the phase's microbatch k
        Operation& added = append(draft_, device_, kind, microbatch(phase, k), phase_[phase].stage);
        added.pipeline = static_cast<std::uint8_t>(phase_[phase].pipeline);
        return added;
    }

    ScheduleDraft& draft_;
    int device_;
    Phase phase_[2];
    int forwards_[2] = {0, 0}, backwards_[2] = {0, 0};
    std::deque<std::pair<int, int>> owed_; // phase and its microbatch, of weight gradients to come
};

} // namespace pipette
