// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/candidate.h"

#include <QString>

#include <array>

namespace pipette {

/// One part of the iteration time, under the same name in every view.
struct BreakdownPart {
    const char* name; ///< to be translated
    double Breakdown::*seconds;

    QString text() const;
};
extern const std::array<BreakdownPart, 9> breakdown_parts; ///< in the order in which they are drawn

} // namespace pipette
