// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/report.h"

#include <nlohmann/json_fwd.hpp>

namespace pipette {

/// Whether a page plays the step: with more operations its file would be too large to send.
bool plays(const ReportStep& step);

/// A step as the page's script reads it (help: page.md). Each time stands once in `times`, to the
/// last bit; operations, sends and tails name its place there.
nlohmann::ordered_json step_to_json(const ReportStep& step);

/// A map's names and figures; what was not measured is null.
nlohmann::ordered_json map_to_json(const ReportMap& map);

} // namespace pipette
