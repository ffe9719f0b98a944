// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pipette {

/// Gives back what earlier benchmarks left, and begins to count the peak of the resident memory again.
void reset_peak();
/// The most memory that was resident since reset_peak(), in MiB. Throws std::runtime_error where the system
/// does not tell.
double peak_mib();

} // namespace pipette
