// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/logs/measurements.h"

#include <string>
#include <string_view>

namespace pipette {

/// Log of osu_bw or osu_latency between two hosts, MB/s (1e6) or us by size: the first host sends. OSU does
/// not write the hosts: a line "# hosts: a b" names them, else the last two parts of the file's name
/// (osu_bw_a_b.txt). Bandwidth is the peak over sizes, latency that of the smallest. Throws InputError with
/// the line.
Measurements read_osu(std::string_view text, const std::string& file);

} // namespace pipette
