// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/space/free_choice.h"

#include "core/base/index.h"
#include "core/base/units.h"
#include "core/cost/config_work.h"
#include "core/framework/kept_activations.h"
#include "core/memory/chain_choice.h"
#include "core/memory/chunks_held.h"
#include "core/plan/flash_attention.h"
#include "core/plan/stages/stage_tp.h"
#include "core/schedule/device_stages.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// One way to treat all layers alike: [chunk] bytes that they keep, and seconds.
struct ChunkWays {
    std::vector<double> bytes;
    ConfigWork work;
};

class Chains {
public:
    Chains(const PlanInputs& inputs, const Knowledge& knowledge, const Candidate& candidate)
        : inputs_(inputs),
          knowledge_(knowledge),
          candidate_(candidate),
          job_(as_run_on(*inputs.cluster, candidate.mapping.gpu_of_rank, inputs.job)),
          own_(of(candidate.config)) {
        ParallelConfig config = candidate.config;
        config.offload.activations = 0, config.offload.modules = {}, config.recompute_layers = 0;
        if (config.recompute == Recompute::selective)
            repeating_.push_back(of(config));
        config.recompute = Recompute::full;
        repeating_.push_back(of(config));
        config.recompute = Recompute::none;
        plain_ = of(config);
        held_ = chunks_held(config);
    }

    /// Seconds of a microbatch's passes on a device.
    double plain_s(const std::vector<int>& chunks) const { return passes_s(plain_.work, chunks); }
    double own_s(const std::vector<int>& chunks) const { return passes_s(own_.work, chunks); }

    std::optional<ChainChoice> cheapest(int device, const std::vector<int>& chunks) const {
        const DeviceMemory& memory = candidate_.memory[index(device)];
        double activations = 0;
        for (const MemoryPart& part : memory.parts)
            if (part.name == "activations" && part.place == MemoryPlace::gpu)
                activations += part.bytes;
        const double upper = memory.upper / memory.estimate; // of a byte
        return cheapest_choice(chain_of(device, chunks), activations + (memory.limit - memory.upper) / upper);
    }

private:
    ChunkWays of(const ParallelConfig& config) const {
        return {chunk_activations(*layers_of(inputs_.model), inputs_.model, job_, config),
                config_work(*inputs_.cluster, inputs_.model, job_, config, knowledge_.calibration)};
    }

    static double passes_s(const ConfigWork& work, const std::vector<int>& chunks) {
        double seconds = 0;
        for (const int chunk : chunks)
            seconds += work.forward[index(chunk)] + work.backward[index(chunk)];
        return seconds;
    }

    Chain chain_of(int device, const std::vector<int>& chunks) const {
        const NodeKind& kind = inputs_.cluster->node_kinds.front();
        const Host host = host_of(kind);
        Chain chain;
        if (can_offload(kind)) {
            chain.down_bytes_per_s = host.down_at_once_gb_per_s() * bytes_per_gb;
            chain.up_bytes_per_s = host.up_at_once_gb_per_s() * bytes_per_gb;
        }
        for (const int chunk : chunks) {
            const std::size_t at = index(chunk);
            const int layers = layers_in_chunk(candidate_.config, inputs_.model, chunk);
            std::vector<LayerWay> ways{{plain_.bytes[at] / layers, 0, 0}};
            for (const ChunkWays& way : repeating_)
                ways.push_back({way.bytes[at] / layers, 0, way.work.recompute[at] / layers});
            if (chain.up_bytes_per_s > 0)
                ways.push_back({0, plain_.bytes[at] / layers, 0});
            chain.layers.insert(chain.layers.end(), index(layers), ways);
            chain.forward_s += plain_.work.forward[at], chain.backward_s += plain_.work.backward[at];
        }
        if (!chain.layers.empty())
            chain.microbatches = held_[index(device)].layers_held / double(chain.layers.size());
        return chain;
    }

    const PlanInputs& inputs_;
    const Knowledge& knowledge_;
    const Candidate& candidate_;
    const TrainingJob job_;
    ChunkWays own_, plain_;
    std::vector<ChunkWays> repeating_;
    std::vector<DeviceLoad> held_;
};

} // namespace

std::optional<FreeChoice> free_choice(const PlanInputs& inputs, const Knowledge& knowledge,
                                      const Candidate& candidate) {
    const ParallelConfig& config = candidate.config;
    const bool keeps_all = config.recompute == Recompute::none && config.offload.activations == 0;
    if (keeps_all || inputs.cluster->node_kinds.size() > 1 || has_stage_tp(config))
        return std::nullopt;
    const Chains chains(inputs, knowledge, candidate);
    const std::vector<std::vector<int>> chunks = device_chunks(config);
    double plain_s = 0, own_s = 0, free_s = 0;
    for (int device = 0; device < config.pp; ++device) {
        const std::vector<int>& held = chunks[index(device)];
        const std::optional<ChainChoice> choice = chains.cheapest(device, held);
        if (!choice)
            return std::nullopt;
        plain_s = std::max(plain_s, chains.plain_s(held));
        own_s = std::max(own_s, chains.own_s(held));
        free_s = std::max(free_s, chains.plain_s(held) + choice->added_s);
    }
    return FreeChoice{own_s / plain_s - 1, free_s / plain_s - 1};
}

std::string free_choice_text(const FreeChoice& choice) {
    return fmt::format("the configuration adds {:.1f} % to the passes; a choice for each layer by itself, "
                       "which no launcher takes, would add about {:.1f} % to fit",
                       100 * choice.own, 100 * choice.free);
}

} // namespace pipette
