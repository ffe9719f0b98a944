// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/calibration_preview.h"

#include "core/evidence/own_calibration.h"
#include "core/evidence/run_time.h"

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

constexpr std::size_t most_fits = 5;

double error_of(const PreparedRun& run, const Calibration& calibration) {
    return predicted_time_s(run, calibration) / run.measured_s - 1;
}

} // namespace

double mean_error(const std::vector<double>& errors) {
    double sum = 0;
    for (const double error : errors)
        sum += std::abs(error);
    return errors.empty() ? 0 : sum / static_cast<double>(errors.size());
}

CalibrationPreview preview_calibration(const std::vector<MeasuredRun>& runs, const Calibration& from,
                                       const std::stop_token& stop) {
    CalibrationPreview preview;
    preview.unseen = runs.size() > 1;
    std::vector<PreparedRun> all;
    for (const MeasuredRun& run : runs) {
        all.push_back(prepared(run));
        preview.before.push_back(error_of(all.back(), from));
    }
    preview.after = preview.before;
    const std::size_t fits = std::min(most_fits, runs.size());
    for (std::size_t fit = 0; fit < fits; ++fit) {
        std::vector<MeasuredRun> seen;
        for (std::size_t run = 0; run < runs.size(); ++run)
            if (!preview.unseen || run % fits != fit)
                seen.push_back(runs[run]);
        const Calibration calibration = calibrate_on_own_runs(seen, from, stop).calibration;
        if (stop.stop_requested())
            return {};
        for (std::size_t run = fit; run < runs.size(); run += fits)
            preview.after[run] = error_of(all[run], calibration);
    }
    return preview;
}

} // namespace pipette
