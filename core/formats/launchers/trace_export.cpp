// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/hypothetical.h"
#include "core/cost/candidate_timeline.h"
#include "core/formats/evidence/plan_timeline.h"
#include "core/formats/launchers/chrome_trace.h"
#include "core/formats/launchers/export_format.h"

namespace pipette {
namespace {

/// What the bars are, and that the cluster is not there, where one of them is to be said.
std::string about(const PlanInputs& inputs) {
    const std::string bars = timeline_text(inputs), assumed = assumed_text(*inputs.cluster);
    return bars + (bars.empty() || assumed.empty() ? "" : "; ") + assumed;
}

void write_trace(const ExportRequest& request, const std::function<void(std::string_view)>& piece) {
    stream_chrome_trace(plan_timeline(request.plan, request.candidate, request.calibration), piece,
                        about(request.plan.inputs));
}

std::vector<std::string> notes_of_trace(const ExportRequest& request) {
    const std::string bars = timeline_text(request.plan.inputs);
    return bars.empty() ? std::vector<std::string>{} : std::vector{"the trace: " + bars};
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
