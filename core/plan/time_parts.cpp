// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/time_parts.h"

namespace pipette {
namespace {

constexpr TimePart all_parts[]{
    {"compute", &Breakdown::compute},    {"recomputation", &Breakdown::recompute},
    {"tensor parallel", &Breakdown::tp}, {"context parallel", &Breakdown::cp},
    {"expert parallel", &Breakdown::ep}, {"pipeline transfers", &Breakdown::pp_exposed},
    {"bubble", &Breakdown::bubble},      {"gradient exchange", &Breakdown::dp_exposed},
    {"optimizer", &Breakdown::optimizer}};

} // namespace

std::span<const TimePart> time_parts() {
    return all_parts;
}

} // namespace pipette
