// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/optimizer.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/framework/framework.h"

#include <algorithm>

namespace pipette {
namespace {

constexpr double adam_moment_bytes = 8;

/// FLOPs of the iterations on one matrix: each multiplies it with itself, the square result with itself, and
/// that with the matrix (Jordan et al. 2024, "Muon"): 4u^2w + 2u^3 for sides u <= w.
double newton_schulz_flops(int steps, double in, double out) {
    const double u = std::min(in, out), w = std::max(in, out);
    return steps * (4 * u * u * w + 2 * u * u * u);
}

} // namespace

const Optimizer& optimizer_of(const TrainingJob& job) {
    const Optimizer* found = Registry<Optimizer>::find(job.optimizer);
    if (found == nullptr)
        throw InputError({}, "optimizer",
                         in_quotes(job.optimizer) + " is not known, expected " +
                             Registry<Optimizer>::names());
    return *found;
}

double optimizer_state_bytes(const TransformerModel& model, const TrainingJob& job, const StageShape& stage) {
    const Optimizer& optimizer = optimizer_of(job);
    // What 16 bits leave over says nothing of weights that are kept in fewer.
    const double master = keeps_low_precision_weights(job)
                              ? master_copy_bytes(job.precision)
                              : std::min(optimizer.master_bytes, master_copy_bytes(job.precision));
    double moments = optimizer.moment_bytes;
    constexpr double in_16_bits = 4; // both of Adam's
    if (moments == adam_moment_bytes && framework_of(job).memory.short_moments && model.mla)
        moments = in_16_bits;
    if (optimizer.takes_matrices() && !stage.frozen && stage.trained_parameters() > 0) {
        const double matrices = (stage.beside_experts + stage.experts) / stage.trained_parameters();
        moments = matrices * moments + (1 - matrices) * adam_moment_bytes;
    }
    return moments + master;
}

MatrixUpdates matrix_updates(const TransformerModel& model, const TrainingJob& job,
                             const ParallelConfig& config, std::span<const int> chunks) {
    MatrixUpdates updates;
    const Optimizer& optimizer = optimizer_of(job);
    if (!optimizer.takes_matrices() || job.tuning.freezes_weights())
        return updates;
    const auto layers = layers_of(model);
    const AxisSizes sizes = axis_sizes(config);
    const bool shared = config.zero_stage > 0;
    for (const int chunk : chunks) {
        const PartCounts counts = parts_in_chunk(config, model, *layers, chunk);
        for (std::size_t i = 0; i < counts.size(); ++i)
            for (const Product& product : layers->parts()[i].table.products) {
                const bool grouped = product.sets > 1;
                const double cut = sizes.of(product.in_cut) * sizes.of(product.out_cut),
                             owners = !shared   ? 1
                                      : grouped ? config.edp()
                                                : config.sharers();
                const double matrices =
                    counts[i] * product.alike * product.sets / sizes.of(product.sets_cut) / owners;
                constexpr double full = 4; // momentum
                updates.flops +=
                    matrices * newton_schulz_flops(optimizer.newton_schulz_steps, product.in, product.out);
                updates.bytes += matrices * full * product.in * product.out * (1 - 1 / cut);
            }
    }
    return updates;
}

} // namespace pipette
