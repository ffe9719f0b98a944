// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/stage_times.h"

#include "core/base/bounds.h"
#include "core/base/input_error.h"
#include "core/schedule/simulator.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

namespace pipette {
namespace {

void check_time(double value, const char* field) {
    if (!bounds::schedule_time.hold(value))
        throw InputError("", field, fmt::format("is {}, expected {}", value, text_of(bounds::schedule_time)));
}

std::vector<double> spread(const std::vector<double>& given, std::size_t count, const char* field) {
    for (const double value : given)
        check_time(value, field);
    if (given.size() == 1)
        return std::vector<double>(count, given.front());
    if (given.size() != count)
        throw InputError("", field, fmt::format("has {} numbers, expected 1 or {}", given.size(), count));
    return given;
}

} // namespace

bool wraps(const Schedule& schedule, int pipeline, int stage) {
    const int from = schedule.device_of(pipeline, stage), to = schedule.device_of(pipeline, stage + 1);
    // With two devices the last and the first are neighbours, too.
    const bool round = from + 1 == schedule.devices() && to == 0 && (stage + 1) % schedule.devices() == 0;
    return std::abs(from - to) > 1 || (round && from != to);
}

StageTimes::StageTimes(const DeviceTimes& times, const Schedule& schedule) {
    const auto devices = static_cast<std::size_t>(schedule.devices());
    const auto forward = spread(times.forward, devices, "forward");
    const auto backward = spread(times.backward, devices, "backward");
    const auto links = spread(times.link, devices - 1, "link");
    const double slowest = links.empty() ? 0 : *std::max_element(links.begin(), links.end());
    const double wrap = times.wrap_link < 0 ? slowest : times.wrap_link;
    check_time(wrap, "wrap-link");
    if (!std::isfinite(times.recompute))
        check_time(times.recompute, "recompute");
    if (!(times.weight_share >= 0 && times.weight_share <= 1))
        throw InputError("", "weight-fraction", fmt::format("is {}, expected 0 to 1", times.weight_share));
    std::vector<double> chunks(devices, 0);
    for (int s = 0; s < schedule.stages(); ++s)
        ++chunks[static_cast<std::size_t>(schedule.device_of(0, s))];
    for (int pipeline = 0; pipeline < schedule.pipelines(); ++pipeline)
        for (int s = 0; s < schedule.stages(); ++s) {
            const auto device = static_cast<std::size_t>(schedule.device_of(pipeline, s));
            const double recompute = times.recompute >= 0    ? times.recompute
                                     : schedule.recomputes() ? forward[device]
                                                             : 0;
            const double share = 1 / chunks[device], whole = backward[device] + recompute;
            forward_.push_back(forward[device] * share);
            recompute_.push_back(recompute * share);
            backward_.push_back(whole * share);
            weight_share_.push_back(whole > 0 ? times.weight_share * backward[device] / whole : 0);
            double link = 0;
            if (s + 1 < schedule.stages()) {
                const auto next = static_cast<std::size_t>(schedule.device_of(pipeline, s + 1));
                link = device == next                 ? 0
                       : wraps(schedule, pipeline, s) ? wrap
                                                      : links[std::min(device, next)];
            }
            send_forward_.push_back(link);
        }
    if (times.overlapped >= 0) {
        overlapped_ = spread({times.overlapped}, devices, "overlapped-time");
        for (std::size_t d = 0; d < devices; ++d)
            overlapped_[d] /= chunks[d];
    }
}

Timeline simulated(std::shared_ptr<const Schedule> schedule, const DeviceTimes& times, P2p p2p) {
    Simulator simulator(std::move(schedule));
    simulator.run(StageTimes(times, simulator.schedule()).view(), p2p);
    return simulator.timeline();
}

} // namespace pipette
