// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reports/report.h"
#include "core/lesson/evaluate_lesson.h"

#include <string>

namespace pipette {

/// A hand-out of a lesson: its text and charts, the questions with lettered choices and room to write, the
/// rule and the sources; on a page of their own the answers, as the simulator finds them. `answer` is of this
/// lesson.
Report lesson_report(const Lesson& lesson, const LessonAnswer& answer);

/// Throws InputError with `file` where a PDF of that name could not show the letters of the report: the fonts
/// of PDFs have Western European ones alone.
void check_letters(const Report& report, const std::string& file);

} // namespace pipette
