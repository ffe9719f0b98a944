// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/framework/framework.h"
#include "core/schedule/schedule.h"

#include <span>
#include <string>
#include <string_view>

namespace pipette {

/// What is known of one kind of schedule: a row of the table that the planner, the lab and the command line
/// read.
struct ScheduleFamily {
    ScheduleKind kind;
    std::string_view title; ///< for a person: "Interleaved 1F1B"
    P2p default_p2p;        ///< how its reference implementation transfers
    bool splits_backward;   ///< into input and weight gradient
    int pipelines;          ///< 2: bidirectional
    int parameter_copies;   ///< times the parameters a device holds against 1F1B of the same sizes
    int default_chunks;
    std::string_view allows; ///< which sizes it allows
    std::string_view citation;
    bool (*allowed)(const ScheduleSize& size);
    /// Microbatches after which the order of every device repeats itself once the pipeline is full: one round
    /// more of them puts one round more into the middle of every order. 0: it does not.
    int (*round)(const ScheduleSize& size);
    ScheduleDraft (*generate)(const ScheduleSize& size);
};

const ScheduleFamily& family_of(ScheduleKind kind);
std::span<const ScheduleFamily> schedule_families();

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
