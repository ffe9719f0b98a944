// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/framework.h"

namespace pipette {
namespace {

/// Kernels of Megatron-DeepSpeed, each measured by itself and added up. Real runs of it take 1.2 to 1.3 times
/// as long.
const Registered<Framework> vtrain_row({
    .name = "vtrain",
    .title = "vTrain (replayed kernels)",
    .kernels = "vtrain",
    .source = "vTrain, MICRO 2024 (arXiv:2312.12391)",
    .reports = "vTrain",
    .gradient_bytes = 2,
    .scatter_gather = true,
    .launches_ahead = false,
    .predates_flash_attention = true,
    .replays_kernels = true,
    .recomputes_beyond_node = true,
});

} // namespace
} // namespace pipette
