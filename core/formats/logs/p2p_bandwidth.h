// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/measurements.h"

#include <string>
#include <string_view>

namespace pipette {

/// Output of CUDA's p2pBandwidthLatencyTest: the unidirectional bandwidth (GB/s) and the latency (us) between
/// the GPUs of a node with peer access enabled. The diagonal, a GPU's own memory, is left out. Throws
/// InputError with the line.
Measurements read_p2p_bandwidth(std::string_view text, const std::string& file);

} // namespace pipette
