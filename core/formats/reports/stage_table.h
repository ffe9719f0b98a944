// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/report.h"
#include "core/plan/plan.h"

#include <optional>

namespace pipette {

/// Why each stage lies where it does, for a candidate on several kinds of GPUs: its layers, its GPUs, and
/// what one microbatch would compute for on each kind, in milliseconds. None where all GPUs are of one kind,
/// or where the plan does not hold the calibration that it was made with.
std::optional<ReportTable> stage_table(const Plan& plan, const Candidate& candidate);

} // namespace pipette
