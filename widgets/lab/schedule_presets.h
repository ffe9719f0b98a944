// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/schedule_kind.h"
#include "core/schedule/schedule.h"

#include <QString>

#include <optional>
#include <vector>

namespace pipette {

/// Schedules and times that a paper draws. Times in milliseconds.
struct SchedulePreset {
    struct Choice {
        ScheduleKind kind;
        ScheduleSize size;
    };
    QString name;
    Choice first;
    std::optional<Choice> second;
    double forward = 1, backward = 2, link = 0;
    double overlapped = -1; ///< forward and backward overlapped; negative: their sum
};

const std::vector<SchedulePreset>& schedule_presets();

} // namespace pipette
