// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/schedule.h"

namespace pipette {

// One generator a schedule, each in its own file; sizes were checked against the table in
// schedule_family.cpp.
ScheduleDraft gpipe_draft(const ScheduleSize& size);
ScheduleDraft one_f_one_b_draft(const ScheduleSize& size);
ScheduleDraft eager_one_f_one_b_draft(const ScheduleSize& size);
ScheduleDraft interleaved_draft(const ScheduleSize& size);
ScheduleDraft looped_bfs_draft(const ScheduleSize& size);
ScheduleDraft zb_h1_draft(const ScheduleSize& size);
ScheduleDraft zb_h2_draft(const ScheduleSize& size);
ScheduleDraft zb_v_draft(const ScheduleSize& size);
ScheduleDraft v_half_draft(const ScheduleSize& size);
ScheduleDraft v_min_draft(const ScheduleSize& size);
ScheduleDraft dualpipe_draft(const ScheduleSize& size);
ScheduleDraft dualpipe_v_draft(const ScheduleSize& size);
ScheduleDraft chimera_draft(const ScheduleSize& size);
ScheduleDraft terapipe_draft(const ScheduleSize& size);
ScheduleDraft local_updates_draft(const ScheduleSize& size);
ScheduleDraft varuna_draft(const ScheduleSize& size);

// Where stages live.
ScheduleDraft straight_draft(const ScheduleSize& size); ///< stage s on device s
ScheduleDraft looped_draft(const ScheduleSize& size);   ///< stage s on device s mod devices
ScheduleDraft v_shaped_draft(const ScheduleSize& size); ///< two chunks: down the devices and back up
ScheduleDraft
bidirectional_draft(const ScheduleSize& size); ///< second pipeline from the last device to the first

/// Appends one operation to a device's order.
void append(ScheduleDraft& draft, int device, OperationKind kind, int microbatch, int stage, int pipeline = 0,
            int slice = 0);

} // namespace pipette
