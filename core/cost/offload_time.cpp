// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/offload_time.h"

#include "core/base/input_error.h"
#include "core/base/units.h"
#include "core/framework/framework.h"
#include "core/framework/optimizer.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr double gradient_bytes = 4; // of a parameter, on its way down

/// Of updates on the host, what is left where the next group is fetched while one is updated: measured on 4
/// A100 and 4 H100, as is the sum below (Maurya et al., Middleware 2024, raw logs of Deep Optimizer States).
constexpr double with_prefetch = 0.77;
/// Bytes of a parameter that goes to the GPU to be updated, and back: fp32 weight and two moments, twice.
constexpr double moved_bytes = 24;

} // namespace

void check_host_updates(const TrainingJob& job, const NodeKind& kind) {
    check_host(kind);
    if (const Framework& framework = framework_of(job); !framework.host_updates)
        throw InputError(
            {}, "offload",
            fmt::format("is not there with {}: it moves the optimizer's state together with parameters and "
                        "gradients, or nothing",
                        framework.title));
    if (optimizer_of(job).takes_matrices())
        throw InputError(
            {}, "offload",
            fmt::format("is not there for {}, which updates whole matrices on the GPUs", job.optimizer));
}

double offload_s(double optimized, const TrainingJob& job, const ParallelConfig& config,
                 const NodeKind& kind) {
    if (config.offload.optimizer == 0)
        return 0;
    check_host_updates(job, kind);
    const Host host = host_of(kind);
    const double parameters = config.offload.optimizer * optimized;
    const int sharing = std::min(kind.gpus, config.world()); // GPUs whose parameters the node updates
    const double updates = parameters * sharing / (host.update_gparam_per_s * 1e9);
    // A framework that waits for every gradient gets less out of the link than one that overlaps them.
    const double waiting = framework_of(job).host_gradients_gb_per_s;
    const double down =
        waiting > 0 && !overlap_of(job, config).gradients ? waiting : host.down_at_once_gb_per_s();
    const double overhead = framework_of(job).host_update_overhead_s;
    const double flush = parameters * gradient_bytes / (down * bytes_per_gb);
    if (config.offload.stride == 0)
        return flush + updates + overhead;
    // Both kinds of groups wait for each other: the times add up.
    const double both_ways = host.up_at_once_gb_per_s() + host.down_at_once_gb_per_s();
    const double moves = parameters * moved_bytes / (both_ways * bytes_per_gb);
    const double on_gpu = 1.0 / config.offload.stride;
    return overhead + flush + with_prefetch * (1 - on_gpu) * updates + on_gpu * moves;
}

CopyWaits copy_waits(double kept_bytes, const Offload& offload, double forward_s, double backward_s,
                     const NodeKind& kind) {
    if (offload.activations == 0)
        return {};
    check_host(kind);
    const Host host = host_of(kind);
    const double bytes = offload.activations * kept_bytes;
    const double down_s = bytes / (host.down_at_once_gb_per_s() * bytes_per_gb),
                 up_s = bytes / (host.up_at_once_gb_per_s() * bytes_per_gb);
    return {std::max(0.0, down_s - forward_s), std::max(0.0, up_s - backward_s),
            std::min(down_s, forward_s) + std::min(up_s, backward_s)};
}

} // namespace pipette
