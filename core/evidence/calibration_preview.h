// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/calibration.h"
#include "core/evidence/measured_run.h"

#include <stop_token>
#include <vector>

namespace pipette {

/// How far predicted times are from those of a person's own runs, before and after a calibration on them.
struct CalibrationPreview {
    std::vector<double> before; ///< [run] predicted / measured - 1
    std::vector<double> after;  ///< the same; each fit leaves out the runs that it is judged on
    bool unseen = true;         ///< false: there is one run alone, and the fit saw it

    bool operator==(const CalibrationPreview&) const = default;
};

/// The mean of their sizes; 0 of none.
double mean_error(const std::vector<double>& errors);

/// What calibrate_on_own_runs(runs, from) would change. The runs are all to be calibrated on. Each of up to
/// five fits leaves out every fifth run. Empty: stopped, or there is no run. Throws as that function does.
CalibrationPreview preview_calibration(const std::vector<MeasuredRun>& runs, const Calibration& from,
                                       const std::stop_token& stop = {});

} // namespace pipette
