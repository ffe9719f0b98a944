// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

namespace pipette {
namespace {

const Registered<Framework> megatron_deepspeed_row({
    .name = "megatron-deepspeed",
    .title = "Megatron-DeepSpeed",
    .kernels = "megatron",
    .source = "vTrain, MICRO 2024 (arXiv:2312.12391)",
    .gradient_bytes = 2,
    .scatter_gather = true,
    .launches_ahead = false,
    .predates_flash_attention = true,
});

} // namespace
} // namespace pipette
