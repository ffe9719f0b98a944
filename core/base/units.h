// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pipette {

// Bytes are SI in bandwidth and binary in memory; times are seconds inside.
inline constexpr double bytes_per_gb = 1e9;
inline constexpr double bytes_per_gib = 1024.0 * 1024.0 * 1024.0;
inline constexpr double seconds_per_us = 1e-6;
inline constexpr double flops_per_tflop = 1e12;

} // namespace pipette
