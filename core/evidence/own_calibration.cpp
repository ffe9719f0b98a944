// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/own_calibration.h"

#include "core/base/input_error.h"
#include "core/evidence/run_time.h"
#include "core/evidence/training_log.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

/// Puts an entry in the place of that of its architecture and framework.
void put_entry(Calibration& calibration, const KindCalibration& entry) {
    const auto same =
        std::find_if(calibration.kinds.begin(), calibration.kinds.end(), [&](const KindCalibration& other) {
            return other.architecture == entry.architecture && other.framework == entry.framework;
        });
    if (same == calibration.kinds.end())
        calibration.kinds.push_back(entry);
    else
        *same = entry;
}

std::string why_none_fits(const std::vector<MeasuredRun>& runs, const InexpressibleRuns& left_out) {
    if (!left_out.empty())
        return "cannot be calibrated on: " + inexpressible_text(left_out);
    for (const MeasuredRun& run : runs)
        if (!run.lacks.empty())
            return fmt::format("cannot be calibrated on: run {} {}", run.id, run.lacks);
    return "hold no clean run with a time to calibrate on";
}

} // namespace

bool may_be_explained(const MeasuredRun& run, const Calibration& from) {
    return !are_of_other_jobs(run.time_s, predicted_time_s(prepared(run), from));
}

OwnCalibration calibrate_on_own_runs(const std::vector<MeasuredRun>& runs, const Calibration& from,
                                     const std::stop_token& stop) {
    std::vector<MeasuredRun> own;
    std::copy_if(runs.begin(), runs.end(), std::back_inserter(own),
                 [](const MeasuredRun& run) { return run.source == own_runs_source; });
    CalibrationFit fit = fit_calibration(own, from, {}, {}, stop);
    if (fit.reports.empty() && !stop.stop_requested())
        throw InputError("the training logs", {}, why_none_fits(own, fit.left_out));
    OwnCalibration made{from, std::move(fit.reports), std::move(fit.left_out)};
    for (const FitReport& report : made.fits)
        put_entry(made.calibration, report.kind);
    return made;
}

int own_runs_behind(const Calibration& calibration, const Cluster& cluster, const std::string& framework) {
    int fewest = 0;
    for (const NodeKind& nodes : cluster.node_kinds) {
        const KindCalibration& entry = calibration.nearest(nodes.gpu, framework);
        if (!fitted_on(entry, std::string(own_runs_source)))
            return 0;
        fewest = fewest == 0 ? entry.runs : std::min(fewest, entry.runs);
    }
    return fewest;
}

} // namespace pipette
