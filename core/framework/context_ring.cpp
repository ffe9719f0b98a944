// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/context_kind.h"

namespace pipette {
namespace {

const Registered<ContextKind> ring_row({
    .name = "ring",
    .title = "ring attention, the sequence in an early and a late part a GPU",
    .source = "Liu et al. 2023 (arXiv:2310.01889); balanced as in Megatron-LM",
    .megatron_type = "p2p",
    .pattern = ContextPattern::ring,
});

} // namespace
} // namespace pipette
