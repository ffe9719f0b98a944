// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace pipette {

/// Which calibration the times of one kind of GPU come from, so that plans can be told apart.
struct CalibrationUse {
    std::string gpu;                     ///< GpuKind::name
    std::string architecture, framework; ///< the calibration was fitted for; empty: nothing fitted, defaults
    int runs = 0;                        ///< it was fitted on; 0: not fitted
    double relative_error = 0;           ///< the range of an estimate, plus or minus
    std::string source;                  ///< which runs, and the error on them
    std::string file;                    ///< a user's; empty: comes with the program
    std::string layer_profile;           ///< a user's file of layer times; empty: none
    std::string sha256;                  ///< over all its figures, and those of the layer profile
    bool operator==(const CalibrationUse&) const = default;
};

/// Whether the same figures made both, whatever the names of the files that they came from.
bool same_figures(const std::vector<CalibrationUse>& a, const std::vector<CalibrationUse>& b);

/// For a person, in a readable() line: "A100-SXM4-80GB: ampere megatron calibration, 18 runs, plus or
/// minus 2.6 %". Empty for none.
std::string calibration_text(const std::vector<CalibrationUse>& uses);

} // namespace pipette
