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

/// What a whole number of a job, a search or a machine may be, limits included; all fit an int.
struct WholeBounds {
    int least, most;
    std::string_view unit; ///< empty: none

    bool hold(long value) const { return value >= least && value <= most; }
};

/// For a person: "1 to 10000000 sequences".
std::string text_of(const WholeBounds& bounds);

/// Every physical number and every size of a job or a search that is read, once.
namespace bounds {

inline constexpr Bounds bandwidth{1e-3, 1e6, "GB/s"};                  // of links, and of a GPU's memory
inline constexpr Bounds data_sheet_bandwidth{1e-3, 1e6, "GB/s", true}; // 0: it has no such link
inline constexpr Bounds latency{0, 1e6, "us"};
inline constexpr Bounds memory{1e-3, 1e6, "GiB"};
inline constexpr Bounds host_update{1e-4, 1e4, "G parameters/s"}; // of the processors of a node
inline constexpr Bounds peak{1e-3, 1e7, "TFLOP/s", true}; // 0: a precision that it does not compute in
inline constexpr Bounds slowdown{1e-3, 1e3, "times the bandwidth"}; // of a degraded link
inline constexpr Bounds oversubscription{1, 1e3, "to 1"};           // of a leaf switch
inline constexpr Bounds spread{0, 1, {}};                           // of the logarithms of bandwidths
inline constexpr Bounds power{1e-3, 1e6, "W", true};                // of a GPU; 0: not known
inline constexpr Bounds price{1e-6, 1e6, "a GPU-hour", true};       // 0: not known
inline constexpr Bounds price_per_gb{1e-6, 1e3, "USD a GB", true};  // of transfers; 0: free or not known
inline constexpr Bounds layer_time{1e-6, 1e7, "ms"};
inline constexpr Bounds measured_time{1e-9, 1e9, "s"};
inline constexpr Bounds estimated_time{1e-9, 1e15, "s"}; // of an iteration of the largest batch
inline constexpr Bounds schedule_time{1e-9, 1e9, "units of time", true}; // of an operation or a transfer

inline constexpr WholeBounds global_batch{1, 10'000'000, "sequences"};
inline constexpr WholeBounds sequence_length{1, 100'000'000, "tokens"};
inline constexpr WholeBounds mean_sequence{0, 100'000'000, "tokens"}; // 0: sequences are not packed
inline constexpr WholeBounds adapter_rank{0, 65'536, {}};             // 0: no adapters
inline constexpr WholeBounds parallel_size{1, 1 << 20, {}};           // of an axis, a world, a micro batch
inline constexpr WholeBounds node_gpus{1, 1024, "GPUs a node"};
inline constexpr WholeBounds node_nics{1, 1024, "NICs a node"};
inline constexpr WholeBounds assumed_nodes{1, 8192, "nodes"};     // of a cluster that is not there
inline constexpr WholeBounds leaf_nodes{0, 8192, "nodes a leaf"}; // 0: all
inline constexpr WholeBounds chains{1, 4096, "chains"};
inline constexpr WholeBounds moves{0, 2'000'000'000, "moves"};
inline constexpr WholeBounds threads{0, 4096, "threads"}; // 0: what the machine has

inline constexpr WholeBounds lab_devices{1, 256, "devices"}; // of a schedule that the lab shows
inline constexpr WholeBounds lab_microbatches{1, 4096, "microbatches"};
inline constexpr WholeBounds lab_chunks{1, 64, "chunks a device"};
inline constexpr WholeBounds lab_slices{1, 256, "token slices"};

} // namespace bounds

} // namespace pipette
