// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/availability/course.h"

#include <optional>

namespace pipette {

/// Hours of work of the plan that no checkpoint holds when the period ends, after it worked so many hours
/// there. `before`: as many when the period began, on the same plan; 0 where it starts. A checkpoint is
/// written whenever the GPUs change.
double unsaved_hours(const CourseChoices& choices, std::size_t period, int plan, double before,
                     double worked);

/// Hours of work that the plan loses at the end of the period: all that is unsaved if its GPUs go then and
/// nobody announced it, else nothing.
double lost_hours_after(const CourseChoices& choices, std::size_t period, int plan, double unsaved);

/// Hours of work to the goal from so many steps on; a billionth of the goal may be missing, because sums are
/// rounded. Empty: there is no goal, or it is not reached in `worked` hours.
std::optional<double> hours_to_goal(const CourseChoices& choices, double steps, double worked,
                                    double steps_an_hour);

} // namespace pipette
