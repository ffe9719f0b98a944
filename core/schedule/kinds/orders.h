// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

namespace pipette {

// What the files of schedules share: sizes that several allow, rounds that several repeat, and the pen.

inline constexpr AllowedSizes one_chunk{
    "any devices and microbatches; 1 chunk, 1 slice",
    [](const ScheduleSize& size) { return size.chunks == 1 && size.slices == 1; }};
inline constexpr AllowedSizes two_chunks{
    "any devices and microbatches; 2 chunks, 1 slice",
    [](const ScheduleSize& size) { return size.chunks == 2 && size.slices == 1; }};

/// Rounds of one microbatch.
int round_of_one(const ScheduleSize& size);
/// Rounds of as many microbatches as devices.
int round_of_devices(const ScheduleSize& size);

/// Appends one operation to a device's order: of pipeline 0 and slice 0 unless it is changed.
Operation& append(ScheduleDraft& draft, int device, OperationKind kind, int microbatch, int stage);

} // namespace pipette
