// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/optimizer.h"

namespace pipette {
namespace {

/// Megatron-Core's precision-aware optimizer beside weights in 16 bits: two moments of two bytes, and of the
/// fp32 weight the half that the 16-bit weight leaves over (store_param_remainders).
const Registered<Optimizer> adam_bf16_row({
    .name = "adam-bf16-moments",
    .title = "Adam, moments in bf16 and the remainders of master weights",
    .source = "Megatron-LM, core/optimizer/optimizer_config.py and distrib_optimizer.py",
    .moment_bytes = 4,
    .master_bytes = 2,
    .megatron_flags = "--use-precision-aware-optimizer --exp-avg-dtype bf16 --exp-avg-sq-dtype bf16",
});

} // namespace
} // namespace pipette
