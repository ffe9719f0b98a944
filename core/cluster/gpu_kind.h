// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/precision.h"

#include <array>
#include <string>

namespace pipette {

/// What one GPU can do, from its data sheet. Efficiencies are not here: they are fitted (see
/// cost/calibration.h).
struct GpuKind {
    std::string name;                                  ///< "A100-SXM4-80GB"
    std::string architecture;                          ///< "volta", "ampere", "hopper": nearest calibration
    double memory_gib = 0;                             ///< device memory in GiB
    double hbm_gb_per_s = 0;                           ///< memory bandwidth in GB/s
    std::array<double, precision_count> peak_tflops{}; ///< dense peak by Precision; 0 = not supported
    bool flash_attention = true;                       ///< runs fused attention kernels
    std::string source;                                ///< where the figures come from
    double power_w = 0;            ///< at most, with its share of the maker's node; 0: not known
    double price_per_hour = 0;     ///< in USD, as somebody lets it; 0: not known
    std::string power_source = {}; ///< who says so
    std::string price_source = {};

    double peak_flops(Precision precision) const; ///< FLOP/s; 0 when the GPU cannot compute in this precision
    bool supports(Precision precision) const { return peak_flops(precision) > 0; }
    bool operator==(const GpuKind&) const = default;
};

} // namespace pipette
