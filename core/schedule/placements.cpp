// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/generators.h"

namespace pipette {
namespace {

ScheduleDraft empty_draft(const ScheduleSize& size, int stages) {
    ScheduleDraft draft;
    draft.size = size;
    draft.stages = stages;
    draft.order.resize(static_cast<std::size_t>(size.devices));
    return draft;
}

} // namespace

ScheduleDraft straight_draft(const ScheduleSize& size) {
    return looped_draft(size);
}

ScheduleDraft looped_draft(const ScheduleSize& size) {
    ScheduleDraft draft = empty_draft(size, size.devices * size.chunks);
    for (int s = 0; s < draft.stages; ++s)
        draft.device_of_part.push_back(static_cast<std::uint16_t>(s % size.devices));
    return draft;
}

ScheduleDraft v_shaped_draft(const ScheduleSize& size) {
    ScheduleDraft draft = empty_draft(size, 2 * size.devices);
    for (int s = 0; s < draft.stages; ++s)
        draft.device_of_part.push_back(
            static_cast<std::uint16_t>(s < size.devices ? s : draft.stages - 1 - s));
    return draft;
}

ScheduleDraft bidirectional_draft(const ScheduleSize& size) {
    ScheduleDraft draft = empty_draft(size, size.devices);
    draft.pipelines = 2;
    for (int s = 0; s < size.devices; ++s)
        draft.device_of_part.push_back(static_cast<std::uint16_t>(s));
    for (int s = 0; s < size.devices; ++s)
        draft.device_of_part.push_back(static_cast<std::uint16_t>(size.devices - 1 - s));
    return draft;
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
