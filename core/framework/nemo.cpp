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
});

} // namespace
} // namespace pipette
