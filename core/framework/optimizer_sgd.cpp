// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/optimizer.h"

namespace pipette {
namespace {

const Registered<Optimizer> sgd_row({
    .name = "sgd",
    .title = "SGD with momentum",
    .source = "one momentum of fp32 beside the master weight (Megatron-LM, --optimizer sgd)",
    .moment_bytes = 4,
    .megatron_flags = "--optimizer sgd",
    .deepspeed_type = "SGD",
});

} // namespace
} // namespace pipette
