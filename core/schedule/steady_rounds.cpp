// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/steady_rounds.h"

#include <algorithm>

namespace pipette {
namespace {

/// Whether `later` is `operation` again, `further` microbatches on.
bool repeats(const Operation& operation, const Operation& later, int further) {
    Operation moved = operation;
    moved.microbatch += further;
    if (moved.kind == OperationKind::overlapped)
        moved.backward_microbatch += further;
    return moved == later;
}

int floor_of(int dividend, int divisor) {
    return dividend >= 0 ? dividend / divisor : -((divisor - 1 - dividend) / divisor);
}

/// Where a device's rounds lie, and how far on either side of round 0 they repeat.
struct DeviceRounds {
    int origin = 0, length = 0; ///< places in its order; length 0: it has too few operations
    int first = 0, end = 0;     ///< rounds
};

/// Rounds are told apart by the backwards of one stage, `each` of them a round.
DeviceRounds rounds_of(const Schedule& schedule, int device, int each) {
    const auto order = schedule.order(device);
    const auto at = [&](int place) -> const Operation& {
        return schedule.operation(order[static_cast<std::size_t>(place)]);
    };
    const int count = static_cast<int>(order.size());
    int stage = 0;
    while (stage + 1 < schedule.stages() && schedule.device_of(0, stage) != device)
        ++stage;
    std::vector<int> backwards; // places
    for (int place = 0; place < count; ++place)
        if (const Operation& o = at(place);
            has_backward(o) && backward_stage(o) == stage && backward_pipeline(o) == 0)
            backwards.push_back(place);
    const std::size_t step = static_cast<std::size_t>(each), middle = backwards.size() / 2 / step * step;
    if (middle + step >= backwards.size())
        return {};
    DeviceRounds rounds{backwards[middle], backwards[middle + step] - backwards[middle], 0, 0};
    const int further =
        backward_microbatch(at(backwards[middle + step])) - backward_microbatch(at(backwards[middle]));
    const auto again = [&](int place) {
        return place >= 0 && place + rounds.length < count &&
               repeats(at(place), at(place + rounds.length), further);
    };
    int low = rounds.origin, high = rounds.origin;
    while (again(low - 1))
        --low;
    while (again(high))
        ++high;
    rounds.first = -floor_of(rounds.origin - low, rounds.length);
    rounds.end = floor_of(high + rounds.length - rounds.origin, rounds.length);
    return rounds;
}

/// The farthest that an operation from round 0 on looks back between devices. What follows the rounds counts
/// from their end.
int farthest_back(const Schedule& schedule, const SteadyRounds& rounds) {
    std::vector<int> round_of(static_cast<std::size_t>(schedule.count()));
    for (int device = 0; device < schedule.devices(); ++device) {
        const auto d = static_cast<std::size_t>(device);
        int place = 0;
        for (const std::int32_t i : schedule.order(device))
            round_of[static_cast<std::size_t>(i)] =
                std::min(rounds.end, floor_of(place++ - rounds.origin[d], rounds.length[d]));
    }
    int reach = 1;
    for (std::int32_t i = 0; i < schedule.count(); ++i)
        if (const int round = round_of[static_cast<std::size_t>(i)]; round >= 0)
            for (const Dependency& input : schedule.inputs(i))
                reach = std::max(reach, round - round_of[static_cast<std::size_t>(input.from)]);
    return reach;
}

} // namespace

std::optional<SteadyRounds> steady_rounds(const Schedule& schedule, int round) {
    SteadyRounds rounds;
    rounds.first = -schedule.size().microbatches, rounds.end = schedule.size().microbatches;
    for (int device = 0; device < schedule.devices(); ++device) {
        const DeviceRounds own = rounds_of(schedule, device, round / schedule.pipelines());
        if (own.length == 0)
            return std::nullopt;
        rounds.origin.push_back(own.origin);
        rounds.length.push_back(own.length);
        rounds.first = std::max(rounds.first, own.first);
        rounds.end = std::min(rounds.end, own.end);
    }
    if (rounds.end <= rounds.first)
        return std::nullopt;
    rounds.reach = farthest_back(schedule, rounds);
    return rounds;
}

} // namespace pipette
