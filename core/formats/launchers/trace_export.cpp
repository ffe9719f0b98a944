// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/hypothetical.h"
#include "core/cost/candidate_timeline.h"
#include "core/cost/iteration_time.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/launchers/chrome_trace.h"
#include "core/formats/launchers/export_format.h"

#include <cmath>
#include <fmt/format.h>

namespace pipette {
namespace {

Calibration calibration_of(const ExportRequest& request) {
    return request.calibration ? *request.calibration : shipped_calibration();
}

void write_trace(const ExportRequest& request, const std::function<void(std::string_view)>& piece) {
    const Candidate& candidate = request.candidate;
    stream_chrome_trace(
        candidate_timeline(request.plan.inputs, candidate.config, candidate.mapping, calibration_of(request)),
        piece, assumed_text(*request.plan.inputs.cluster));
}

/// A trace is simulated anew: says so when its calibration is not the plan's.
std::vector<std::string> notes_of_trace(const ExportRequest& request) {
    const Candidate& candidate = request.candidate;
    constexpr double rounding = 1e-6;
    const double traced =
        estimate_time(request.plan.inputs, candidate.config, candidate.mapping, calibration_of(request))
            .iteration_time_s;
    if (std::abs(traced / candidate.iteration_time_s - 1) < rounding)
        return {};
    const std::string used = calibration_text(request.plan.calibrations);
    return {fmt::format("the trace lasts {:.4g} s and the plan says {:.4g} s: the plan was made with another "
                        "calibration, which --calibration names{}, or changed since",
                        traced, candidate.iteration_time_s, used.empty() ? "" : " (" + used + ")")};
}

const Registered<ExportFormat>
    trace_export_row({.name = "trace",
                      .description = "timeline of one iteration as Chrome trace, for Perfetto",
                      .main_file = "trace.json",
                      .write = write_trace,
                      .notes = notes_of_trace,
                      .options = {"--calibration"}});

} // namespace
} // namespace pipette
