// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

namespace pipette {
namespace {

const Registered<Framework> composer_row({
    .name = "composer",
    .title = "Composer, llm-foundry (FSDP)",
    .kernels = "pytorch",
    .source = "llm-foundry, scripts/train/benchmarking/README.md (8c8dd48f)",
    .calibrated_as = "fsdp2",
    .labels = {"llm-foundry"},
    .overlap = {.gradients = true},
    .odd_heads_launches = 0, // PyTorch's softmax takes any
    .gathers_in_passes = true,
    .zero_stages = {3},
    // The loss of MPT is one kernel, which writes gradients over the logits.
    .memory = {.fused_loss = true},
    .host_activations = HostActivations::none,
    .host_updates = false, // FSDP moves parameters with the optimizer's state, or nothing
});

} // namespace
} // namespace pipette
