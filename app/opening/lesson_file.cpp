// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_store.h"
#include "app/opening/open_format.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "core/formats/lessons/lesson_json.h"
#include "core/lesson/evaluate_lesson.h"

namespace pipette {
namespace {

bool recognises_lesson(const FileLook& look) {
    return look.has_format(lesson_format);
}

/// A lesson whose questions have one right choice each. Its id is its path: it is none of the program's own.
std::shared_ptr<const Lesson> checked_lesson(const std::string& text, const std::string& file) {
    Lesson lesson = parse_lesson(text, file);
    check_answers(lesson, evaluate_lesson(lesson, {}, shipped_knowledge));
    lesson.id = file;
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
