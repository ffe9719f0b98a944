// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/communication_volume.h"

#include "core/framework/framework.h"
#include "core/schedule/device_stages.h"

#include <algorithm>

namespace pipette {

CommunicationVolume communication_volume(const TransformerModel& model, const TrainingJob& job,
                                         const ParallelConfig& config) {
    const std::vector<StageShape> stages = device_stages(model, job, config);
    const double element = stages.front().element_bytes, tokens = stages.front().tokens,
                 activation = stages.front().activation_bytes(model);
    CommunicationVolume volume;
    const bool scatter_gather = framework_of(job).scatter_gather;
    volume.activation_bytes =
        config.sequence_parallel || scatter_gather ? activation / config.tp : activation;
    volume.tp_bytes = activation;
    const double kv_heads = std::max(1.0, double(model.kv_heads) / config.tp);
    volume.cp_step_bytes = 2 * tokens * kv_heads * model.hidden / model.heads * element;

    const int chunks = config.chunks();
    for (int chunk = 0; chunk < chunks; ++chunk) {
        const double layers = config.layers_per_stage[static_cast<std::size_t>(chunk)];
        double forward = 2 * layers;
        double backward = config.recompute == Recompute::full ? 4 * layers : 2 * layers;
        // Half an all-reduce is one gather or scatter: of the embedding's output, of the head's input.
        if (chunk == 0) {
            forward += config.sequence_parallel ? 0.5 : 1;
            backward += config.sequence_parallel ? 0.5 : 0;
        }
        if (chunk == chunks - 1) {
            forward += config.sequence_parallel ? 0.5 : 0;
            backward += config.sequence_parallel ? 0.5 : 1;
        }
        volume.tp_forward.push_back(forward);
        volume.tp_backward.push_back(backward);
        volume.layers.push_back(layers);
    }

    const double gradient = exchanged_gradient_bytes(job);
    const bool all_reduce = config.zero_stage == 0; // counts as reduction from end to end
    for (const StageShape& stage : stages) {
        volume.reduce_bytes.push_back((all_reduce ? 2 : 1) * gradient * stage.parameters());
        volume.gather_bytes.push_back(all_reduce ? 0 : stage.parameter_bytes());
        const double embedding = (stage.embedding + stage.positions) / stage.parameters();
        volume.last_share.push_back(stage.layers < 1 ? 1 : embedding + (1 - embedding) / stage.layers);
    }
    if (model.tied_embeddings && device_of_chunk(config, chunks - 1) != 0)
        volume.tied_bytes = gradient * embedding_parameters(model) / config.tp;
    return volume;
}

} // namespace pipette
