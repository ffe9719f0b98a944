// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/report.h"

namespace pipette {

/// One schedule, or several with the same times beside each other: how long each takes, how much of that is
/// idle, what it holds, the player. Throws InputError where there are none.
Report schedule_report(const std::vector<ReportStep>& steps);

/// A simulated schedule as the report shows it.
ReportStep schedule_step(const std::string& title, std::shared_ptr<const Timeline> timeline, StepUnit unit);

} // namespace pipette
