// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/context_kind.h"

namespace pipette {
namespace {

const Registered<ContextKind> ring_in_order_row({
    .name = "ring-in-order",
    .title = "ring attention, the sequence in order",
    .source = "Liu et al. 2023 (arXiv:2310.01889); its causal mask as Brandon et al. 2023 (arXiv:2311.09431) "
              "describe it",
    .megatron_type = "",
    .pattern = ContextPattern::ring,
    .balanced = false,
});

} // namespace
} // namespace pipette
