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

/// The mean of the errors' sizes; 0 without errors.
double mean_error(const std::vector<double>& errors);

/// What calibrate_on_own_runs(runs, from) would change. All of the runs must be fit for it. Five fits leave
/// out every fifth run each, and fewer runs one run each; a fit judges the runs that it leaves out. Empty:
/// stopped, or there is no run. Throws as calibrate_on_own_runs() does.
CalibrationPreview preview_calibration(const std::vector<MeasuredRun>& runs, const Calibration& from,
                                       const std::stop_token& stop = {});

} // namespace pipette
