// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/use_curves.h"

#include "core/base/index.h"

#include <algorithm>
#include <map>
#include <utility>

namespace pipette {
namespace {

using Stretch = std::pair<double, double>; // begin and end
using Changes = std::map<double, int>;     // by time

/// Adds one user's stretches, which may overlap: it counts once.
void add(Changes& changes, std::vector<Stretch> stretches) {
    std::sort(stretches.begin(), stretches.end());
    for (std::size_t k = 0; k < stretches.size();) {
        auto [begin, end] = stretches[k];
        for (++k; k < stretches.size() && stretches[k].first <= end; ++k)
            end = std::max(end, stretches[k].second);
        if (end > begin)
            ++changes[begin], --changes[end];
    }
}

UseCurve curve_of(const Changes& changes, int of, double makespan) {
    UseCurve curve{{}, of};
    int count = 0;
    if (changes.empty() || changes.begin()->first > 0)
        curve.steps.push_back({0, 0});
    for (const auto& [time, change] : changes) {
        count += change;
        if (change != 0 && time < makespan)
            curve.steps.push_back({time, count});
    }
    curve.steps.push_back({makespan, 0});
    return curve;
}

} // namespace

UseCurve devices_idle(const Timeline& timeline) {
    const Schedule& schedule = *timeline.schedule;
    Changes changes;
    for (int d = 0; d < schedule.devices(); ++d) {
        std::vector<Stretch> idle;
        double free = 0;
        for (const std::int32_t i : schedule.order(d)) {
            if (timeline.start[index(i)] > free)
                idle.emplace_back(free, timeline.start[index(i)]);
            free = std::max(free, timeline.end[index(i)]);
        }
        if (timeline.makespan > free)
            idle.emplace_back(free, timeline.makespan);
        add(changes, std::move(idle));
    }
    return curve_of(changes, schedule.devices(), timeline.makespan);
}

UseCurve links_busy(const Timeline& timeline) {
    const Schedule& schedule = *timeline.schedule;
    std::map<std::pair<int, int>, std::vector<Stretch>>
        links; // when each link carries a send, by the devices that send and receive
    for (const TimelineSend& send : timeline.sends)
        links[{schedule.operation(send.from).device, schedule.operation(send.to).device}].emplace_back(
            send.start, send.end);
    Changes changes;
    for (auto& [link, stretches] : links)
        add(changes, std::move(stretches));
    return curve_of(changes, static_cast<int>(links.size()), timeline.makespan);
}

} // namespace pipette
