// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace pipette {

/// A block in a slot: where it goes, or where it was.
struct Change {
    std::uint32_t block = 0; ///< replica * devices + device
    std::uint32_t slot = 0;
};

} // namespace pipette
