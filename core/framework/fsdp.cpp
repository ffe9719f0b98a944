// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

namespace pipette {
namespace {

const Registered<Framework> fsdp2_row({
    .name = "fsdp2",
    .title = "PyTorch FSDP2",
    .kernels = "pytorch",
    .source = "torchtitan, docs/fsdp.md (b5bcd76c)",
    .labels = {"torchtitan", "llm-foundry", "fsdp", "composer"},
    .gathers_in_passes = true,
    .zero_stages = {3},
});

} // namespace
} // namespace pipette
