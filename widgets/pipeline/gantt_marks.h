// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace pipette {

/// A bar of a Gantt chart: its row and its number there; {-1, -1}: none.
using GanttBar = std::pair<int, int>;

/// One operation of a timeline that a Gantt chart shows.
struct GanttOperation {
    int timeline = -1; ///< number among those shown
    std::int32_t operation = -1;
    bool operator==(const GanttOperation&) const = default;
};

/// Why an operation has an outline of its own.
enum class BarMark {
    chosen, ///< the person works on it
    stuck   ///< it is part of a deadlock
};

/// What a Gantt chart draws over its bars.
struct GanttMarks {
    struct Outline {
        GanttOperation bar;
        BarMark mark = BarMark::chosen;
    };
    /// An arrow from an operation to the one that it waits for, with a number that words beside the chart
    /// take up.
    struct Wait {
        GanttOperation waiting, awaited;
        QString number;
    };
    /// A moment of a device, with words.
    struct Flag {
        int timeline = 0, device = 0;
        double time = 0; ///< seconds
        QString words;
    };
    std::vector<Outline> outlines;
    std::vector<Wait> waits;
    std::optional<Flag> flag;
};

} // namespace pipette
