// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr double layer_at_work = 5; // copies of its input

/// Whether the host waits at every send and exchange, so that nothing of what is used up piles up in memory:
/// measured on jobs of 512 GPUs, of 256 where 32 or more pipelines of four GPUs at least share the
/// optimizer's state, and on pipelines whose stages are 32 tensor-parallel peers.
bool host_waits(const ParallelConfig& c) {
    constexpr int large_job = 512, peers_over_nodes = 32, many_replicas = 32, large_replica = 4;
    const bool twice =
        c.zero_stage >= 1 && c.pp > 1 && c.dp >= many_replicas && c.world() / c.dp >= large_replica;
    const bool large = (twice ? 2 : 1) * c.world() >= large_job, wide = c.tp >= peers_over_nodes;
    return c.pp == 1 ? large && !wide : large || wide;
}

/// Bytes that nanotron still holds although their use is over. The host runs ahead of the GPU, and the
/// allocator takes back what other streams have read only when the GPU has caught up: inputs gathered for
/// tensor-parallel products, fp32 copies of what the rotary embedding turns, logits of the microbatch before.
/// A pipeline makes the host wait at every send: the fewer stages, the more often, and always before the
/// schedule is steady. Without one the backward pass adds its own gathered inputs where the host gets ahead
/// by a whole microbatch: where kernels outlast their launches, or microbatches are many.
/// `layers`: times microbatches held together. `most`: as far ahead as hosts of such jobs have been seen to
/// get, now and then: without a pipeline in large jobs too, with one of four stages as with one of eight.
double run_ahead_bytes(const TransformerModel& m, const TrainingJob& job, const ParallelConfig& c,
                       double tokens, double layers, bool most) {
    constexpr double two_inputs = 2, most_inputs = 42;
    constexpr double long_kernels = 2e7, past_launches = 5e6; // elements a GPU
    constexpr int gpus_of_node = 8, over_nodes = 16, many_microbatches = 16;
    const double elements = tokens * m.hidden, input = element_bytes(job.precision) * elements,
                 rotary = input * rotary_inputs(m) / c.tp * layers;
    const int n = c.microbatches();
    const bool waits = host_waits(c) && !(most && c.pp == 1);
    const auto gathered = [&](double kept, double limit) {
        return input * std::max(0.0, std::min(kept * layers, limit) - layer_at_work);
    };
    if (c.pp == 1) {
        const bool whole =
            n > 1 && (c.tp >= over_nodes || elements / c.tp >= past_launches || n >= many_microbatches);
        const double logits = tokens * m.vocab / c.tp,
                     before = whole ? element_bytes(job.precision) * logits : 0; // of the microbatch before
        if (c.tp == 1 || waits)
            return before;
        const double backward = gathered(1.5 * two_inputs, 1.25 * most_inputs);
        return before + rotary +
               (whole ? backward
                      : std::max(gathered(two_inputs, most_inputs),
                                 backward - head_output_bytes(job) * logits));
    }
    if (c.tp == 1 || waits)
        return 0;
    if (c.world() <= gpus_of_node) // sends are soon done: inputs of the backward pass as well
        return rotary + gathered(1.5 * two_inputs, 1.5 * most_inputs);
    const bool long_ones = elements / c.tp > long_kernels * std::min(1.0, std::sqrt(c.tp / 8.0));
    if (c.pp >= 8 || (n > c.pp && (long_ones || (most && c.pp > 2))))
        return rotary + gathered(two_inputs, most_inputs);
    if (c.pp > 2)
        return gathered(0.6 * two_inputs, most_inputs);
    if (n > 1)
        return long_ones ? gathered(two_inputs / n, most_inputs) : 0;
    const double longer = std::min(1.0, elements / c.tp / long_kernels * std::sqrt(c.tp / 8.0));
    return longer * rotary + gathered(longer * two_inputs, most_inputs);
}

/// It walks over layers and head, weighted by their products, and goes on to the next stage once a stage has
/// its share. Where that falls on a layer's end the memory of measured runs shows that it goes on at once,
/// and of those whose host waits that it takes one layer more.
std::vector<int> layers_of(const TransformerModel& m, const ParallelConfig& config) {
    if (config.vpp > 1)
        return even_layers(m.layers, config.chunks());
    const double layer = 4.0 * m.hidden * m.hidden + 3.0 * m.ffn_hidden * m.hidden,
                 head = double(m.vocab) * m.hidden;
    const double share = (m.layers * layer + head) / config.pp;
    const double enough = host_waits(config) ? 1 + 1e-12 : 1 - 1e-12;
    std::vector<int> split(static_cast<std::size_t>(config.pp), 0);
    int stage = 0;
    for (int i = 1; i <= m.layers; ++i) {
        ++split[static_cast<std::size_t>(stage)];
        if (i * layer >= share * (stage + 1) * enough && stage + 1 < config.pp)
            ++stage;
    }
    return split;
}

const Registered<Framework> nanotron_row({
    .name = "nanotron",
    .title = "nanotron",
    .kernels = "nanotron",
    .source = "Hugging Face ultra-scale playbook, its sweep of 1B and 3B models",
    .fp16_gradient_bytes = 4,
    .waiting_transfers = P2p::in_turn,
    .overlaps_plain_reduce = true, // it wraps the model in PyTorch's DistributedDataParallel
    .exchanges_among_sends = true,
    .odd_heads_launches = 0,         // PyTorch's softmax takes any
    .memory = {.gradient_copies = 1, // adds up in fp32 what the backward pass leaves in 16 bits
               .logit_copies = 2,
               .workspace_gib = 0.15,
               .inputs_at_work = layer_at_work,
               .keeps_rotary_inputs = true,
               .copies_tied_gradient = true},
    .run_ahead = run_ahead_bytes,
    .host_activations = HostActivations::none,
    .layers = layers_of,
});

} // namespace
} // namespace pipette
