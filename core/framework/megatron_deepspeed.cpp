// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

namespace pipette {
namespace {

const Registered<Framework> megatron_deepspeed_row({
    .name = "megatron-deepspeed",
    .title = "Megatron-DeepSpeed",
    .kernels = "megatron",
    .source = "BigScience, BLOOM-176B (arXiv:2211.05100) and its prequel experiments",
    .labels = {"deepspeed + megatron"},
    .gradient_bytes = 2,
    // Its backward pass waits for each gradient that goes to the host: 0.85 s (A100) and 0.94 s (H100) for
    // 10^9 parameters in fp32 (Deep Optimizer States, Middleware 2024, raw logs with and without
    // flush_async).
    .host_gradients_gb_per_s = 4.5,
    // What these logs time as none of forward, backward and step: 0.3 to 0.5 s on 1 to 4 A100, 0.34 to 0.37 s
    // on H100, whatever the model and the share on the host.
    .host_update_overhead_s = 0.35,
    .scatter_gather = true,
    .predates_flash_attention = true,
    .typical = true,
    // DeepSpeed's BF16_Optimizer (runtime/bf16_optimizer.py, fp32_groups_gradients_flat) adds up in fp32 and
    // keeps the 16-bit gradients beside it. What nvidia-smi showed above the parts, whatever the layout of
    // the 23 runs of a 181B model in fp16: buckets, caches, communication and driver together.
    // In fp32 without ZeRO DeepSpeed wraps no optimizer (runtime/engine.py, _configure_optimizer), so it has
    // no flat buffers: what Sailor's 20 runs on GH200 showed above the parts. With ZeRO-3: two buckets of
    // gradients (reduce_bucket_size, 5e8 elements) and the parameters that are together
    // (stage3_max_live_parameters, 1e9) of 2 bytes each, by DeepSpeed's defaults.
    .memory = {.bf16_sum_bytes = 4,
               .workspace_gib = 14,
               .sharded_workspace_gib = 3.7,
               .fp32_workspace_gib = 4,
               .margin = 0.12},
    .host_activations = HostActivations::inputs,
});

} // namespace
} // namespace pipette
