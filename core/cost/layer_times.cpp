// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/layer_times.h"

#include "core/base/units.h"
#include "core/framework/dispatcher.h"
#include "core/framework/framework.h"
#include "core/plan/context_kind.h"
#include "core/plan/flash_attention.h"
#include "core/workload/encoder.h"
#include "core/workload/layers/part_folds.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

/// Times of one GPU: matrix products by size, everything else by bytes. Seconds.
struct Roofline {
    double peak, kept_peak, hbm, product_efficiency; ///< kept_peak: of what is not cast
    double exponentials;                             ///< a second; 0: not known
    bool fused;                                      ///< attention
    const KindCalibration& fit;

    Roofline(const GpuKind& gpu, const TrainingJob& job, const KindCalibration& calibration)
        : peak(gpu.peak_flops(gpu.supports(job.precision) ? job.precision : Precision::fp32)),
          kept_peak(peak),
          hbm(gpu.hbm_gb_per_s * bytes_per_gb),
          product_efficiency(calibration.matmul_efficiency),
          exponentials(gpu.exponentials_tera_per_s * 1e12),
          fused(fuses_attention(job, gpu)),
          fit(calibration) {
        if (!recipe_of(job.precision).casts())
            return;
        // The attention core and the head stay in 16 bits.
        kept_peak = gpu.peak_flops(gpu.supports(Precision::bf16) ? Precision::bf16 : Precision::fp16);
        const double in_8_bits =
            gpu.supports(Precision::fp8) ? gpu.peak_flops(Precision::fp8) : 2 * kept_peak;
        product_efficiency *= std::pow(fit.fp8_efficiency, 1 + std::max(0.0, std::log2(peak / in_8_bits)));
    }
    /// Of an m x k by a k x n matrix. Tensor cores work on whole tiles: 128 by 128 results, from 64 elements
    /// of both at a time (NVIDIA, "Matrix Multiplication Background", tile quantization).
    double product(double m, double n, double k) const {
        return whole_tiles(m, n, k) / (peak * product_efficiency);
    }
    /// Of what is not cast.
    double kept_product(double m, double n, double k) const {
        return whole_tiles(m, n, k) / (kept_peak * fit.matmul_efficiency);
    }
    static double whole_tiles(double m, double n, double k) {
        const auto whole = [](double size, double tile) { return std::ceil(size / tile) * tile; };
        return 2 * whole(m, 128) * whole(n, 128) * whole(k, 64);
    }
    /// Of the attention core's two products, `width` elements wide; fused kernels skip what the mask hides.
    double attention(double queries, double keys, double width) const {
        return (fused ? 2 : 4) * queries * keys * width /
               (kept_peak * fit.matmul_efficiency * fit.attention_efficiency);
    }
    /// Of the exponentials of a fused softmax, one a score that the mask leaves (an H100 has 256 times the
    /// rate in products: FlashAttention-3, arXiv:2407.08608, section 3.1). They are added to the products:
    /// what kernels overlap of the two the fitted efficiency holds. Where kernels are not fused, memory
    /// traffic takes longer.
    double softmax(double queries, double keys, double heads) const {
        return fused && exponentials > 0 ? queries * keys * heads / 2 / exponentials : 0;
    }
    /// Attention of the GPU that has most to do over that of the mean: kernels that are not fused do all.
    double busiest(const ParallelConfig& config) const { return fused ? causal_share(config) : 1; }
    double stream(double bytes) const { return bytes / (hbm * fit.memory_efficiency); }
};

double tokens_of(const TrainingJob& job, const ParallelConfig& config) {
    return double(job.sequence_length) * config.micro_batch / config.cp;
}

/// What the rows of a part are timed with.
struct PartTimer {
    const TransformerModel& model;
    const TrainingJob& job;
    const ParallelConfig& config;
    const Roofline& roof;
    AxisSizes sizes = axis_sizes(config);
    double tokens = tokens_of(job, config);
    double element = element_bytes(job.precision);

    double rows(const TokenRows& of) const { return rows_of(of, job, sizes, tokens); }

    /// Forward, seconds. A grouped product is never faster than its matrices come from memory.
    double product_s(const Product& product) const {
        const double m = rows(product.rows), n = product.out / sizes.of(product.out_cut),
                     k = product.in / sizes.of(product.in_cut);
        if (product.sets > 1) {
            const double groups = product.sets / sizes.of(product.sets_cut), each = m / groups;
            return groups *
                   std::max(roof.product(each, n, k), roof.stream(element * (n * k + each * (n + k))));
        }
        return product.alike * (product.casts ? roof.product(m, n, k) : roof.kept_product(m, n, k));
    }

    /// The adapters beside one frozen matrix. Each of an adapter's products is narrow: it takes at least as
    /// long as its numbers take from memory. The sum with what the frozen matrix gives, and backward that of
    /// both gradients of its input, is a read of both and a write.
    void add_adapters(LayerTimes& time, const Product& product) const {
        if (!carries_adapters(product, job.tuning))
            return;
        const double rank = job.tuning.adapter_rank, groups = product.sets / sizes.of(product.sets_cut);
        // Before an adapter, a part of the sequence is the whole of it.
        const double each = rows_of(product.rows, job, sizes.with(axis::sequence, 1), tokens) / groups;
        const auto narrow = [&](double wide) { // rows x wide by wide x rank, in any order
            return std::max(roof.product(each, rank, wide),
                            roof.stream(element * (each * (wide + rank) + wide * rank)));
        };
        const double in = product.in / sizes.of(product.in_cut),
                     out = product.out / sizes.of(product.out_cut);
        const double products = groups * (narrow(in) + narrow(out));
        time.forward += products + groups * roof.stream(3 * element * each * out);
        time.weights += products;
        time.backward += 2 * products + groups * roof.stream(3 * element * each * in);
    }

    /// Bytes of one element of a row of traffic.
    double moved_bytes(const MemoryTraffic& traffic) const {
        const PrecisionRecipe& recipe = recipe_of(job.precision);
        const auto cast_bytes = [&](const CastBytes& bytes) {
            return job.tuning.freezes_weights() ? bytes.once : bytes.both_ways;
        };
        switch (traffic.kind) {
        case MemoryTraffic::kept:
            return element;
        case MemoryTraffic::sorted:
            return element * dispatcher_of(job).copies_moved;
        case MemoryTraffic::cast:
            return cast_bytes(recipe.cast);
        case MemoryTraffic::grouped_cast:
            return cast_bytes(recipe.grouped_cast);
        }
        return 0;
    }
    /// Rows of traffic: where every tensor parallel peer casts all that it gathered, it casts the whole
    /// sequence.
    double moved_rows(const MemoryTraffic& traffic) const {
        const bool whole = traffic.kind == MemoryTraffic::cast && recipe_of(job.precision).casts_gathered;
        return rows_of(traffic.rows, job, whole ? sizes.with(axis::sequence, 1) : sizes, tokens) /
               sizes.of(traffic.cut);
    }

    /// Memory traffic counts reads and writes of every operation between the products; without fused
    /// attention also scores, mask, softmax and dropout of the core.
    LayerTimes time(const PartTable& part) const {
        LayerTimes time;
        const RecomputeModules modules = repeated_modules(config);
        double products = 0, again = 0, not_again = 0, repeated = 0;
        for (const Product& product : part.products) {
            const double seconds = product_s(product);
            products += seconds, again += product.again * seconds;
            repeated += product.modules.meets(modules) ? seconds : 0;
            add_adapters(time, product);
        }
        time.forward += products, time.backward += (job.tuning.freezes_weights() ? 1 : 2) * products;
        for (const MemoryTraffic& traffic : part.traffic) {
            const double moved = moved_bytes(traffic) * moved_rows(traffic);
            time.forward += roof.stream(moved * traffic.forward);
            time.backward += roof.stream(moved * traffic.backward);
            not_again += traffic.again ? 0 : roof.stream(moved * traffic.forward);
            repeated += traffic.modules.meets(modules) ? roof.stream(moved * traffic.repeated) : 0;
        }
        time.again = framework_of(job).selective == SelectiveKeeps::modules
                         ? repeated
                         : time.forward - products - not_again + again;
        if (part.core)
            add_core(time, *part.core);
        return time;
    }

    /// Elements of traffic for each score where attention is not fused, forward and backward. The products
    /// write scores and read weights, the softmax reads and writes; dropout does both and moves its mask.
    /// The fused softmax of 16 bits masks, too (odd_heads_launches); in fp32 a kernel of its own does.
    std::pair<double, double> score_traffic() const {
        const double dropout = model.attention_dropout ? 2.5 : 0,
                     mask = recipe_of(job.precision).keeps_fp32() ? 2 : 0;
        return {4 + dropout + mask, 7 + dropout + mask};
    }

    /// The causal half of all keys; fused kernels skip what a window hides, and what other sequences hold
    /// that are packed into the same.
    void add_core(LayerTimes& time, const AttentionCore& attention) const {
        const double tp = sizes.of(axis::tp), s = job.sequence_length;
        const double scores = roof.fused ? 0 : element * tokens * s * attention.heads / tp;
        const auto [forward_traffic, backward_traffic] = score_traffic();
        const double seen = roof.fused ? attended_tokens(job) : s;
        const double keys =
            attention.windowed && roof.fused ? std::min(seen, 2.0 * model.sliding_window) : seen;
        // A fused kernel does half of the work where a causal mask hides the other half.
        const double busiest = attention.causal ? roof.busiest(config) : roof.fused ? 2 : 1;
        const double core =
            busiest * roof.attention(tokens, keys, (attention.query + attention.output) / 2 / tp);
        const double softmax = busiest * roof.softmax(tokens, keys, attention.heads / tp);
        const double scored = core + softmax + roof.stream(forward_traffic * scores);
        time.forward += scored;
        time.backward += (roof.fused ? 2.5 : 2) * core + softmax + roof.stream(backward_traffic * scores);
        time.again += repeated_modules(config).has(RecomputeModule::core_attn) &&
                              framework_of(job).selective == SelectiveKeeps::modules
                          ? scored
                          : 0;
    }
};

/// The product with the vocabulary, and the loss.
LayerTimes head_times(const PartTimer& timer, const ModelLayers& layers) {
    LayerTimes time = timer.time(layers.head());
    // Of both passes' 64 bytes a logit: to fp32, maximum, difference, exponential, sum, quotient, transposed;
    // backward the product with the gradient, to 16 bits, transposed.
    constexpr double loss_bytes = 32;
    const double logits = timer.tokens * timer.model.vocab / timer.sizes.of(axis::tp);
    const double loss = timer.roof.stream(loss_bytes * logits);
    time.forward += loss, time.backward += loss;
    return time;
}

} // namespace

LayerTimes operator*(double count, const LayerTimes& one) {
    return {count * one.forward, count * one.backward, count * one.again, count * one.weights};
}

LayerTimes& operator+=(LayerTimes& sum, const LayerTimes& more) {
    sum.forward += more.forward, sum.backward += more.backward;
    sum.again += more.again, sum.weights += more.weights;
    return sum;
}

LayerTimes roofline_times(LayerKind kind, const TransformerModel& model, const TrainingJob& job,
                          const ParallelConfig& config, const FittedGpu& fitted) {
    const Roofline roof(fitted.kind, job, fitted.fit);
    const PartTimer timer{model, job, config, roof};
    const auto layers = layers_of(model);
    LayerTimes time;
    switch (kind) {
    case LayerKind::embedding:
        time = timer.time(layers->embedding());
        time.backward = job.tuning.freezes_weights() ? 0 : time.backward;
        return time;
    case LayerKind::head:
        return head_times(timer, *layers);
    case LayerKind::block:
        break;
    }
    for (const ModelPart& part : layers->parts())
        if (part.plain)
            time += timer.time(part.table);
    return time;
}

LayerTimes roofline_times(const PartTable& part, const TransformerModel& model, const TrainingJob& job,
                          const ParallelConfig& config, const FittedGpu& fitted) {
    const Roofline roof(fitted.kind, job, fitted.fit);
    return PartTimer{model, job, config, roof}.time(part);
}

double prediction_s(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                    const FittedGpu& fitted) {
    const Roofline roof(fitted.kind, job, fitted.fit);
    const PartTimer timer{model, job, config, roof};
    double seconds = 0;
    for (const Product& product : layers_of(model)->prediction().products)
        seconds += timer.product_s(product);
    return seconds;
}

LayerTimes encoder_times(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                         const FittedGpu& fitted) {
    const Roofline roof(fitted.kind, job, fitted.fit);
    const EncoderParts& encoder = *layers_of(model)->encoder();
    const TrainingJob of_encoder = encoder_job(job, model);
    const PartTimer timer{encoder.model, of_encoder, config, roof};
    LayerTimes all;
    encoder.each([&](const PartTable& part, int count, bool projector) {
        LayerTimes time = count * timer.time(part);
        if (projector ? job.tuning.freezes_weights() : freezes_encoder(model, job))
            time.backward = time.again = 0;
        else if (config.recompute == Recompute::full && !projector)
            time.again = time.forward;
        else if (config.recompute != Recompute::selective)
            time.again = 0;
        all += time;
    });
    return all;
}

double ring_attention_s(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                        const FittedGpu& fitted) {
    const double part = double(job.sequence_length) / config.cp, tp = axis_sizes(config).of(axis::tp);
    const auto layers = layers_of(model);
    const AttentionCore* core = layers->core();
    const Roofline roof(fitted.kind, job, fitted.fit);
    const double queries = part * config.micro_batch,
                 keys = roof.fused ? double(attended_tokens(job)) / config.cp : part;
    return roof.busiest(config) * (roof.attention(queries, keys, (core->query + core->output) / 2 / tp) +
                                   roof.softmax(queries, keys, core->heads / tp));
}

} // namespace pipette
