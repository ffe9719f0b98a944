// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/layer_times.h"

#include "core/base/units.h"
#include "core/framework/dispatcher.h"
#include "core/framework/framework.h"
#include "core/plan/context_kind.h"
#include "core/plan/flash_attention.h"
#include "core/plan/stage_shape.h"

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

/// Seconds of matrix products.
struct Products {
    double all = 0;
    double again = 0; ///< of them, where every second one is kept
};

/// Forward seconds of the matrices around the attention core.
Products attention_products(const TransformerModel& model, const ParallelConfig& config, const Roofline& roof,
                            double tokens) {
    const double h = model.hidden, tp = config.tp, whole = config.sequence_parallel ? tp : 1;
    const AttentionWidths width = attention_widths(model);
    const double output = roof.product(tokens, h, width.output / tp);
    if (!model.mla) {
        const double all = width.query + width.key + width.value,
                     projected = roof.product(tokens, all / tp, h);
        return {projected + output, projected * width.key / all + output};
    }
    // What is compressed is not split: each tensor parallel peer does it for its part of the sequence.
    const LatentAttention& mla = *model.mla;
    const double query = mla.q_lora > 0 ? roof.product(tokens / whole, mla.q_lora, h) +
                                              roof.product(tokens, width.query / tp, mla.q_lora)
                                        : roof.product(tokens, width.query / tp, h);
    const double keys = roof.product(tokens / whole, mla.kv_lora + mla.rope, h) +
                        roof.product(tokens, model.heads * double(mla.nope + mla.v) / tp, mla.kv_lora);
    return {query + keys + output, (query + keys + output) / 2};
}

/// Seconds of adapters (LoRA): forward, and backward the gradients of their inputs and of themselves.
struct AdapterTimes {
    double forward = 0, backward = 0, weights = 0;
};

/// Adapters beside frozen matrices, on `groups` times so many tokens. Each of an adapter's products is
/// narrow: it takes at least as long as its numbers take from memory. The sum with what the frozen matrix
/// gives, and backward that of both gradients of its input, is a read of both and a write.
AdapterTimes adapter_times(const std::vector<LayerMatrix>& matrices, const TrainingJob& job,
                           const Roofline& roof, double tokens, double groups, double split) {
    const double rank = job.tuning.adapter_rank, element = element_bytes(job.precision);
    const auto narrow = [&](double wide) { // tokens x wide by wide x rank, in any order
        return std::max(roof.product(tokens, rank, wide),
                        roof.stream(element * (tokens * (wide + rank) + wide * rank)));
    };
    AdapterTimes times;
    for (const LayerMatrix& matrix : matrices) {
        const double in = matrix.in / (matrix.split == MatrixSplit::inputs ? split : 1),
                     out = matrix.out / (matrix.split == MatrixSplit::outputs ? split : 1);
        const double products = groups * (narrow(in) + narrow(out));
        times.forward += products + groups * roof.stream(3 * element * tokens * out);
        times.weights += products;
        times.backward += 2 * products + groups * roof.stream(3 * element * tokens * in);
    }
    return times;
}

/// Those of a layer; none where nothing is frozen.
AdapterTimes adapter_times(const TransformerModel& model, const TrainingJob& job,
                           const ParallelConfig& config, const Roofline& roof, double tokens,
                           FeedForward feed_forward) {
    AdapterTimes all;
    if (!job.tuning.freezes_weights())
        return all;
    const auto add = [&](const std::vector<LayerMatrix>& matrices, double rows, double groups, double split) {
        const AdapterTimes more = adapter_times(matrices, job, roof, rows, groups, split);
        all.forward += more.forward, all.backward += more.backward, all.weights += more.weights;
    };
    add(attention_matrices(model), tokens, 1, config.tp);
    if (job.tuning.targets == AdapterTargets::attention)
        return all;
    add(network_matrices(model, network_width(model, feed_forward)), tokens, 1, config.tp);
    if (feed_forward != FeedForward::experts || !model.moe)
        return all;
    const double groups = double(model.moe->experts) / config.ep,
                 copies = expert_copies(model, job, config, tokens);
    add(network_matrices(model, model.moe->ffn_hidden), copies * config.etp / groups, groups, config.etp);
    return all;
}

/// What the experts of one GPU do on one microbatch: grouped products of one expert's tokens each, and the
/// copies of tokens that are sorted by expert and back.
struct ExpertWork {
    double products = 0;    ///< seconds, forward
    double copies = 0;      ///< tokens times the experts that each goes to
    double activations = 0; ///< copies times the width of an expert on this GPU
    double routed = 0;      ///< numbers of the router: tokens times experts
};

ExpertWork expert_work(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                       const Roofline& roof, double tokens) {
    const Experts& moe = *model.moe;
    const double h = model.hidden, f = double(moe.ffn_hidden) / config.etp, gate = model.gated_mlp ? 2 : 1;
    const double own = tokens / config.tp;
    ExpertWork work;
    work.copies = expert_copies(model, job, config, tokens);
    work.activations = work.copies * moe.ffn_hidden; // of etp times the copies, each 1/etp as wide
    work.routed = own * moe.experts;
    const double groups = double(moe.experts) / config.ep, rows = work.copies * config.etp / groups;
    const double element = element_bytes(job.precision);
    const auto grouped = [&](double n, double k) { // never faster than its matrices come from memory
        return groups * std::max(roof.product(rows, n, k), roof.stream(element * (n * k + rows * (n + k))));
    };
    work.products = grouped(gate * f, h) + grouped(h, f) + roof.product(own, moe.experts, h);
    return work;
}

/// What a memory layer does in the place of a network, on this GPU's part of the tokens over tp.
struct LookupWork {
    double products = 0;              ///< seconds, forward
    double forward = 0, backward = 0; ///< elements that are read or written
};

/// Products of queries, of both halves' scores, of the gate and of the projection, all as they are kept.
/// Beside them: scores are written and read for the best of each half, sums of these pairs for the best of
/// all; rows of values come from all over memory; their sum is written, read with its gate, and their product
/// written. Backward scores and pairs as often; rows are read for the gradients of weights, and their own
/// gradients read, added to and written; three gradients beside sum and gate.
LookupWork lookup_work(const TransformerModel& model, const ParallelConfig& config, const Roofline& roof,
                       double tokens) {
    const MemoryLayers& memory = *model.memory_layers;
    const double own = tokens / config.tp, heads = memory.heads, value = value_size(model);
    const double scores = own * heads * (2.0 * memory.keys + double(memory.top_k) * memory.top_k),
                 rows = lookups(model, config, tokens) * value, sums = own * value;
    LookupWork work;
    work.products = roof.kept_product(own, heads * memory.key_dim, model.hidden) +
                    2 * heads * roof.kept_product(own, memory.keys, memory.key_dim / 2.0) +
                    roof.kept_product(own, value, model.hidden) + roof.kept_product(own, model.hidden, value);
    work.forward = 2 * scores + rows + 4 * sums;
    work.backward = 2 * scores + 3 * rows + 5 * sums;
    return work;
}

/// Memory traffic counts reads and writes of every operation between the products: norms, residuals, dropout,
/// activation, rotary embedding; without fused attention also scores, mask, softmax and dropout of the core;
/// with experts also what sorts tokens by expert and back, with a memory what it looks up.
LayerTimes block_times(const LayerForm& form, const TransformerModel& model, const TrainingJob& job,
                       const ParallelConfig& config, const Roofline& roof) {
    const double h = model.hidden, tp = config.tp, s = job.sequence_length;
    const bool mixed = form.feed_forward == FeedForward::experts && model.moe;
    const bool looks_up = form.feed_forward == FeedForward::memory && model.memory_layers;
    const double f = network_width(model, form.feed_forward);
    const double tokens = tokens_of(job, config);
    const AttentionWidths width = attention_widths(model);
    const double element = element_bytes(job.precision);
    const double gate = model.gated_mlp ? 2 : 1;
    const ExpertWork experts = mixed ? expert_work(model, job, config, roof, tokens) : ExpertWork{};
    const LookupWork memory = looks_up ? lookup_work(model, config, roof, tokens) : LookupWork{};

    const Products attention = attention_products(model, config, roof, tokens);
    const double widened = roof.product(tokens, gate * f / tp, h);
    const double products =
        attention.all + widened + roof.product(tokens, h, f / tp) + experts.products + memory.products;
    const double whole = config.sequence_parallel ? tp : 1;
    const double scores = roof.fused ? 0 : element * tokens * s * model.heads / tp;
    // The causal half of all keys; fused kernels skip what a window hides, and what other sequences hold that
    // are packed into the same.
    const double seen = roof.fused ? attended_tokens(job) : s;
    const double keys = form.windowed && roof.fused ? std::min(seen, 2.0 * model.sliding_window) : seen;
    const double core =
        roof.busiest(config) * roof.attention(tokens, keys, (width.query + width.output) / 2 / tp);
    // Each product's input, and backward the gradient of its output.
    const bool frozen = job.tuning.freezes_weights();
    const PrecisionRecipe& recipe = recipe_of(job.precision);
    const auto cast_bytes = [&](const CastBytes& bytes) { return frozen ? bytes.once : bytes.both_ways; };
    const double cast = cast_bytes(recipe.cast), grouped_cast = cast_bytes(recipe.grouped_cast),
                 gathered = recipe.casts_gathered ? 1 : whole;
    const AdapterTimes adapters = adapter_times(model, job, config, roof, tokens, form.feed_forward);
    const double sorted = experts.copies * dispatcher_of(job).copies_moved * h +
                          gate * 2 * experts.activations + 3 * experts.routed;
    LayerTimes time;
    const double softmax = roof.busiest(config) * roof.softmax(tokens, keys, model.heads / tp);
    const double scored = core + softmax + roof.stream(6.5 * scores);
    time.forward = products + adapters.forward + scored +
                   roof.stream(element * (tokens * (14 * h / whole + (2 * width.query + 2 * gate * f) / tp) +
                                          sorted + memory.forward) +
                               cast * tokens * (2 * h / gathered + (width.output + f) / tp) +
                               grouped_cast * (experts.copies * h + experts.activations));
    time.weights = adapters.weights;
    time.backward =
        (frozen ? 1 : 2) * products + adapters.backward + (roof.fused ? 2.5 : 2) * core + softmax +
        roof.stream(9.5 * scores +
                    element * (tokens * (18 * h / whole + (2 * width.query + 3 * gate * f) / tp) + sorted +
                               gate * experts.activations + memory.backward) +
                    cast * tokens *
                        (2 * h / gathered + (width.query + width.key + width.value + gate * f) / tp) +
                    grouped_cast * (experts.copies * h + gate * experts.activations));
    // Of a gated network's two products that widen one is kept, of two products the first; of a memory all.
    time.again = framework_of(job).selective == SelectiveKeeps::all_but_scores
                     ? scored
                     : time.forward - scored - products - roof.stream(element * memory.forward) +
                           attention.again + (model.gated_mlp ? widened / 2 : 0) + experts.products / 2;
    return time;
}

LayerTimes head_times(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                      const Roofline& roof) {
    const double h = model.hidden, tp = config.tp, tokens = tokens_of(job, config);
    const double head = roof.kept_product(tokens, model.vocab / tp, h);
    // Of both passes' 64 bytes a logit: to fp32, maximum, difference, exponential, sum, quotient, transposed;
    // backward the product with the gradient, to 16 bits, transposed.
    constexpr double loss_bytes = 32;
    const double loss =
        roof.stream(loss_bytes * tokens * model.vocab / tp + 5 * element_bytes(job.precision) * tokens * h);
    return {head + loss, (job.tuning.freezes_weights() ? 1 : 2) * head + loss};
}

} // namespace

LayerTimes roofline_times(LayerKind kind, const TransformerModel& model, const TrainingJob& job,
                          const ParallelConfig& config, const FittedGpu& fitted) {
    const Roofline roof(fitted.kind, job, fitted.fit);
    switch (kind) {
    case LayerKind::embedding: {
        const double pass =
            roof.stream(4 * element_bytes(job.precision) * tokens_of(job, config) * model.hidden);
        return {pass, job.tuning.freezes_weights() ? 0 : pass};
    }
    case LayerKind::head:
        return head_times(model, job, config, roof);
    case LayerKind::block:
        break;
    }
    return block_times({}, model, job, config, roof);
}

LayerTimes roofline_times(const LayerForm& form, const TransformerModel& model, const TrainingJob& job,
                          const ParallelConfig& config, const FittedGpu& fitted) {
    return block_times(form, model, job, config, Roofline(fitted.kind, job, fitted.fit));
}

double prediction_s(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                    const FittedGpu& fitted) {
    const double h = model.hidden;
    return Roofline(fitted.kind, job, fitted.fit).product(tokens_of(job, config), h / config.tp, 2 * h);
}

double ring_attention_s(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config,
                        const FittedGpu& fitted) {
    const double part = double(job.sequence_length) / config.cp;
    const AttentionWidths width = attention_widths(model);
    const Roofline roof(fitted.kind, job, fitted.fit);
    const double queries = part * config.micro_batch,
                 keys = roof.fused ? double(attended_tokens(job)) / config.cp : part;
    return roof.busiest(config) *
           (roof.attention(queries, keys, (width.query + width.output) / 2 / config.tp) +
            roof.softmax(queries, keys, double(model.heads) / config.tp));
}

} // namespace pipette
