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

    void forward(int phase) {
        append(draft_, device_, OperationKind::forward, microbatch(phase, forwards_[phase]++),
               phase_[phase].stage, phase_[phase].pipeline);
    }
    void backward(int phase) {
        append(draft_, device_, OperationKind::backward, microbatch(phase, backwards_[phase]++),
               phase_[phase].stage, phase_[phase].pipeline);
    }
    void input_gradient(int phase) {
        const int m = microbatch(phase, backwards_[phase]++);
        append(draft_, device_, OperationKind::input_gradient, m, phase_[phase].stage,
               phase_[phase].pipeline);
        owed_.emplace_back(phase, m);
    }
    void weight_gradient() {
        const auto [phase, m] = owed_.front();
        owed_.pop_front();
        append(draft_, device_, OperationKind::weight_gradient, m, phase_[phase].stage,
               phase_[phase].pipeline);
    }
    void overlapped(int forward_phase, int backward_phase) {
        forward(forward_phase);
        Operation& both = draft_.order[static_cast<std::size_t>(device_)].back();
        both.kind = OperationKind::overlapped;
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

    ScheduleDraft& draft_;
    int device_;
    Phase phase_[2];
    int forwards_[2] = {0, 0}, backwards_[2] = {0, 0};
    std::deque<std::pair<int, int>> owed_; // phase, microbatch of weight gradients to come
};

} // namespace pipette
