// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/compute_time.h"

#include "core/base/units.h"

namespace pipette {
namespace {

/// Times of one GPU: matrix products by size, everything else by bytes.
struct Roofline {
    double peak, hbm;
    const KindCalibration &fit;

    double product(double m, double n, double k) const { // seconds of an m x k by k x n product
        const double flops = 2 * m * n * k;
        return (flops + fit.matmul_half_flops) / (peak * fit.matmul_efficiency);
    }
    double stream(double bytes) const { return bytes / (hbm * fit.memory_efficiency); }
};

} // namespace

ChunkCompute chunk_compute(const TransformerModel &model, const TrainingJob &job,
                           const ParallelConfig &config, int chunk, const GpuKind &gpu,
                           const KindCalibration &fit) {
    const double h = model.hidden, f = model.ffn_hidden, tp = config.tp, s = job.sequence_length;
    const double tokens = s * config.micro_batch / config.cp;
    const double kv = double(model.kv_heads) / model.heads;
    const double half = job.precision == Precision::fp32 ? 4 : 2;
    const double peak =
        gpu.supports(job.precision) ? gpu.peak_flops(job.precision) : gpu.peak_flops(Precision::fp32);
    const Roofline roof{peak, gpu.hbm_gb_per_s * bytes_per_gb, fit};
    const bool fused = gpu.flash_attention && config.recompute != Recompute::selective;

    const double matrices = roof.product(tokens, h * (1 + 2 * kv) / tp, h) + roof.product(tokens, h, h / tp) +
                            roof.product(tokens, (model.gated_mlp ? 2 : 1) * f / tp, h) +
                            roof.product(tokens, h, f / tp);
    const double core_attention = 4 * tokens * s * h / tp / (peak * fit.matmul_efficiency) +
                                  (fused ? 0 : roof.stream(4 * half * tokens * s * model.heads / tp));
    const double elementwise =
        roof.stream(half * tokens * ((config.sequence_parallel ? 10 / tp : 10) * h + 4 * f / tp));
    const double layer = matrices + core_attention + elementwise + fit.layer_overhead_s;

    const double layers = config.layers_per_stage[static_cast<std::size_t>(chunk)];
    ChunkCompute time;
    time.forward = layers * layer;
    time.backward = layers * (2 * (matrices + core_attention + elementwise) + fit.layer_overhead_s);
    if (config.recompute == Recompute::full)
        time.recompute = layers * layer;
    else if (config.recompute == Recompute::selective)
        time.recompute = layers * core_attention;
    if (chunk == 0)
        time.forward += roof.stream(2 * half * tokens * h),
            time.backward += roof.stream(2 * half * tokens * h);
    if (chunk == config.chunks() - 1) {
        const double head = roof.product(tokens, model.vocab / tp, h),
                     loss = roof.stream(12 * tokens * model.vocab / tp);
        time.forward += head + loss;
        time.backward += 2 * head + loss;
    }
    return time;
}

double optimizer_s(double parameters, const ParallelConfig &config, const GpuKind &gpu,
                   const KindCalibration &fit) {
    const double share = config.zero_stage >= 1 ? double(config.dp) * config.cp : 1;
    constexpr double adam_bytes =
        34; // a parameter: gradient, two moments and master copy in, all but the first out
    return adam_bytes * parameters / share / (gpu.hbm_gb_per_s * bytes_per_gb * fit.memory_efficiency) +
           fit.iteration_overhead_s;
}

namespace {

/// Device that runs a model chunk: chunks go round the devices, or there and back in V-shaped schedules.
int device_of(const ParallelConfig &config, int chunk) {
    const bool v_shaped = config.schedule == ScheduleKind::zb_v || config.schedule == ScheduleKind::v_half ||
                          config.schedule == ScheduleKind::v_min ||
                          config.schedule == ScheduleKind::dualpipe_v;
    const int place = chunk % config.pp;
    return v_shaped && chunk / config.pp % 2 == 1 ? config.pp - 1 - place : place;
}

} // namespace

double device_parameters(const TransformerModel &model, const ParallelConfig &config, int device) {
    const LayerParameters layer = layer_parameters(model);
    const double tp = config.tp;
    const int last_chunk = config.chunks() - 1;
    double count = 0;
    bool embedding = false, head = false;
    for (int chunk = 0; chunk <= last_chunk; ++chunk) {
        if (device_of(config, chunk) != device)
            continue;
        count += config.layers_per_stage[static_cast<std::size_t>(chunk)] *
                 (layer.matrices / tp + layer.replicated);
        embedding |= chunk == 0;
        head |= chunk == last_chunk;
    }
    if (embedding)
        count += embedding_parameters(model) / tp + position_parameters(model);
    if (head)
        count += final_norm_parameters(model) +
                 (embedding && model.tied_embeddings ? 0 : head_parameters(model) / tp);
    return count;
}

} // namespace pipette
