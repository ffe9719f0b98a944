// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/report_chart.h"
#include "core/evidence/calibration_preview.h"

#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// A dot for each run of one's own, across by its error: as it is estimated, and below after calibrating.
/// `runs`: their names. ChartDot::item is the run. Empty where there is none.
std::optional<ReportChart> own_runs_chart(const CalibrationPreview& preview,
                                          const std::vector<std::string>& runs, const ChartRoom& room = {});

} // namespace pipette
