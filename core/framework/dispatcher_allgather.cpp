// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/dispatcher.h"

namespace pipette {
namespace {

const Registered<Dispatcher> allgather_row({
    .name = "allgather",
    .title = "all-gather",
    .source = "Megatron-LM, megatron/core/transformer/moe/token_dispatcher.py, MoEAllGatherTokenDispatcher",
    .pattern = DispatchPattern::all_gather,
});

} // namespace
} // namespace pipette
