// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/operation.h"

#include <cstdint>
#include <string>

namespace pipette {

/// What is wrong with one operation of an order.
enum class OrderFaultKind : std::uint8_t {
    unknown,      ///< there is no such stage, microbatch or slice
    wrong_device, ///< another device holds its stage
    twice,        ///< an operation before it does the same work
    missing       ///< no device runs it
};

/// One operation that an order has wrong.
struct OrderFault {
    OrderFaultKind kind = OrderFaultKind::missing;
    Operation operation; ///< `device`: the one that runs it; of a missing one the one that should
    int place = -1;      ///< in the order of its device, from 0; -1: of a missing one
};

/// Why an operation of a deadlock cannot run yet.
enum class WaitReason : std::uint8_t {
    order,      ///< its device runs the other one first
    activation, ///< the other one's output, which another device sends
    gradient,   ///< the gradient that another device sends
    own_work    ///< work of its own device, which comes later in the order
};

/// One step of a deadlock: `operation` waits for `awaited`.
struct OrderWait {
    Operation operation, awaited;
    WaitReason reason = WaitReason::order;
    bool operator==(const OrderWait&) const = default;
};

/// "F0", "B3", "C4/B2" of an overlapped one; with the stage as in a schedule file where devices hold several:
/// "F0@2".
std::string word_of(const Operation& operation, int stages_a_device);
/// "F2 is missing on device 1"
std::string text_of(const OrderFault& fault, int stages_a_device);
/// "F1 on device 1 waits for the activation of F1 on device 0"
std::string text_of(const OrderWait& wait, int stages_a_device);

} // namespace pipette
