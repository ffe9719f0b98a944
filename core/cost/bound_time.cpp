// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/iteration_time.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>

namespace pipette {
namespace {

/// What the bounds of one replica are made of. [device] unless said otherwise.
struct ReplicaView {
    const PipelineCosts& costs;
    const ParallelConfig& config;
    std::size_t chunks, first;         ///< of the replica in the arrays of chunks
    std::size_t devices, first_device; ///< and of devices

    ReplicaView(const PipelineCosts& all, const ParallelConfig& of, int replica)
        : costs(all),
          config(of),
          chunks(static_cast<std::size_t>(all.chunks())),
          first(static_cast<std::size_t>(replica) * chunks),
          devices(static_cast<std::size_t>(all.pp)),
          first_device(static_cast<std::size_t>(replica) * devices) {}

    double forward(std::size_t chunk) const { return costs.forward[first + chunk]; }
    double backward(std::size_t chunk) const { return costs.backward[first + chunk]; }
    double send_forward(std::size_t chunk) const { return costs.send_forward[first + chunk]; }
    double send_backward(std::size_t chunk) const { return costs.send_backward[first + chunk]; }
    double after(std::size_t device) const { // what follows the device's last backward
        return costs.exchange[first_device + device] + costs.optimizer[first_device + device];
    }
    std::size_t device_of(std::size_t chunk) const {
        return static_cast<std::size_t>(device_of_chunk(config, static_cast<int>(chunk)));
    }
    double microbatches() const { return costs.microbatches; }
};

/// The devices together do all the work, so one of them does at least the mean: true of every schedule.
double mean_work_bound(const ReplicaView& view) {
    double work = 0, after = view.after(0);
    for (std::size_t chunk = 0; chunk < view.chunks; ++chunk)
        work += view.microbatches() * (view.forward(chunk) + view.backward(chunk));
    for (std::size_t device = 0; device < view.devices; ++device)
        after = std::min(after, view.after(device));
    return work / static_cast<double>(view.devices) + after;
}

/// No device starts before its first chunk's input has come through the chunks before it; then it has all its
/// microbatches to compute and, when transfers block, to send on (all but the last gradient). Where every
/// gradient goes all the way back, the first device ends after the last one of each has come through the
/// chunks before.
double device_bound(const ReplicaView& view, const ScheduleFamily& family) {
    std::vector<double> start(view.devices, -1), tail(view.devices, 0), work(view.devices, 0);
    double arrival = 0, way_back = 0;
    for (std::size_t chunk = 0; chunk < view.chunks; ++chunk) {
        const std::size_t device = view.device_of(chunk);
        if (start[device] < 0)
            start[device] = arrival, tail[device] = way_back;
        work[device] += view.microbatches() * (view.forward(chunk) + view.backward(chunk));
        const bool sends = chunk + 1 < view.chunks && view.device_of(chunk + 1) != device;
        if (sends && view.config.p2p == P2p::blocking) {
            work[device] += view.microbatches() * view.send_forward(chunk);
            work[view.device_of(chunk + 1)] += (view.microbatches() - 1) * view.send_backward(chunk);
        }
        arrival += view.forward(chunk) + view.send_forward(chunk);
        way_back += view.backward(chunk) + view.send_backward(chunk);
    }
    const bool returns = !family.splits_backward && family.kind != ScheduleKind::local_updates;
    double bound = 0;
    for (std::size_t device = 0; device < view.devices; ++device) {
        const double end = start[device] + work[device];
        bound = std::max(bound, end + view.after(device));
        if (returns)
            bound = std::max(bound, end + tail[device] + view.after(0));
    }
    return bound;
}

/// DESIGN section 4 for 1F1B with one chunk a device: R_0 + k*R_st + a*X_s + b*max(F_s, B_s) over windows of
/// stages s <= t is when the last gradient has come from stage s to stage 0; it left stage u <= s the way
/// from u earlier.
double window_bound(const ReplicaView& view) {
    const int pp = view.costs.pp, n = view.costs.microbatches;
    std::vector<double> trip(view.devices + 1, 0),
        tail(view.devices, 0); // round trips and ways back before a stage
    for (std::size_t s = 0; s < view.devices; ++s) {
        const bool last = s + 1 == view.devices;
        trip[s + 1] = trip[s] + view.forward(s) + view.backward(s) +
                      (last ? 0 : view.send_forward(s) + view.send_backward(s));
        if (!last)
            tail[s + 1] = tail[s] + view.backward(s) + view.send_backward(s);
    }
    double bound = 0, longest = 0;
    for (int s = pp - 1; s >= 0; --s) {
        const std::size_t stage = static_cast<std::size_t>(s);
        const double whole = view.forward(stage) + view.backward(stage),
                     half = std::max(view.forward(stage), view.backward(stage));
        for (int t = s; t < pp; ++t) {
            const int w = t - s + 1, k = std::min(std::max(0, (n - pp + t) / w), (n - 1) / w),
                      a = std::min(std::max(0, n - pp + s - k * w), n - 1 - k * w), b = n - 1 - k * w - a;
            const std::size_t end = static_cast<std::size_t>(t) + 1;
            const double last_send = t + 1 < pp ? view.send_forward(end - 1) + view.send_backward(end - 1)
                                                : 0; // leaves the window
            longest = std::max(longest, trip[view.devices] + k * (trip[end] - last_send - trip[stage]) +
                                            a * whole + b * half);
        }
        bound = std::max(bound, longest - tail[stage] + view.after(stage));
    }
    return bound;
}

} // namespace

double bound_time(const PipelineCosts& costs, const ParallelConfig& config) {
    const ScheduleFamily& family = family_of(config.schedule);
    double bound = 0;
    for (int replica = 0; replica < costs.replicas; ++replica) {
        const ReplicaView view(costs, config, replica);
        if (family.pipelines > 1) {
            bound = std::max(bound, mean_work_bound(view));
            continue;
        }
        bound = std::max(bound, device_bound(view, family));
        if (config.schedule == ScheduleKind::one_f_one_b && config.vpp == 1)
            bound = std::max(bound, window_bound(view));
    }
    return bound;
}

} // namespace pipette
