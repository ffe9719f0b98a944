// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

namespace pipette {

/// How far a long task is. Sent when a step of it begins and at most ten times a second while one lasts, from
/// the thread that does the work.
struct Progress {
    std::string step; ///< what is being done and how much of it is, for a person: "Placing, 32 of 410: pp=8
                      ///< tp=8 dp=2"
    double fraction = 0;    ///< done so far, 0 to 1
    double best_time_s = 0; ///< best iteration time so far in seconds; 0 while there is none
};

/// Called with the progress of a long task; an empty one is allowed everywhere.
using ProgressSink = std::function<void(const Progress&)>;

} // namespace pipette
