// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/kept_activations.h"

#include "core/framework/framework.h"
#include "core/framework/repeated_layers.h"
#include "core/workload/encoder.h"
#include "core/workload/layers/part_folds.h"

#include <numeric>

namespace pipette {
namespace {

/// Bytes of one layer's scores where attention is not fused: their softmax, and with dropout what it leaves
/// and the mask's byte: 5as/h of sbh (Korthikanti et al. 2022, equation 1).
double scores_bytes(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c) {
    const double s = job.sequence_length;
    const double element = element_bytes(job.precision),
                 bytes = m.attention_dropout ? 2 * element + 1 : element;
    return job.flash_attention ? 0 : bytes * s * s * c.micro_batch * m.heads / c.cp / c.tp_y();
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

/// What the parts of a layer keep of one microbatch (Fujii et al. section 3; Korthikanti et al. table 2).
class PartKeeper {
public:
    PartKeeper(const TrainingJob& job, const ParallelConfig& c, Keeps keeps)
        : job_(job),
          habits_(framework_of(job).memory),
          sizes_(axis_sizes(c)),
          tokens_(double(job.sequence_length) * c.micro_batch / c.cp),
          element_(element_bytes(job.precision)),
          of_product_(habits_.keeps_products_precision ? recipe_of(job.precision).product_bytes : element_),
          every_second_(keeps_every_second(job, c)),
          freed_(every_second_ ? RecomputeModules{} : repeated_modules(c)),
          keeps_(keeps),
          moved_(c.offload.modules) {}

    /// Bytes of one part, and of its adapters: what lies between their two matrices.
    double bytes(const PartTable& part) const {
        double bytes = 0;
        for (const KeptTensor& kept : part.kept) {
            if ((keeps_ == Keeps::checkpoint && kept.when != KeptTensor::checkpoint) || !is_kept(kept.when) ||
                kept.modules.meets(freed_) || (keeps_ == Keeps::offloadable && !kept.inputs_of.meets(moved_)))
                continue;
            bytes += element_bytes_of(kept) * rows_of(kept.rows, job_, sizes_, tokens_) *
                     (every_second_ ? kept.every_second : kept.elements) / sizes_.of(kept.cut);
        }
        if (keeps_ != Keeps::rest || every_second_ || !job_.tuning.freezes_weights())
            return bytes;
        for (const Product& product : part.products)
            if (carries_adapters(product, job_.tuning)) {
                TokenRows rows = product.rows;
                rows.gathered = axis::none;
                bytes += element_ * job_.tuning.adapter_rank *
                         rows_of(rows, job_, sizes_.with(axis::sequence, 1), tokens_);
            }
        return bytes;
    }

private:
    double element_bytes_of(const KeptTensor& kept) const {
        if (kept.bytes > 0)
            return kept.bytes;
        if (kept.of_activation && job_.fp8_activation_inputs && !kept.starts.meets(freed_))
            return 1;
        return kept.low_precision ? of_product_ : element_;
    }

    /// Whether the job's framework and tuning keep such a tensor where nothing is computed again.
    bool is_kept(KeptTensor::When when) const {
        switch (when) {
        case KeptTensor::always:
        case KeptTensor::checkpoint:
            return true;
        case KeptTensor::weights_train:
            return !drops_network_inputs(job_);
        case KeptTensor::before_rotary:
            return habits_.keeps_rotary_inputs;
        case KeptTensor::fused_attention:
            return job_.flash_attention;
        case KeptTensor::unfused_activation:
            return !habits_.fused_activation;
        case KeptTensor::weighted_last:
            return !habits_.weighs_inside_experts;
        }
        return true;
    }

    const TrainingJob& job_;
    const MemoryHabits& habits_;
    AxisSizes sizes_;
    double tokens_, element_;
    double of_product_; ///< bytes of an element of a product's input
    bool every_second_;
    RecomputeModules freed_;
    Keeps keeps_;
    OffloadModules moved_; ///< whose inputs are offloadable
};

} // namespace

std::vector<double> activations_of_parts(const ModelLayers& layers, const TransformerModel& m,
                                         const TrainingJob& job, const ParallelConfig& c, Keeps keeps) {
    const bool frees_scores =
        keeps == Keeps::checkpoint || (keeps == Keeps::offloadable && !c.offload.modules.empty()) ||
        keeps_every_second(job, c) || repeated_modules(c).has(RecomputeModule::core_attn);
    const PartKeeper keeper(job, c, keeps);
    std::vector<double> bytes; // scores belong to the core of attention
    bytes.reserve(layers.parts().size());
    for (const ModelPart& part : layers.parts())
        bytes.push_back(keeper.bytes(part.table) +
                        (part.table.core && !frees_scores ? scores_bytes(m, job, c) : 0));
    return bytes;
}

double encoder_activations(const EncoderParts& encoder, const TransformerModel& model, const TrainingJob& job,
                           const ParallelConfig& config) {
    if (job.tuning.freezes_weights())
        return 0;
    const TrainingJob of_encoder = encoder_job(job, model);
    const PartKeeper projector(of_encoder, config, Keeps::rest);
    double bytes = projector.bytes(encoder.projector);
    if (model.encoder->frozen)
        return bytes;
    const std::vector<double> of_parts =
        activations_of_parts(encoder.layers, encoder.model, of_encoder, config,
                             config.recompute == Recompute::full ? Keeps::checkpoint : Keeps::rest);
    const PartCounts counts = encoder.layers.counts(0, encoder.model.layers);
    bytes += projector.bytes(encoder.patches);
    return std::inner_product(of_parts.begin(), of_parts.end(), counts.begin(), bytes);
}

std::vector<double> chunk_offloadable(const ModelLayers& layers, const TransformerModel& m,
                                      const TrainingJob& job, const ParallelConfig& c) {
    if (c.offload.modules.empty())
        return chunk_activations(layers, m, job, c);
    const std::vector<double> of_part = activations_of_parts(layers, m, job, c, Keeps::offloadable);
    std::vector<double> bytes;
    for (int chunk = 0; chunk < c.chunks(); ++chunk) {
        const PartCounts counts = parts_in_chunk(c, m, layers, chunk);
        bytes.push_back(std::inner_product(of_part.begin(), of_part.end(), counts.begin(), 0.0));
    }
    return bytes;
}

std::vector<double> chunk_activations(const ModelLayers& layers, const TransformerModel& m,
                                      const TrainingJob& job, const ParallelConfig& c) {
    const std::vector<double> inputs = activations_of_parts(layers, m, job, c, Keeps::checkpoint),
                              rest = activations_of_parts(layers, m, job, c, Keeps::rest);
    std::vector<double> bytes;
    for (int chunk = 0; chunk < c.chunks(); ++chunk) {
        const PartCounts counts = parts_in_chunk(c, m, layers, chunk),
                         repeated = parts_repeated(job, c, m, layers, chunk);
        double kept = 0;
        for (std::size_t i = 0; i < counts.size(); ++i)
            kept += repeated[i] * inputs[i] + (counts[i] - repeated[i]) * rest[i];
        bytes.push_back(kept);
    }
    if (layers.encoder())
        bytes.front() += encoder_activations(*layers.encoder(), m, job, c);
    return bytes;
}

} // namespace pipette
