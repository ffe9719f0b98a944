// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/schedule_kind.h"

#include <array>
#include <stdexcept>
#include <string>

namespace pipette {
namespace {

const ScheduleFamily* usual_family(std::string_view name) {
    const ScheduleFamily* family = Registry<ScheduleFamily>::find(name);
    if (!family)
        throw std::logic_error("the program is linked without the schedule " + std::string(name));
    return family;
}

} // namespace

int looped_device(int chunk, int devices) {
    return chunk % devices;
}

int v_shaped_device(int chunk, int devices) {
    const int place = chunk % devices;
    return chunk / devices % 2 == 1 ? devices - 1 - place : place;
}

ScheduleKind::ScheduleKind(Default kind) {
    static const std::array families{usual_family("1f1b"), usual_family("interleaved")};
    family_ = families[kind];
}

std::optional<ScheduleKind> schedule_named(std::string_view name) {
    const ScheduleFamily* family = Registry<ScheduleFamily>::find(name);
    return family ? std::optional<ScheduleKind>(*family) : std::nullopt;
}

std::vector<ScheduleKind> all_schedules() {
    std::vector<ScheduleKind> kinds;
    for (const ScheduleFamily* family : Registry<ScheduleFamily>::all())
        kinds.emplace_back(*family);
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
