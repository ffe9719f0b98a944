// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace pipette {

// What the charts of the schedule lab show, for the window and for files that keep it.

/// Schedules that the lab shows side by side at most.
inline constexpr std::size_t most_lab_schedules = 4;

/// What a curve tells of a timeline.
enum class CurveOf {
    held, ///< activations of a device, in microbatches of a device's whole share of the model
    idle, ///< devices that do not compute
    links ///< links that carry a transfer
};

/// What the colour of a bar in the Gantt chart tells. Forward, backward and weight gradient differ by
/// lightness or hue whatever it is.
enum class BarColours { kind, stage, microbatch };
inline constexpr int bar_colours_count = 3;

} // namespace pipette
