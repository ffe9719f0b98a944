// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace pipette {

/// What a piece of work costs: wall seconds, and the most memory that was resident meanwhile, in MiB.
struct Cost {
    double seconds = 0, mib = 0;
};

/// Does the work. Memory that earlier benchmarks freed goes back to the system first. Throws
/// std::runtime_error where the system does not tell the resident memory.
Cost cost_of(const std::function<void()>& work);

} // namespace pipette
