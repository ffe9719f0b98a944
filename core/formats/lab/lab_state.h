// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/schedule_kind.h"
#include "core/schedule/lab_look.h"
#include "core/schedule/schedule.h"
#include "core/schedule/stage_times.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

inline constexpr std::string_view lab_state_format = "pipette-lab"; ///< of the file

/// What the schedule lab shows in free play, so that somebody else can see the same (help: formats.md).
struct LabState {
    /// One schedule. Its sizes are within the bounds of the lab; whether the schedule allows them, the lab
    /// tells.
    struct Entry {
        ScheduleKind kind;
        ScheduleSize size;
        bool operator==(const Entry&) const = default;
    };
    /// [place]; the first one is always there.
    std::array<std::optional<Entry>, most_lab_schedules> schedules;
    DeviceTimes times_ms;
    std::optional<P2p> p2p;                        ///< empty: each schedule's own way
    std::vector<CurveOf> curves = {CurveOf::held}; ///< each once, in the order of CurveOf
    BarColours colours = BarColours::kind;
    bool operator==(const LabState&) const = default;
};

/// Reads the JSON text of a state. Throws InputError with `file` and the place of what is wrong.
LabState read_lab_state(std::string_view text, const std::string& file);
/// The JSON text of a state. Throws InputError with `file` for what read_lab_state() would refuse.
std::string lab_state_to_json(const LabState& state, const std::string& file);

/// Whether a text from a mail or a chat says that it is a state.
bool is_lab_text(std::string_view text);
/// Reads "pipette-lab:1f1b,8x16x1x1;f=1;b=2;l=0.1;curves=held,idle". Throws InputError without a file; its
/// place is the part of the text that is wrong.
LabState lab_state_from_text(std::string_view text);
/// The state in one line without blanks; what is as usual is left out. Throws InputError for what
/// lab_state_from_text() would refuse.
std::string lab_state_to_text(const LabState& state);

} // namespace pipette
