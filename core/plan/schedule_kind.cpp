// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/schedule_kind.h"

#include <array>

namespace pipette {
namespace {

constexpr std::array<ScheduleKind, 16> kinds{
    ScheduleKind::gpipe,       ScheduleKind::one_f_one_b, ScheduleKind::eager_one_f_one_b,
    ScheduleKind::interleaved, ScheduleKind::looped_bfs,  ScheduleKind::zb_h1,
    ScheduleKind::zb_h2,       ScheduleKind::zb_v,        ScheduleKind::v_half,
    ScheduleKind::v_min,       ScheduleKind::dualpipe,    ScheduleKind::dualpipe_v,
    ScheduleKind::chimera,     ScheduleKind::terapipe,    ScheduleKind::local_updates,
    ScheduleKind::varuna};
constexpr std::array<std::string_view, 16> names{
    "gpipe",  "1f1b",  "eager-1f1b", "interleaved", "looped-bfs", "zb-h1",    "zb-h2",         "zb-v",
    "v-half", "v-min", "dualpipe",   "dualpipe-v",  "chimera",    "terapipe", "local-updates", "varuna"};

} // namespace

std::string_view name_of(ScheduleKind kind) {
    return names[static_cast<std::size_t>(kind)];
}

std::optional<ScheduleKind> schedule_named(std::string_view name) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == name)
            return kinds[i];
    return std::nullopt;
}

std::span<const ScheduleKind> all_schedules() {
    return kinds;
}

std::span<const P2p> all_p2ps() {
    static constexpr P2p all[]{P2p::blocking, P2p::in_turn, P2p::overlapped};
    return all;
}

std::string_view name_of(P2p p2p) {
    switch (p2p) {
    case P2p::blocking:
        return "blocking";
    case P2p::in_turn:
        return "in-turn";
    case P2p::overlapped:
        break;
    }
    return "overlapped";
}

std::optional<P2p> p2p_named(std::string_view name) {
    for (const P2p p2p : all_p2ps())
        if (name_of(p2p) == name)
            return p2p;
    return std::nullopt;
}

} // namespace pipette
