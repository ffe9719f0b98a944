// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_store.h"
#include "app/opening/open_format.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "core/formats/lessons/lesson_json.h"
#include "core/formats/text/text_file.h"
#include "core/lesson/evaluate_lesson.h"

#include <algorithm>

namespace pipette {
namespace {

bool recognises_lesson(const FileLook& look) {
    return look.has_format(lesson_format);
}

/// The id of the program's own lesson that a file is, or is a copy of; else the file's path.
std::string id_of(const std::string& text, const std::string& file) {
    const std::vector<LessonListing> shipped = shipped_lessons();
    const auto own = std::find_if(shipped.begin(), shipped.end(), [&](const LessonListing& listing) {
        return read_text_file(listing.path) == text;
    });
    return own == shipped.end() ? file : own->id;
}

/// A lesson whose questions have one right choice each.
std::shared_ptr<const Lesson> checked_lesson(const std::string& text, const std::string& file) {
    Lesson lesson = parse_lesson(text, file);
    check_answers(lesson, evaluate_lesson(lesson, {}, shipped_knowledge));
    lesson.id = id_of(text, file);
    return std::make_shared<const Lesson>(std::move(lesson));
}

OpenedFiles read_lesson_file(const std::vector<FileLook>& looks, const std::string&) {
    const FileLook& look = looks.front();
    return {[lesson = checked_lesson(look.text(), look.file())](DocumentStore& store) {
        emit store.lessonRead(lesson);
    }};
}

const Registered<OpenFormat> lesson_row({
    .name = "lesson",
    .order = 2,
    .together = OpenFormat::Together::alone,
    .recognises = recognises_lesson,
    .read = read_lesson_file,
});

} // namespace
} // namespace pipette
