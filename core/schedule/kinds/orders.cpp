// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"

namespace pipette {

int round_of_one(const ScheduleSize&) {
    return 1;
}

int round_of_devices(const ScheduleSize& size) {
    return size.devices;
}

Operation& append(ScheduleDraft& draft, int device, OperationKind kind, int microbatch, int stage) {
    Operation& operation = draft.order[static_cast<std::size_t>(device)].emplace_back();
    operation.kind = kind;
    operation.stage = static_cast<std::uint16_t>(stage);
    operation.microbatch = microbatch;
    return operation;
}

} // namespace pipette
