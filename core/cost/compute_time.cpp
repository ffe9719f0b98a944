// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/compute_time.h"

#include "core/base/units.h"
#include "core/plan/flash_attention.h"

namespace pipette {
namespace {

/// Megatron's fused scale, mask and softmax takes four rows of scores at once, each of another head or
/// sequence, and gives way to single kernels where the GPU's heads do not fill them.
bool fused_softmax(const TransformerModel& model, const ParallelConfig& config) {
    return model.heads / config.tp * config.micro_batch % 4 == 0;
}

} // namespace

ChunkCompute chunk_compute(const TransformerModel& model, const TrainingJob& job,
                           const ParallelConfig& config, int chunk, const FittedGpu& fitted,
                           const LayerProfile* profile) {
    const auto& [gpu, fit] = fitted;
    const auto times = [&](LayerKind kind) {
        return profile ? profiled_times(*profile, kind, model, job, config, fitted)
                       : roofline_times(kind, model, job, config, fitted);
    };
    const LayerTimes layer = times(LayerKind::block);
    const double layers = config.layers_per_stage[static_cast<std::size_t>(chunk)];
    // A backward pass launches about twice as many kernels as a forward one. Measured times hold what the
    // host took.
    double launch = profile ? 0 : fit.launch_s;
    if (config.tp > 1)
        launch *= fit.split_launch_slowdown;
    if (!fuses_attention(job, gpu) && !fused_softmax(model, config))
        launch *= fit.unfused_softmax_slowdown;
    const double forward_launch = launch / 3, backward_launch = launch - forward_launch;
    const double forward_wait = fit.launch_share * forward_launch,
                 backward_wait = fit.launch_share * backward_launch;

    ChunkCompute time;
    time.forward = layers * (layer.forward + forward_wait);
    time.backward = layers * (layer.backward + backward_wait);
    time.forward_launch = layers * forward_launch;
    time.backward_launch = layers * backward_launch;
    if (config.recompute == Recompute::full) {
        time.recompute = time.forward;
        time.backward_launch += time.forward_launch;
    } else if (config.recompute == Recompute::selective) {
        time.recompute = layers * layer.attention;
    }
    // A host that does not launch ahead of embedding and head finds nothing to hide the layers' launches
    // behind.
    const auto add = [&](const LayerTimes& end, double forward_launches, double backward_launches) {
        const double forward = end.forward + fit.launch_share * forward_launches,
                     backward = end.backward + fit.launch_share * backward_launches;
        time.forward += forward;
        time.backward += backward;
        time.forward_launch += fit.launches_ahead || profile ? forward_launches : forward;
        time.backward_launch += fit.launches_ahead || profile ? backward_launches : backward;
    };
    if (chunk == 0)
        add(times(LayerKind::embedding), 0, 0);
    if (chunk == config.chunks() - 1)
        add(times(LayerKind::head), forward_launch, backward_launch);
    return time;
}

double optimizer_s(double parameters, Precision precision, const ParallelConfig& config,
                   const FittedGpu& fitted) {
    const auto& [gpu, fit] = fitted;
    const double share = config.zero_stage >= 1 ? double(config.sharers()) : 1;
    // A parameter: gradient, two moments and the weight or its fp32 master copy in, all but the first out,
    // the gradient's sum set to zero, and the weight itself written where that is a copy.
    const double adam_bytes = 16 + 12 + 4 + (master_copy_bytes(precision) > 0 ? element_bytes(precision) : 0);
    return adam_bytes * parameters / share / (gpu.hbm_gb_per_s * bytes_per_gb * fit.memory_efficiency) +
           fit.iteration_overhead_s;
}

} // namespace pipette
