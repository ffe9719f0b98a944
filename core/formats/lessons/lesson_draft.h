// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/schedule_kind.h"
#include "core/schedule/schedule.h"
#include "core/schedule/stage_times.h"

#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// One or two schedules that somebody has set up and wants to teach with.
struct LessonDraft {
    struct Entry {
        std::string title; ///< for a person
        ScheduleKind kind;
        ScheduleSize size;
    };
    std::vector<Entry> schedules; ///< one or two
    DeviceTimes times_ms;
    std::optional<P2p> p2p; ///< empty: each schedule's own way
};

/// A lesson file with these schedules, a text and one question to write on. Throws InputError with `file` for
/// what a lesson cannot hold: token slices, and times that differ between devices.
std::string lesson_to_text(const LessonDraft& draft, const std::string& file);

} // namespace pipette
