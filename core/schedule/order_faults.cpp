// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/order_faults.h"

#include <fmt/format.h>

namespace pipette {

std::string word_of(const Operation& o, int stages_a_device) {
    const std::string stage = stages_a_device > 1 ? fmt::format("@{}", o.stage) : "";
    if (o.kind == OperationKind::overlapped)
        return fmt::format("{}{}{}/B{}", letter_of(o.kind), o.microbatch, stage, o.backward_microbatch);
    return fmt::format("{}{}{}", letter_of(o.kind), o.microbatch, stage);
}

std::string text_of(const OrderFault& fault, int stages_a_device) {
    const std::string word = word_of(fault.operation, stages_a_device);
    const int device = fault.operation.device;
    switch (fault.kind) {
    case OrderFaultKind::unknown:
        return fmt::format("{} on device {}: there is no such stage, microbatch or slice", word, device);
    case OrderFaultKind::wrong_device:
        return fmt::format("{} is on device {}, but another device holds stage {}", word, device,
                           fault.operation.stage);
    case OrderFaultKind::twice:
        return fmt::format("{} is there twice on device {}", word, device);
    case OrderFaultKind::missing:
        break;
    }
    return fmt::format("{} is missing on device {}", word, device);
}

std::string text_of(const OrderWait& wait, int stages_a_device) {
    const std::string waits = word_of(wait.operation, stages_a_device),
                      awaited = word_of(wait.awaited, stages_a_device);
    const int device = wait.operation.device;
    switch (wait.reason) {
    case WaitReason::activation:
        return fmt::format("{} on device {} waits for the activation of {} on device {}", waits, device,
                           awaited, wait.awaited.device);
    case WaitReason::gradient:
        return fmt::format("{} on device {} waits for the gradient of {} on device {}", waits, device,
                           awaited, wait.awaited.device);
    case WaitReason::own_work:
        return fmt::format("{} on device {} needs {}, which comes later on the same device", waits, device,
                           awaited);
    case WaitReason::order:
        break;
    }
    return fmt::format("{} comes after {} in the order of device {}", waits, awaited, device);
}

} // namespace pipette
