// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/reasons/plan_reasons.h"

#include <string>

namespace pipette {

/// A table of a report for a terminal.
std::string table_text(const ReportTable& table);

/// The reasons for a terminal; empty when there is no candidate.
std::string reasons_text(const PlanReasons& reasons);

} // namespace pipette
