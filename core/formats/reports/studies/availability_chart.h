// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/report_chart.h"
#include "core/study/availability/run_availability.h"

#include <optional>

namespace pipette {

/// Tokens over hours of the best choice and of the two simple policies; below them the GPUs that are there
/// and those that the best choice uses. Dots stand for periods in which a plan starts. Empty without a plan.
std::optional<ReportChart> availability_chart(const AvailabilityResult& result, const ChartRoom& room = {});

} // namespace pipette
