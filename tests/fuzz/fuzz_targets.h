// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// A reader of foreign files under a name: any bytes must be read or refused with InputError.
struct FuzzTarget {
    std::string name; ///< also the folder of its corpus
    std::function<void(std::string_view bytes)> read;
};

std::vector<FuzzTarget> fuzz_targets();

/// Reads the bytes; an InputError is a good answer, anything else passes through.
/// Returns whether they were read.
bool read_or_refuse(const FuzzTarget& target, std::string_view bytes);

} // namespace pipette
