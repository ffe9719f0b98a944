// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace pipette {

/// Every pipeline schedule the planner knows; core/schedule makes their operation orders.
enum class ScheduleKind {
    gpipe,
    one_f_one_b,
    eager_one_f_one_b,
    interleaved,
    looped_bfs,
    zb_h1,
    zb_h2,
    zb_v,
    v_half,
    v_min,
    dualpipe,
    dualpipe_v,
    chimera,
    terapipe,
    local_updates,
    varuna
};

/// "1f1b", "zb-h1", ...: the names of the command line and of every file.
std::string_view name_of(ScheduleKind kind);
std::optional<ScheduleKind> schedule_named(std::string_view name);
std::span<const ScheduleKind> all_schedules();

/// Whether a device waits for its transfers, both ways at once (stock Megatron 1F1B) or one after the other,
/// or goes on computing.
enum class P2p { blocking, in_turn, overlapped };
std::span<const P2p> all_p2ps();
std::string_view name_of(P2p p2p);
std::optional<P2p> p2p_named(std::string_view name);

} // namespace pipette
