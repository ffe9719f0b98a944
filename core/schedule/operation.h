// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/inks.h"

#include <cstdint>

namespace pipette {

/// What a device does at once. `backward` is the whole backward; schedules that split it (Qi et al. 2023) do
/// `input_gradient` (their B) and `weight_gradient` (W) apart; `overlapped` is DualPipe's forward of one
/// microbatch inside the whole backward of another; `recompute` is a forward repeated ahead of its backward
/// (Varuna).
enum class OperationKind : std::uint8_t {
    forward,
    backward,
    input_gradient,
    weight_gradient,
    overlapped,
    recompute
};

/// 'F', 'B' (whole or input gradient), 'W', 'C', 'R': the letters of the command line and of every file.
constexpr char letter_of(OperationKind kind) {
    return "FBBWCR"[static_cast<int>(kind)];
}

/// The colour and the name of an operation in every chart.
constexpr Ink ink_of(OperationKind kind) {
    constexpr Ink inks[]{Ink::forward,         Ink::backward,   Ink::input_gradient,
                         Ink::weight_gradient, Ink::overlapped, Ink::forward_again};
    return inks[static_cast<int>(kind)];
}

/// One operation of one device. `stage` is the model chunk in model order, whatever device holds it;
/// `pipeline` tells the two directions of bidirectional schedules apart.
struct Operation {
    OperationKind kind = OperationKind::forward;
    std::uint8_t pipeline = 0;
    std::uint16_t device = 0;
    std::uint16_t stage = 0;
    std::uint16_t slice = 0;     ///< token slice (TeraPipe)
    std::int32_t microbatch = 0; ///< numbered through both pipelines
    // The backward half of an `overlapped` one; its forward half is above.
    std::int32_t backward_microbatch = -1;
    std::uint16_t backward_stage = 0;
    std::uint8_t backward_pipeline = 0;
    bool operator==(const Operation&) const = default;
};

constexpr bool has_forward(const Operation& operation) {
    return operation.kind == OperationKind::forward || operation.kind == OperationKind::overlapped;
}
/// Whether it sends a gradient on: whole backward, input gradient, or the backward half of an overlapped one.
constexpr bool has_backward(const Operation& operation) {
    return operation.kind == OperationKind::backward || operation.kind == OperationKind::input_gradient ||
           operation.kind == OperationKind::overlapped;
}
/// Whether it completes weight gradients, so that its microbatch's activations are free afterwards.
constexpr bool has_weight_gradient(const Operation& operation) {
    return operation.kind == OperationKind::backward || operation.kind == OperationKind::weight_gradient ||
           operation.kind == OperationKind::overlapped;
}
/// Microbatch and stage of the backward work of an operation, overlapped or not.
constexpr std::int32_t backward_microbatch(const Operation& operation) {
    return operation.kind == OperationKind::overlapped ? operation.backward_microbatch : operation.microbatch;
}
constexpr std::uint16_t backward_stage(const Operation& operation) {
    return operation.kind == OperationKind::overlapped ? operation.backward_stage : operation.stage;
}
constexpr std::uint8_t backward_pipeline(const Operation& operation) {
    return operation.kind == OperationKind::overlapped ? operation.backward_pipeline : operation.pipeline;
}

} // namespace pipette
