// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

namespace pipette {
namespace {

const Registered<Framework> fms_fsdp_row({
    .name = "fms-fsdp",
    .title = "fms-fsdp (PyTorch FSDP)",
    .kernels = "pytorch",
    .source = "IBM's foundation-model-stack/fms-fsdp, policies/ac_handler.py and README.md (5a296afe)",
    .calibrated_as = "fsdp2",
    .overlap = {.gradients = true},
    .odd_heads_launches = 0, // PyTorch's softmax takes any
    .gathers_in_passes = true,
    .data_parallel_alone = true,
    // selective_checkpointing is the share of blocks that are computed again.
    .selective = SelectiveKeeps::none,
    .layers_again = LayersAgain::spaced,
    .zero_stages = {3},
    .memory = {.logit_copies = 5}, // as FSDP2: nobody measured its memory
    .host_activations = HostActivations::none,
    .host_updates = false, // FSDP moves parameters with the optimizer's state, or nothing
});

} // namespace
} // namespace pipette
