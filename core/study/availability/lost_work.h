// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/availability/course.h"

namespace pipette {

/// Hours of work that the plan loses at the end of the period: its GPUs go then, and nobody announced it. At
/// most `worked`, the hours of the period that it worked: a checkpoint is written whenever the GPUs change.
double lost_hours_after(const CourseChoices& choices, std::size_t period, int plan, double worked);

} // namespace pipette
