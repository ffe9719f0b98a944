// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/context_kind.h"

namespace pipette {
namespace {

const Registered<ContextKind> all_gather_row({
    .name = "all-gather",
    .title = "keys and values gathered",
    .source = "Llama Team 2024 (arXiv:2407.21783), section 3.3.2",
    .megatron_type = "all_gather",
    .pattern = ContextPattern::all_gather,
});

} // namespace
} // namespace pipette
