// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace pipette {

struct NodeKind;

/// The processors of a node: the size of their memory, the rates of the links to the GPUs, and the rate at
/// which they update parameters. A figure is 0 if nobody states it.
struct Host {
    double memory_gib = 0; ///< of a node; in a GpuKind: a GPU's share of the maker's node
    // Between the node's memory and one GPU: up to the GPU, down from it.
    double up_gb_per_s = 0, down_gb_per_s = 0; ///< while one GPU copies alone
    /// Of each GPU while all GPUs of the node copy at once; 0: as alone.
    double all_up_gb_per_s = 0, all_down_gb_per_s = 0;
    double update_gparam_per_s = 0; ///< 10^9 parameters that the node's processors update with Adam a second
    bool operator==(const Host&) const = default;

    double up_at_once_gb_per_s() const { return all_up_gb_per_s > 0 ? all_up_gb_per_s : up_gb_per_s; }
    double down_at_once_gb_per_s() const { return all_down_gb_per_s > 0 ? all_down_gb_per_s : down_gb_per_s; }
};

/// The host of a node kind. A figure that the node kind does not state is that of the maker's node with the
/// same GPUs (GpuKind::host); the memory grows with the number of GPUs.
Host host_of(const NodeKind& kind);

/// Bytes of the host's memory for each GPU of the node; 0: nobody knows.
double host_bytes_of_gpu(const NodeKind& kind);

/// Whether the memory, the links and the rate of the host are all known, so that a configuration may use it.
bool can_offload(const NodeKind& kind);
/// Throws InputError (place: offload) unless can_offload().
void check_host(const NodeKind& kind);

/// Describes the host of a node kind in one sentence, and cites the source of the figures that the node kind
/// does not state. Empty if the node kind states every figure. An example:
/// "the host of a100x8 has 1024 GiB, its links 25.2 GB/s up and 25.2 GB/s down, and updates 2.98 G
/// parameters/s: NVIDIA DGX A100 data sheet".
std::string assumed_host_text(const NodeKind& kind);

} // namespace pipette
