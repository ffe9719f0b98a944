// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/framework/framework.h"
#include "core/schedule/schedule.h"

#include <string>

namespace pipette {

/// How the framework transfers in schedules of this kind.
P2p usual_p2p(ScheduleKind kind, const Framework& framework);

/// The sizes of the schedule that the configuration runs.
ScheduleSize schedule_size(const ParallelConfig& config);
/// Operations of a schedule of these sizes, at most.
long operation_count(const ScheduleSize& size);
/// Whether the sizes can be timed (see PipelineTimer). make_schedule accepts them unless their operations are
/// too many to be listed one by one.
bool allows(ScheduleKind kind, const ScheduleSize& size);
/// The sentence for a person when it does not.
std::string refusal(ScheduleKind kind, const ScheduleSize& size);

} // namespace pipette
