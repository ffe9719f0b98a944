// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/dispatcher.h"

namespace pipette {
namespace {

const Registered<Dispatcher> deepep_row({
    .name = "deepep",
    .title = "DeepEP, HybridEP",
    .source = "DeepSeek-V3 2024 (arXiv:2412.19437), section 3.2.2",
    .pattern = DispatchPattern::once_a_node,
    .copies_moved = 3, // the kernel that receives sorts by expert, the one that sends back adds up
});

} // namespace
} // namespace pipette
