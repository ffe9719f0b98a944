// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/time_parts.h"

#include <QString>

#include <vector>

namespace pipette {

/// "by part: expert parallel +2.90 ms, idle (bubble) −0.10 ms", "expert parallel unchanged"; empty without
/// parts.
QString changesText(const std::vector<TimeChange>& parts);

} // namespace pipette
