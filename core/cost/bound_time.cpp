// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/grid.h"
#include "core/cost/iteration_time.h"
#include "core/schedule/pipeline_bound.h"
#include "core/schedule/schedule_family.h"

#include <algorithm>

namespace pipette {
namespace {

/// What the bounds of one replica are made of. [device] unless said otherwise.
struct ReplicaView {
    const PipelineCosts& costs;
    const ParallelConfig& config;
    int replica;
    std::size_t chunks = index(costs.chunks()), devices = index(costs.pp);

    double of_chunk(const std::vector<double>& values, std::size_t chunk) const {
        return Grid(values, chunks)(replica, chunk);
    }
    double forward(std::size_t chunk) const { return of_chunk(costs.forward, chunk); }
    double backward(std::size_t chunk) const {
        const double repeated = family_of(config.schedule).recomputes ? of_chunk(costs.recompute, chunk) : 0;
        return of_chunk(costs.backward, chunk) - repeated;
    }
    double send_forward(std::size_t chunk) const { return of_chunk(costs.send_forward, chunk); }
    double send_backward(std::size_t chunk) const { return of_chunk(costs.send_backward, chunk); }
    double after(std::size_t device) const { // what follows the device's last backward
        return Grid(costs.exchange, devices)(replica, device) +
               Grid(costs.optimizer, devices)(replica, device);
    }
    std::size_t device_of(std::size_t chunk) const {
        return index(device_of_chunk(config, static_cast<int>(chunk)));
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
/// microbatches to compute and, unless transfers overlap, to send on (all but the last gradient; overlapped
/// passes send an activation and a gradient at once). Where every gradient goes all the way back, the first
/// device ends after the last one of each has come through the chunks before.
double device_bound(const ReplicaView& view, const ScheduleFamily& family) {
    std::vector<double> start(view.devices, -1), tail(view.devices, 0), work(view.devices, 0);
    double arrival = 0, way_back = 0;
    const bool gradients_cross = family.gradients_cross;
    const bool held = view.config.p2p != P2p::overlapped && !family.overlaps_passes;
    for (std::size_t chunk = 0; chunk < view.chunks; ++chunk) {
        const std::size_t device = view.device_of(chunk);
        if (start[device] < 0)
            start[device] = arrival, tail[device] = way_back;
        work[device] += view.microbatches() * (view.forward(chunk) + view.backward(chunk));
        const bool sends = chunk + 1 < view.chunks && view.device_of(chunk + 1) != device;
        if (sends && held) {
            work[device] += view.microbatches() * view.send_forward(chunk);
            if (gradients_cross)
                work[view.device_of(chunk + 1)] += (view.microbatches() - 1) * view.send_backward(chunk);
        }
        arrival += view.forward(chunk) + view.send_forward(chunk);
        way_back += view.backward(chunk) + view.send_backward(chunk);
    }
    const bool returns = !family.splits_backward && gradients_cross;
    double bound = 0;
    for (std::size_t device = 0; device < view.devices; ++device) {
        const double end = start[device] + work[device];
        bound = std::max(bound, end + view.after(device));
        if (returns)
            bound = std::max(bound, end + tail[device] + view.after(0));
    }
    return bound;
}

} // namespace

double bound_time(const PipelineCosts& costs, const ParallelConfig& config) {
    const ScheduleFamily& family = family_of(config.schedule);
    const PipelineBound pipeline(costs.pp, costs.microbatches);
    double bound = 0;
    for (int replica = 0; replica < costs.replicas; ++replica) {
        const ReplicaView view{costs, config, replica};
        switch (family.bound) {
        case TimeBound::one_f_one_b: // the first device ends last, and then exchanges its gradients
            bound = std::max(bound, pipeline(replica_times(costs, replica), config.p2p) + view.after(0));
            [[fallthrough]];
        case TimeBound::device_work:
            bound = std::max(bound, device_bound(view, family));
            break;
        case TimeBound::mean_work:
            bound = std::max(bound, mean_work_bound(view));
            break;
        }
    }
    // Summed in another order than the simulation: its rounding must not lift it above.
    constexpr double rounding = 1e-11;
    return bound * (1 - rounding);
}

} // namespace pipette
