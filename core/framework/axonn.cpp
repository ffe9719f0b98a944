// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

namespace pipette {
namespace {

const Registered<Framework> axonn_row({
    .name = "axonn",
    .title = "AxoNN",
    .kernels = "megatron",
    .source = "Singh et al. 2023 (arXiv:2305.13525); axonn, intra_layer/fully_connected.py (660a2246)",
    // Its GPT models are Megatron-LM's with layers of its own.
    .calibrated_as = "megatron",
    .gradient_bytes = 2, // the reduce-scatter over z and the all-reduce over replicas keep the weights' type
    .tensor_grids = true,
    .zero_stages = {0, 3},
    .memory = {.fused_activation = true},
    .host_activations = HostActivations::none,
});

} // namespace
} // namespace pipette
