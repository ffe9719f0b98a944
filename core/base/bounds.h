// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace pipette {

/// What a physical number of a file, an option or a field may be, limits included. What lies outside is no
/// machine's and no job's, and would leave the numbers that can be computed with.
struct Bounds {
    double least, most;
    std::string_view unit;
    bool or_zero = false; ///< 0 is allowed, too: none, free or not supported

    /// False for what is no number.
    bool hold(double value) const { return (value >= least && value <= most) || (or_zero && value == 0); }
};

/// For a person: "0.001 to 1000000 GB/s", "0 or 0.001 to 1000000 TFLOP/s".
std::string text_of(const Bounds& bounds);

/// Every physical number that is read, once.
namespace bounds {

inline constexpr Bounds bandwidth{1e-3, 1e6, "GB/s"};                  // of links, and of a GPU's memory
inline constexpr Bounds data_sheet_bandwidth{1e-3, 1e6, "GB/s", true}; // 0: it has no such link
inline constexpr Bounds latency{0, 1e6, "us"};
inline constexpr Bounds memory{1e-3, 1e6, "GiB"};
inline constexpr Bounds peak{1e-3, 1e7, "TFLOP/s", true}; // 0: a precision that it does not compute in
inline constexpr Bounds slowdown{1e-3, 1e3, "times the bandwidth"}; // of a degraded link
inline constexpr Bounds layer_time{1e-6, 1e7, "ms"};
inline constexpr Bounds measured_time{1e-9, 1e9, "s"};
inline constexpr Bounds estimated_time{1e-9, 1e15, "s"}; // of an iteration of the largest batch
inline constexpr Bounds schedule_time{1e-9, 1e9, "units of time", true}; // of an operation or a transfer

} // namespace bounds

} // namespace pipette
