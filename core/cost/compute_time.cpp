// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/compute_time.h"

#include "core/base/units.h"

namespace pipette {
namespace {

/// Times of one GPU: matrix products by size, everything else by bytes. Seconds.
struct Roofline {
    double peak, attention_peak, hbm;
    const KindCalibration& fit;

    Roofline(const GpuKind& gpu, Precision precision, const KindCalibration& calibration)
        : peak(gpu.peak_flops(gpu.supports(precision) ? precision : Precision::fp32)),
          attention_peak(peak),
          hbm(gpu.hbm_gb_per_s * bytes_per_gb),
          fit(calibration) {
        if (precision == Precision::fp8) // the attention core stays in 16 bits
            attention_peak =
                gpu.peak_flops(gpu.supports(Precision::bf16) ? Precision::bf16 : Precision::fp16);
    }
    double product(double m, double n, double k) const { ///< of an m x k by a k x n matrix
        return (2 * m * n * k + fit.matmul_half_flops) / (peak * fit.matmul_efficiency);
    }
    double attention(double flops) const {
        return flops / (attention_peak * fit.matmul_efficiency * fit.attention_efficiency);
    }
    double stream(double bytes) const { return bytes / (hbm * fit.memory_efficiency); }
};

/// One layer, one microbatch.
struct LayerTimes {
    double forward = 0, backward = 0;
    double attention = 0; ///< part of forward that selective recomputation repeats
};

/// Memory traffic counts reads and writes of every operation between the products: norms, residuals, dropout,
/// activation, rotary embedding; without fused attention also scores, mask, softmax and dropout of the core.
LayerTimes layer_times(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                       const Roofline& roof) {
    const double h = model.hidden, f = model.ffn_hidden, tp = config.tp, s = job.sequence_length;
    const double tokens = s * config.micro_batch / config.cp;
    const double kv = double(model.kv_heads) / model.heads;
    const double element = job.precision == Precision::fp32 ? 4 : 2;
    const double gate = model.gated_mlp ? 2 : 1;
    const bool fused = roof.fit.fused_attention;

    const double products = roof.product(tokens, h * (1 + 2 * kv) / tp, h) + roof.product(tokens, h, h / tp) +
                            roof.product(tokens, gate * f / tp, h) + roof.product(tokens, h, f / tp);
    const double core_flops = (fused ? 2 : 4) * tokens * s * h / tp; // fused kernels skip what the mask hides
    const double whole = config.sequence_parallel ? tp : 1;
    const double scores = fused ? 0 : element * tokens * s * model.heads / tp;
    const double core = roof.attention(core_flops);
    LayerTimes time;
    time.attention = core + roof.stream(6.5 * scores);
    time.forward = products + time.attention +
                   roof.stream(element * tokens * (14 * h / whole + (2 * h + 2 * gate * f) / tp));
    time.backward =
        2 * products + (fused ? 2.5 : 2) * core +
        roof.stream(9.5 * scores + element * tokens * (18 * h / whole + (2 * h + 3 * gate * f) / tp));
    return time;
}

} // namespace

ChunkCompute chunk_compute(const TransformerModel& model, const TrainingJob& job,
                           const ParallelConfig& config, int chunk, const GpuKind& gpu,
                           const KindCalibration& fit) {
    const Roofline roof(gpu, job.precision, fit);
    const LayerTimes layer = layer_times(model, job, config, roof);
    const double layers = config.layers_per_stage[static_cast<std::size_t>(chunk)];
    const double h = model.hidden, tp = config.tp;
    const double tokens = double(job.sequence_length) * config.micro_batch / config.cp;
    // A backward pass launches about twice as many kernels as a forward one.
    const double forward_launch = fit.launch_s / 3, backward_launch = fit.launch_s - forward_launch;

    ChunkCompute time;
    time.forward = layers * layer.forward;
    time.backward = layers * layer.backward;
    time.forward_launch = layers * forward_launch;
    time.backward_launch = layers * backward_launch;
    if (config.recompute == Recompute::full) {
        time.recompute = time.forward;
        time.backward_launch += time.forward_launch;
    } else if (config.recompute == Recompute::selective) {
        time.recompute = layers * layer.attention;
    }
    const double element = job.precision == Precision::fp32 ? 4 : 2;
    if (chunk == 0) {
        const double embedding = roof.stream(4 * element * tokens * h);
        time.forward += embedding;
        time.backward += embedding;
    }
    if (chunk == config.chunks() - 1) {
        const double slowdown = config.tp == 1 ? fit.unsplit_head_slowdown : 1;
        const double head = slowdown * roof.product(tokens, model.vocab / tp, h);
        const double loss = roof.stream(12 * tokens * model.vocab / tp * slowdown + 5 * element * tokens * h);
        time.forward += head + loss;
        time.backward += 2 * head + loss;
        time.forward_launch += forward_launch;
        time.backward_launch += backward_launch;
    }
    return time;
}

double optimizer_s(double parameters, const ParallelConfig& config, const GpuKind& gpu,
                   const KindCalibration& fit) {
    const double share = config.zero_stage >= 1 ? double(config.dp) * config.cp : 1;
    constexpr double adam_bytes =
        34; // a parameter: gradient, two moments and master copy in, all but the first out
    return adam_bytes * parameters / share / (gpu.hbm_gb_per_s * bytes_per_gb * fit.memory_efficiency) +
           fit.iteration_overhead_s;
}

namespace {

/// Device that runs a model chunk: chunks go round the devices, or there and back in V-shaped schedules.
int device_of(const ParallelConfig& config, int chunk) {
    const bool v_shaped = config.schedule == ScheduleKind::zb_v || config.schedule == ScheduleKind::v_half ||
                          config.schedule == ScheduleKind::v_min ||
                          config.schedule == ScheduleKind::dualpipe_v;
    const int place = chunk % config.pp;
    return v_shaped && chunk / config.pp % 2 == 1 ? config.pp - 1 - place : place;
}

} // namespace

double device_parameters(const TransformerModel& model, const ParallelConfig& config, int device) {
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
