// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/report_chart.h"

#include <string>

namespace pipette {

/// A chart as a picture inside an HTML page, which says in words what it shows.
std::string svg_chart(const ReportChart& chart);

} // namespace pipette
