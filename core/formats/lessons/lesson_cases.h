// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/text/json_reader.h"
#include "core/lesson/lesson.h"

#include <filesystem>

namespace pipette {

/// `values` of a lesson file: knobs of one kind within their bounds. Throws InputError.
LessonValues lesson_values_from_json(const JsonValue& value, LessonKnob::Of of);

/// `example` of a lesson file: its values and its cases, all schedules or all plans. `folder`: where files
/// that a plan's setting names would lie. Throws InputError with file and JSON path.
struct LessonExample {
    LessonValues values;
    std::vector<LessonCase> cases;
};
LessonExample lesson_example_from_json(const JsonValue& example, const std::filesystem::path& folder);

} // namespace pipette
