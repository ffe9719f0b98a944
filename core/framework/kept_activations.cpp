// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/kept_activations.h"

#include "core/framework/framework.h"
#include "core/workload/layers/part_folds.h"

namespace pipette {
namespace {

/// Bytes of one layer's scores, their softmax and its dropout where attention is not fused: 5as/h of sbh
/// (Korthikanti et al. 2022, equation 1): two elements and the mask's byte.
double scores_bytes(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c) {
    const double s = job.sequence_length;
    const double bytes = 2 * element_bytes(job.precision) + 1;
    return job.flash_attention ? 0 : bytes * s * s * c.micro_batch * m.heads / c.cp / c.tp;
}

/// Whether feed-forward matrices are frozen without adapters: nothing then asks for the inputs of their
/// products, which are kept for the gradients of weights alone.
bool drops_network_inputs(const TrainingJob& job) {
    return job.tuning.freezes_weights() && job.tuning.targets == AdapterTargets::attention;
}

bool keeps_every_second(const TrainingJob& job, const ParallelConfig& c) {
    return c.recompute == Recompute::selective &&
           framework_of(job).selective == SelectiveKeeps::every_second_product;
}

/// Whether the job's framework and tuning keep such a tensor where nothing is computed again.
bool is_kept(KeptTensor::When when, const TrainingJob& job) {
    const MemoryHabits& habits = framework_of(job).memory;
    switch (when) {
    case KeptTensor::always:
    case KeptTensor::checkpoint:
        return true;
    case KeptTensor::weights_train:
        return !drops_network_inputs(job);
    case KeptTensor::before_rotary:
        return habits.keeps_rotary_inputs;
    case KeptTensor::fused_attention:
        return job.flash_attention;
    case KeptTensor::unfused_activation:
        return !habits.fused_activation;
    case KeptTensor::weighted_last:
        return !habits.weighs_inside_experts;
    }
    return true;
}

/// Bytes that one part of a layer keeps of one microbatch (Fujii et al. section 3; Korthikanti et al. table
/// 2), and its adapters: what lies between their two matrices.
double part_activations(const PartTable& part, const TrainingJob& job, const ParallelConfig& c, Keeps keeps) {
    const AxisSizes sizes = axis_sizes(c);
    const double tokens = double(job.sequence_length) * c.micro_batch / c.cp,
                 element = element_bytes(job.precision);
    const bool every_second = keeps_every_second(job, c);
    const RecomputeModules freed = every_second ? RecomputeModules{} : repeated_modules(c);
    const double of_product =
        framework_of(job).memory.keeps_products_precision ? recipe_of(job.precision).product_bytes : element;
    double bytes = 0;
    for (const KeptTensor& kept : part.kept) {
        if ((keeps == Keeps::checkpoint && kept.when != KeptTensor::checkpoint) || !is_kept(kept.when, job) ||
            kept.modules.meets(freed))
            continue;
        bytes += (kept.bytes > 0       ? kept.bytes
                  : kept.low_precision ? of_product
                                       : element) *
                 rows_of(kept.rows, job, sizes, tokens) * (every_second ? kept.every_second : kept.elements) /
                 sizes.of(kept.cut);
    }
    if (keeps == Keeps::checkpoint || every_second)
        return bytes;
    for (const Product& product : part.products)
        if (carries_adapters(product, job.tuning)) {
            TokenRows rows = product.rows;
            rows.gathered = axis::none;
            bytes +=
                element * job.tuning.adapter_rank * rows_of(rows, job, sizes.with(axis::sequence, 1), tokens);
        }
    return bytes;
}

} // namespace

std::vector<double> activations_of_parts(const ModelLayers& layers, const TransformerModel& m,
                                         const TrainingJob& job, const ParallelConfig& c, Keeps keeps) {
    const bool frees_scores = keeps == Keeps::checkpoint || keeps_every_second(job, c) ||
                              repeated_modules(c).has(RecomputeModule::core_attn);
    std::vector<double> bytes; // scores belong to the core of attention
    for (const ModelPart& part : layers.parts())
        bytes.push_back(part_activations(part.table, job, c, keeps) +
                        (part.table.core && !frees_scores ? scores_bytes(m, job, c) : 0));
    return bytes;
}

std::vector<double> chunk_activations(const ModelLayers& layers, const TransformerModel& m,
                                      const TrainingJob& job, const ParallelConfig& c) {
    const std::vector<double> inputs = activations_of_parts(layers, m, job, c, Keeps::checkpoint),
                              rest = activations_of_parts(layers, m, job, c, Keeps::rest);
    std::vector<double> bytes;
    for (int chunk = 0; chunk < c.chunks(); ++chunk) {
        const PartCounts counts = parts_in_chunk(c, m, layers, chunk),
                         repeated = parts_repeated(c, m, layers, chunk);
        double kept = 0;
        for (std::size_t i = 0; i < counts.size(); ++i)
            kept += repeated[i] * inputs[i] + (counts[i] - repeated[i]) * rest[i];
        bytes.push_back(kept);
    }
    return bytes;
}

} // namespace pipette
