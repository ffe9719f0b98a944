// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/time_parts.h"

#include <QString>

#include <array>
#include <vector>

namespace pipette {

/// One part of the iteration time, under the same name in every view.
struct BreakdownPart {
    const char* name; ///< to be translated
    double Breakdown::*seconds;

    QString text() const;
};
extern const std::array<BreakdownPart, 9> breakdown_parts; ///< in the order in which they are drawn

/// "of it expert parallel +2.90 ms, idle (bubble) −0.10 ms", "expert parallel unchanged"; empty without
/// parts.
QString changesText(const std::vector<TimeChange>& parts);

} // namespace pipette
