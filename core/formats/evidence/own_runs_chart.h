// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/report_chart.h"
#include "core/evidence/calibration_preview.h"

#include <optional>
#include <string>
#include <vector>

namespace pipette {

/// Two rows of dots, one dot a run, which lie across by the error of the run's time: above as it is
/// estimated, below after calibrating. `runs`: the names of the runs. ChartDot::item is the run's number.
/// Empty without runs.
std::optional<ReportChart> own_runs_chart(const CalibrationPreview& preview,
                                          const std::vector<std::string>& runs, const ChartRoom& room = {});

} // namespace pipette
