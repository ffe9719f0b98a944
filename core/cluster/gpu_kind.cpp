// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/gpu_kind.h"

#include "core/base/units.h"

#include <fmt/format.h>

namespace pipette {

double GpuKind::peak_flops(Precision precision) const {
    const auto stated = [this](Precision of) { return peak_tflops[static_cast<std::size_t>(of)]; };
    const double tflops = stated(recipe_of(precision).peak);
    return (tflops == 0 && precision == Precision::tf32 ? stated(Precision::fp32) : tflops) * flops_per_tflop;
}

std::string unsupported_text(const GpuKind& gpu, Precision precision) {
    std::string stated;
    for (std::size_t i = 0; i < precision_count; ++i)
        if (gpu.peak_tflops[i] > 0)
            stated += fmt::format("{}{}", stated.empty() ? "" : ", ", name_of(static_cast<Precision>(i)));
    return fmt::format("{} cannot compute in {}, it has {}", gpu.name, name_of(precision), stated);
}

} // namespace pipette
