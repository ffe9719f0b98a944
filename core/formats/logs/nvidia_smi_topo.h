// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/measurements.h"

#include <string>
#include <string_view>

namespace pipette {

/// Output of `nvidia-smi topo -m`: NVLinks between the GPUs of a node (NVn) and the nearest NIC of each GPU
/// (PIX, PXB, PHB, NODE, SYS, nearest first; among equals the one that fewest GPUs have). Throws InputError
/// with the line.
Measurements read_nvidia_smi_topo(std::string_view text, const std::string& file);

} // namespace pipette
