// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/gpu_kind.h"

#include "core/base/units.h"

namespace pipette {

double GpuKind::peak_flops(Precision precision) const {
    return peak_tflops[static_cast<std::size_t>(precision)] * flops_per_tflop;
}

} // namespace pipette
