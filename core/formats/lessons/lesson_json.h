// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

inline constexpr std::string_view lesson_format = "pipette-lesson",
                                  lesson_text_format = "pipette-lesson-text";

/// Reads a lesson file (help: formats.md). Throws InputError with file and JSON path, also for members that
/// are not known and for expressions that are not understood. Whether each question has one right choice is
/// known once the lesson is simulated: see check_answers().
Lesson parse_lesson(std::string_view text, const std::string& file);
/// With the texts of a language, "de", where de/ beside the lesson holds a file of the same name (help:
/// formats.md); else, and for an empty language, with its own.
Lesson read_lesson(const std::filesystem::path& path, std::string_view language = {});

/// A lesson file of the resources, as a list shows it.
struct LessonListing {
    std::string id, title;
    std::filesystem::path path;
};
/// In the order of their files' names, which begin with numbers; titles as read_lesson() has them. Throws
/// InputError where they cannot be read.
std::vector<LessonListing> shipped_lessons(std::string_view language = {});

} // namespace pipette
