// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstddef>

namespace pipette {

/// A number of a rank, GPU, stage... or a count of them, never negative, as an index into a vector.
constexpr std::size_t index(std::integral auto number) {
    return static_cast<std::size_t>(number);
}

} // namespace pipette
