// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/precision.h"
#include "core/cluster/host.h"

#include <array>
#include <string>

namespace pipette {

/// What one GPU can do, from its data sheet. Efficiencies are not here: they are fitted (see
/// cost/calibration.h).
struct GpuKind {
    std::string name;         ///< "A100-SXM4-80GB"
    std::string architecture; ///< "volta", "ampere", "hopper": nearest calibration
    double memory_gib = 0;    ///< device memory in GiB
    double hbm_gb_per_s = 0;  ///< memory bandwidth in GB/s
    /// Dense peak by Precision; 0 = not supported. Recipes that share another's peak have none of their own.
    std::array<double, precision_count> peak_tflops{};
    double exponentials_tera_per_s = 0; ///< of special function units, in 10^12 a second; 0: not known
    bool flash_attention = true;        ///< runs fused attention kernels
    std::string source;                 ///< where the figures come from
    double power_w = 0;                 ///< at most, with its share of the maker's node; 0: not known
    double price_per_hour = 0;          ///< in USD, as somebody lets it; 0: not known
    std::string power_source = {};      ///< who says so
    std::string price_source = {};
    Host host = {}; ///< of the maker's node with these GPUs, where a node kind does not state its own
    std::string host_source = {};

    /// FLOP/s; 0 when the GPU cannot compute in this precision. A GPU without TF32 computes such products in
    /// fp32, as cuBLAS does.
    double peak_flops(Precision precision) const;
    bool supports(Precision precision) const { return peak_flops(precision) > 0; }
    /// Those that its products in 8 bits take (NVIDIA TransformerEngine, pytorch/utils.py,
    /// is_non_tn_fp8_gemm_supported).
    MatrixLayouts layouts() const {
        return architecture == "blackwell" ? MatrixLayouts::either : MatrixLayouts::of_each_pass;
    }
    bool operator==(const GpuKind&) const = default;
};

/// Why it cannot compute in a precision: "H100-SXM5-80GB cannot compute in mxfp8, it has fp32, tf32,
/// fp16, bf16, fp8".
std::string unsupported_text(const GpuKind& gpu, Precision precision);

} // namespace pipette
