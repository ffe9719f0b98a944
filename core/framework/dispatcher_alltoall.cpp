// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/dispatcher.h"

namespace pipette {
namespace {

const Registered<Dispatcher> alltoall_row({
    .name = "alltoall",
    .title = "all-to-all",
    .source = "Megatron-LM, megatron/core/transformer/moe/token_dispatcher.py, MoEAlltoAllTokenDispatcher",
    .pattern = DispatchPattern::all_to_all,
});

} // namespace
} // namespace pipette
