// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/context_kind.h"

namespace pipette {
namespace {

const Registered<ContextKind> ulysses_row({
    .name = "ulysses",
    .title = "all-to-all between sequence and heads",
    .source = "Jacobs et al. 2023 (arXiv:2309.14509), DeepSpeed Ulysses",
    .megatron_type = "a2a",
    .pattern = ContextPattern::all_to_all,
});

} // namespace
} // namespace pipette
