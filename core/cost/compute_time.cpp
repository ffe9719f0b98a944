// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/compute_time.h"

#include "core/base/units.h"
#include "core/framework/framework.h"
#include "core/framework/repeated_layers.h"
#include "core/plan/flash_attention.h"
#include "core/workload/encoder.h"

#include <functional>

namespace pipette {
namespace {

/// The mean of a chunk's layers. `plain`: one plain layer. The parts of a layer take their times one after
/// the other, so that a part adds as much whatever the others are.
LayerTimes mean_of(const ModelLayers& model, const PartCounts& counts, double layers, const LayerTimes& plain,
                   const std::function<LayerTimes(const PartTable&)>& roofline) {
    LayerTimes mean = plain;
    if (layers == 0)
        return mean;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const ModelPart& part = model.parts()[i];
        const double more = counts[i] / layers - (part.plain ? 1 : 0);
        if (more != 0)
            mean += more * roofline(part.table);
    }
    return mean;
}

/// Launches of a layer over those with a fused softmax.
double softmax_launches(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                        const GpuKind& gpu) {
    const bool in_fours = model.heads / config.tp_y() * config.micro_batch % 4 == 0;
    return fuses_attention(job, gpu) || in_fours ? 1 : 1 + framework_of(job).odd_heads_launches;
}

/// What the host takes to launch something beside a chunk's layers.
struct EndLaunches {
    double forward, backward; ///< seconds
    double share;             ///< of them that adds to the time in any case
    bool ahead;               ///< they hide behind the layers' launches
};

void add_end(ChunkCompute& time, const LayerTimes& end, const EndLaunches& launches) {
    const double forward = end.forward + launches.share * launches.forward,
                 backward = end.backward + launches.share * launches.backward;
    time.forward += forward;
    time.backward += backward;
    time.forward_launch += launches.ahead ? launches.forward : forward;
    time.backward_launch += launches.ahead ? launches.backward : backward;
}

} // namespace

ChunkCompute chunk_compute(const TransformerModel& model, const TrainingJob& job,
                           const ParallelConfig& config, int chunk, const FittedGpu& fitted,
                           const LayerProfile* profile) {
    const KindCalibration& fit = fitted.fit;
    const auto times = [&](LayerKind kind) {
        return profile ? profiled_times(*profile, kind, model, job, config, fitted)
                       : roofline_times(kind, model, job, config, fitted);
    };
    const double layers = layers_in_chunk(config, model, chunk);
    const auto parts = layers_of(model);
    const auto roofline = [&](const PartTable& part) {
        return roofline_times(part, model, job, config, fitted);
    };
    const LayerTimes layer = mean_of(*parts, parts_in_chunk(config, model, *parts, chunk), layers,
                                     times(LayerKind::block), roofline);
    // A backward pass launches about twice as many kernels as a forward one. Measured times hold what the
    // host took, and a graph is launched at once.
    const double launch = profile || job.cuda_graphs ? 0 : fit.launch_s,
                 of_layer = launch * softmax_launches(model, job, config, fitted.kind);
    const double forward_launch = of_layer / 3, backward_launch = of_layer - forward_launch;
    const double forward_wait = fit.launch_share * forward_launch,
                 backward_wait = fit.launch_share * backward_launch;

    ChunkCompute time{.forward = layers * (layer.forward + forward_wait),
                      .backward = layers * (layer.backward + backward_wait)};
    time.forward_launch = layers * forward_launch, time.backward_launch = layers * backward_launch;
    if (const int repeated = layers_repeated(config, int(layers)); repeated > 0) {
        const LayerTimes again = mean_of(*parts, parts_repeated(job, config, model, *parts, chunk), repeated,
                                         times(LayerKind::block), roofline);
        time.recompute = repeated * (again.forward + forward_wait);
        time.backward_launch += repeated * forward_launch;
    } else if (config.recompute == Recompute::selective) {
        time.recompute = layers * layer.again;
    }
    const bool frozen = job.tuning.freezes_weights();
    // Else launches of embedding and head have nothing to hide behind.
    const bool ahead = framework_of(job).launches_ahead || profile;
    const auto add = [&](const LayerTimes& end, double forward_launches, double backward_launches) {
        add_end(time, end, {forward_launches, backward_launches, fit.launch_share, ahead});
    };
    if (chunk == 0)
        add(times(LayerKind::embedding), 0, 0);
    if (chunk == 0 && model.encoder) {
        const LayerTimes encoder = encoder_times(model, job, config, fitted);
        add(encoder, model.encoder->layers * forward_launch,
            freezes_encoder(model, job) ? 0 : model.encoder->layers * backward_launch);
        time.recompute += encoder.again;
    }
    if (chunk == config.chunks() - 1) {
        const LayerTimes head = times(LayerKind::head);
        add(head, launch / 3, launch - launch / 3);
        const double projected = prediction_s(model, job, config, fitted);
        for (int i = 0; i < model.mtp_layers; ++i)
            add({head.forward + projected, head.backward + (frozen ? 1 : 2) * projected}, forward_launch,
                backward_launch);
    }
    if (frozen && time.backward > 0)
        time.weight_share = layers * layer.weights / time.backward;
    return time;
}

double optimizer_s(double parameters, double state_bytes, Precision precision, const FittedGpu& fitted) {
    const GpuKind& gpu = fitted.kind;
    const KindCalibration& fit = fitted.fit;
    // A parameter: its gradient and state come in, the state goes out, the gradient's sum is set to zero, and
    // the weight is written: beside its master copy, or as the only one there is.
    constexpr double gradient = 4;
    const double weight = element_bytes(precision) * (master_copy_bytes(precision) > 0 ? 1 : 2);
    const double bytes = 2 * (gradient + state_bytes) + weight;
    return bytes * parameters / (gpu.hbm_gb_per_s * bytes_per_gb * fit.memory_efficiency) +
           fit.iteration_overhead_s;
}

double matrix_updates_s(const MatrixUpdates& updates, double tp_gb_per_s, const FittedGpu& fitted) {
    if (updates.flops == 0)
        return 0;
    const double rate = fitted.kind.peak_flops(Precision::bf16) > 0 ? fitted.kind.peak_flops(Precision::bf16)
                                                                    : fitted.kind.peak_flops(Precision::fp32);
    return updates.flops / (rate * fitted.fit.matmul_efficiency) +
           updates.bytes / (tp_gb_per_s * fitted.fit.intra_efficiency * bytes_per_gb);
}

} // namespace pipette
