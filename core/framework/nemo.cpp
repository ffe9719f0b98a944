// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

namespace pipette {
namespace {

const Registered<Framework> nemo_row({
    .name = "nemo",
    .title = "NeMo, Megatron-Bridge",
    .kernels = "megatron",
    .source = "NeMo 24.07 performance summary",
    .labels = {"megatron-bridge"},
    // Its performance recipes: grad_reduce_in_fp32 false; overlap_grad_reduce, overlap_param_gather and
    // tp_comm_overlap true.
    .gradient_bytes = 2,
    .overlap = {.gradients = true, .parameters = true, .tensor_parallel = true},
    .typical = true,
    // Its LoRA: dim 32; linear_qkv, linear_proj, linear_fc1 and linear_fc2.
    .recipe_adapter_rank = 32,
    // As Megatron-LM keeps tensors, whose layers it runs. Its performance recipes: fp8_param_gather and
    // fp4_param_gather true. Recipes of DeepSeek-V3 and Moonlight: exp_avg_dtype
    // and exp_avg_sq_dtype bf16. Nobody measured its dense models: the margin is Megatron-Core's, which it
    // runs (352 functional tests beside the copies of the loss; 16 layouts of 70B layers stay within 1 %).
    .memory = {.short_moments = true,
               .keeps_products_precision = true,
               .keeps_cast_weights = true,
               .low_precision_weights = true,
               .stores_fp8_activation_inputs = true,
               .fused_activation = true,
               .weighs_inside_experts = true,
               .stand_in_gradients = true,
               .dense_margin = 0.05},
    .layouts = LayerLayouts::any, // pipeline_model_parallel_layout
});

} // namespace
} // namespace pipette
