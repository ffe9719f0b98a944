// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

namespace pipette {
namespace {

const Registered<Framework> megatron_lm_row({
    .name = "megatron",
    .title = "Megatron-LM",
    .kernels = "megatron",
    .source = "Narayanan et al. SC21 (arXiv:2104.04473); Korthikanti et al. 2022 (arXiv:2205.05198)",
    .scatter_gather = true,
    .predates_flash_attention = true,
    .typical = true,
});

} // namespace
} // namespace pipette
