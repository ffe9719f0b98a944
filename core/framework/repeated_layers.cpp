// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/repeated_layers.h"

#include "core/framework/framework.h"

#include <numeric>

namespace pipette {

std::vector<int> spaced_layers(int repeated, int layers) {
    std::vector<int> chosen;
    for (int j = 0; j < repeated; ++j) // i >= (2j + 1) * layers / (2 * repeated), rounded up
        chosen.push_back(((2 * j + 1) * layers + 2 * repeated - 1) / (2 * repeated) - 1);
    return chosen;
}

PartCounts parts_repeated(const TrainingJob& job, const ParallelConfig& c, const TransformerModel& model,
                          const ModelLayers& layers, int chunk) {
    if (framework_of(job).layers_again != LayersAgain::spaced)
        return parts_repeated(c, model, layers, chunk);
    const int first = std::accumulate(c.layers_per_stage.begin(), c.layers_per_stage.begin() + chunk, 0),
              count = layers_in_chunk(c, model, chunk);
    PartCounts parts(layers.parts().size(), 0);
    for (const int layer : spaced_layers(layers_repeated(c, count), count)) {
        const PartCounts of_layer = layers.counts(first + layer, first + layer + 1);
        for (std::size_t i = 0; i < parts.size(); ++i)
            parts[i] += of_layer[i];
    }
    return parts;
}

} // namespace pipette
