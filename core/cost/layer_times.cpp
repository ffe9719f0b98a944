// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/layer_times.h"

#include "core/base/units.h"
#include "core/plan/flash_attention.h"

namespace pipette {
namespace {

/// Times of one GPU: matrix products by size, everything else by bytes. Seconds.
struct Roofline {
    double peak, attention_peak, hbm;
    bool fused; ///< attention
    const KindCalibration& fit;

    Roofline(const GpuKind& gpu, const TrainingJob& job, const KindCalibration& calibration)
        : peak(gpu.peak_flops(gpu.supports(job.precision) ? job.precision : Precision::fp32)),
          attention_peak(peak),
          hbm(gpu.hbm_gb_per_s * bytes_per_gb),
          fused(fuses_attention(job, gpu)),
          fit(calibration) {
        if (job.precision == Precision::fp8) // the attention core stays in 16 bits
            attention_peak =
                gpu.peak_flops(gpu.supports(Precision::bf16) ? Precision::bf16 : Precision::fp16);
    }
    double product(double m, double n, double k) const { ///< of an m x k by a k x n matrix
        return 2 * m * n * k / (peak * fit.matmul_efficiency);
    }
    /// Of the attention core's two products, `width` elements wide; fused kernels skip what the mask hides.
    double attention(double queries, double keys, double width) const {
        return (fused ? 2 : 4) * queries * keys * width /
               (attention_peak * fit.matmul_efficiency * fit.attention_efficiency);
    }
    double stream(double bytes) const { return bytes / (hbm * fit.memory_efficiency); }
};

double tokens_of(const TrainingJob& job, const ParallelConfig& config) {
    return double(job.sequence_length) * config.micro_batch / config.cp;
}

/// Memory traffic counts reads and writes of every operation between the products: norms, residuals, dropout,
/// activation, rotary embedding; without fused attention also scores, mask, softmax and dropout of the core.
LayerTimes block_times(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                       const Roofline& roof) {
    const double h = model.hidden, f = model.ffn_hidden, tp = config.tp, s = job.sequence_length;
    const double tokens = tokens_of(job, config);
    const double kv = double(model.kv_heads) / model.heads;
    const double element = element_bytes(job.precision);
    const double gate = model.gated_mlp ? 2 : 1;

    const double products = roof.product(tokens, h * (1 + 2 * kv) / tp, h) + roof.product(tokens, h, h / tp) +
                            roof.product(tokens, gate * f / tp, h) + roof.product(tokens, h, f / tp);
    const double whole = config.sequence_parallel ? tp : 1;
    const double scores = roof.fused ? 0 : element * tokens * s * model.heads / tp;
    const double core = roof.attention(tokens, s, h / tp);
    // Each product's input, and backward the gradient of its output, is read in 16 bits and written in 8, as
    // it is and transposed.
    const double cast = job.precision == Precision::fp8 ? 4 * tokens : 0;
    LayerTimes time;
    time.attention = core + roof.stream(6.5 * scores);
    time.forward = products + time.attention +
                   roof.stream(element * tokens * (14 * h / whole + (2 * h + 2 * gate * f) / tp) +
                               cast * (2 * h / whole + (h + f) / tp));
    time.backward =
        2 * products + (roof.fused ? 2.5 : 2) * core +
        roof.stream(9.5 * scores + element * tokens * (18 * h / whole + (2 * h + 3 * gate * f) / tp) +
                    cast * (2 * h / whole + (h * (1 + 2 * kv) + gate * f) / tp));
    return time;
}

LayerTimes head_times(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                      const Roofline& roof) {
    const double h = model.hidden, tp = config.tp, tokens = tokens_of(job, config);
    const double slowdown = config.tp == 1 ? roof.fit.unsplit_head_slowdown : 1;
    const double head = slowdown * roof.product(tokens, model.vocab / tp, h);
    // Of both passes' 64 bytes a logit: to fp32, maximum, difference, exponential, sum, quotient, transposed;
    // backward the product with the gradient, to 16 bits, transposed.
    constexpr double loss_bytes = 32;
    const double loss =
        roof.stream(loss_bytes * tokens * model.vocab / tp + 5 * element_bytes(job.precision) * tokens * h);
    return {head + loss, 2 * head + loss, 0};
}

} // namespace

LayerTimes roofline_times(LayerKind kind, const TransformerModel& model, const TrainingJob& job,
                          const ParallelConfig& config, const FittedGpu& fitted) {
    const Roofline roof(fitted.kind, job, fitted.fit);
    switch (kind) {
    case LayerKind::embedding: {
        const double pass =
            roof.stream(4 * element_bytes(job.precision) * tokens_of(job, config) * model.hidden);
        return {pass, pass, 0};
    }
    case LayerKind::head:
        return head_times(model, job, config, roof);
    case LayerKind::block:
        break;
    }
    return block_times(model, job, config, roof);
}

double ring_attention_s(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                        const FittedGpu& fitted) {
    const double part = double(job.sequence_length) / config.cp;
    return Roofline(fitted.kind, job, fitted.fit)
        .attention(part * config.micro_batch, part, double(model.hidden) / config.tp);
}

} // namespace pipette
