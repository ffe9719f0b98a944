// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/optimizer.h"

namespace pipette {
namespace {

const Registered<Optimizer> muon_row({
    .name = "muon",
    .title = "Muon: orthogonal momentum for matrices, Adam for the rest",
    .source = "Jordan et al. 2024; Liu et al. 2025 (arXiv:2502.16982); Megatron-LM, "
              "core/optimizer/muon.py and layer_wise_optimizer.py",
    .moment_bytes = 4,
    .newton_schulz_steps = 5,
    .megatron_flags = "--optimizer muon",
    .deepspeed_type = "Muon",
});

} // namespace
} // namespace pipette
