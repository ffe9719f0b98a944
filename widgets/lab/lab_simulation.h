// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/schedule_kind.h"
#include "core/schedule/lab_look.h"
#include "core/schedule/stage_times.h"
#include "widgets/pipeline/gantt_view.h"

#include <array>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace pipette {

static_assert(most_lab_schedules <= GanttView::most_timelines, "all have room in one chart");

/// A schedule that the lab shows: one of the families in a size, or a person's own.
struct LabChoice {
    ScheduleKind kind = ScheduleKind::one_f_one_b;
    ScheduleSize size;
    std::shared_ptr<const Schedule> own; ///< in place of kind and size
    QString title;
};

/// What the lab wants to be simulated: one to four schedules with the same times.
struct LabRequest {
    std::array<std::optional<LabChoice>, most_lab_schedules> choices;
    DeviceTimes times;      ///< milliseconds
    std::optional<P2p> p2p; ///< empty: each schedule's own way
};

/// The same times in seconds.
DeviceTimes in_seconds(DeviceTimes milliseconds);

/// What came out of it.
struct LabAnswer {
    struct Outcome {
        std::optional<GanttEntry> entry;
        QString refusal; ///< why there is none; empty when none was asked for
    };
    std::array<Outcome, most_lab_schedules> outcomes;
    std::vector<double> events; ///< sorted times at which something starts or ends, in seconds
};

/// Simulates everything; on any thread. Asked to stop, it leaves out what it has not begun.
LabAnswer simulate(const LabRequest& request, std::stop_token stop = {});

/// Who simulates for the lab: hands the answer over on the lab's thread, at once or later.
using LabRunner = std::function<void(LabRequest request, std::function<void(LabAnswer)> done)>;

} // namespace pipette
