// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

namespace pipette {
namespace {

const Registered<Framework> fsdp2_row({
    .name = "fsdp2",
    .title = "PyTorch FSDP2",
    .kernels = "pytorch",
    .source = "torchtitan, docs/fsdp.md and models/llama3/infra/parallelize.py (b5bcd76c)",
    .labels = {"torchtitan", "fsdp"},
    // Replicas add up their gradients on a stream of their own, beside the backward pass.
    .overlap = {.gradients = true},
    .odd_heads_launches = 0, // PyTorch's softmax takes any
    // Four pairs with and without asynchronous tensor parallelism (llama3_h100_202412,
    // asyncTP_llama3_h100_2025-06): 0.2 to 0.3.
    .tensor_parallel_overlap = 0.25,
    .gathers_in_passes = true,
    .selective = SelectiveKeeps::every_second_product,
    .layers_again = LayersAgain::all, // modes "full" and "selective" (distributed/activation_checkpoint.py)
    .zero_stages = {3},
    // Of a logit: the head's output, its copy in fp32, their logarithms, and the gradients of both. A layer
    // that tensor parallelism splits has two inputs gathered and two outputs that are still to be added up.
    .memory = {.logit_copies = 5, .inputs_at_work = 4},
    .host_activations = HostActivations::none,
    // FSDP2's CPUOffloadPolicy (torchtitan: enable_cpu_offload) keeps parameters, gradients and optimizer
    // state together on the host: never the optimizer's state, or a share of it, alone.
    .host_updates = false,
    .layouts = LayerLayouts::ends, // pipeline_parallel_first_stage_less_layers, ..._last_stage_less_layers
});

} // namespace
} // namespace pipette
