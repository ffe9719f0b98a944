// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/framework/optimizer.h"

namespace pipette {
namespace {

const Registered<Optimizer> adam_row({
    .name = "adam",
    .title = "Adam, moments and master weights in fp32",
    .source = "Rajbhandari et al. 2020 (ZeRO, arXiv:1910.02054), section 3.1",
    .deepspeed_type = "Adam",
});

} // namespace
} // namespace pipette
