// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/candidate.h"
#include "core/schedule/timeline.h"

#include <QList>
#include <QString>

#include <memory>
#include <optional>

namespace pipette {

/// One timeline to show, with what a person calls it.
struct GanttEntry {
    QString title;
    std::shared_ptr<const Timeline> timeline;
    std::optional<double> bubble = {}; ///< share of the time, as other views tell it; empty: idle_share
    std::optional<Breakdown> parts =
        {};           ///< the step's time by part, drawn as a bar above the chart; empty: no bar
    bool told = true; ///< its heading tells how long it takes and how much of that is idle
    std::optional<double> stuck_from = {}; ///< seconds from which on nothing runs, because of a deadlock
};

} // namespace pipette
