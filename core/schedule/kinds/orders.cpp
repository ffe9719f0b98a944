// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/kinds/orders.h"

namespace pipette {

int round_of_one(const ScheduleSize&) {
    return 1;
}

int round_of_devices(const ScheduleSize& size) {
    return size.devices;
}

void append(ScheduleDraft& draft, int device, OperationKind kind, int microbatch, int stage, int pipeline,
            int slice) {
    Operation operation;
    operation.kind = kind;
    operation.pipeline = static_cast<std::uint8_t>(pipeline);
    operation.stage = static_cast<std::uint16_t>(stage);
    operation.slice = static_cast<std::uint16_t>(slice);
    operation.microbatch = microbatch;
    draft.order[static_cast<std::size_t>(device)].push_back(operation);
}

} // namespace pipette
