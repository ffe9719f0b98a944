// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lessons/lesson_json.h"

#include "core/base/input_error.h"
#include "core/formats/documents/resources.h"
#include "core/formats/lessons/lesson_cases.h"
#include "core/formats/text/text_file.h"
#include "core/lesson/lesson_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_paragraphs = 40, longest_text = 2000, longest_title = 100, most_questions = 10,
                      most_choices = 6, most_points = 20;
constexpr JsonLimits limits{std::size_t{1} << 20, 16};

/// Runs `make`; what it refuses is said of this place of the file.
template <class Make>
auto made_at(const JsonValue& place, const Make& make) {
    try {
        return make();
    } catch (const InputError& error) {
        place.refuse(error.reason());
    }
}

std::string words_of(const JsonValue& value, std::size_t most) {
    std::string words = value.words();
    if (words.empty() || words.size() > most)
        value.expected(fmt::format("1 to {} characters", most));
    return words;
}

/// Lesson text without places for figures.
std::string text_of(const JsonValue& value) {
    std::string text = words_of(value, longest_text);
    made_at(value, [&] { return lesson_text(text); });
    return text;
}

/// Lesson text with places for figures.
LessonSentence sentence_of(const JsonValue& value, const LessonNames& names) {
    const std::string text = text_of(value);
    return made_at(value, [&] { return LessonSentence(text, names); });
}

void expect_size(const JsonValue& list, std::size_t least, std::size_t most, std::string_view what) {
    if (list.size() < least || list.size() > most)
        list.expected(fmt::format("{} to {} {}", least, most, what));
}

LessonQuestion question_from_json(const JsonValue& value, const LessonNames& names) {
    value.expect_only({"prompt", "choices", "explanation"});
    LessonQuestion question;
    question.prompt = sentence_of(value.member("prompt"), names);
    const JsonValue choices = value.member("choices");
    expect_size(choices, 2, most_choices, "choices");
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const JsonValue choice = choices.element(i), condition = choice.member("right_when");
        choice.expect_only({"text", "right_when"});
        question.choices.push_back({sentence_of(choice.member("text"), names), made_at(condition, [&] {
                                        return LessonCondition(condition.text(), names);
                                    })});
    }
    question.explanation = sentence_of(value.member("explanation"), names);
    return question;
}

LessonCurve curve_from_json(const JsonValue& value, LessonKnob::Of of) {
    value.expect_only({"over", "of", "at"});
    LessonCurve curve;
    const JsonValue over = value.member("over"), figure = value.member("of"), at = value.member("at");
    curve.over = lesson_knob(over.text());
    if (!curve.over || curve.over->of != of)
        over.expected("a value of this example");
    curve.of = lesson_quantity(figure.text());
    if (!curve.of || (of == LessonKnob::Of::pipelines && curve.of->of == LessonQuantity::Of::plans))
        figure.expected("a quantity of its cases, such as idle_share");
    expect_size(at, 2, most_points, "numbers");
    for (std::size_t i = 0; i < at.size(); ++i) {
        const JsonValue number = at.element(i);
        const Bounds& bounds = curve.over->bounds;
        curve.at.push_back(curve.over->whole
                               ? static_cast<double>(number.integer(static_cast<long>(bounds.least),
                                                                    static_cast<long>(bounds.most)))
                               : number.number(bounds));
        if (i > 0 && curve.at[i] <= curve.at[i - 1])
            number.expected("numbers that rise");
    }
    return curve;
}

LessonNames names_of(const Lesson& lesson) {
    LessonNames names{{}, kind_of(lesson)};
    for (const LessonCase& one : lesson.cases)
        names.cases.push_back(one.name);
    return names;
}

Lesson lesson_from_json(const JsonValue& root, const std::string& file) {
    root.expect_format(lesson_format, 1);
    root.expect_only({"format", "version", "title", "minutes", "text", "example", "curve", "questions",
                      "rule", "sources"});
    Lesson lesson;
    lesson.file = file;
    lesson.id = fs::path(file).stem().string();
    lesson.title = words_of(root.member("title"), longest_title);
    lesson.minutes = static_cast<int>(root.integer_or("minutes", 0, 0, 600));
    LessonExample example = lesson_example_from_json(root.member("example"), fs::path(file).parent_path());
    lesson.values = std::move(example.values);
    lesson.cases = std::move(example.cases);
    const LessonNames names = names_of(lesson);
    const JsonValue text = root.member("text"), questions = root.member("questions");
    expect_size(text, 1, most_paragraphs, "paragraphs");
    for (std::size_t i = 0; i < text.size(); ++i)
        lesson.text.push_back(sentence_of(text.element(i), names));
    if (const auto curve = root.find("curve"))
        lesson.curve = curve_from_json(*curve, names.of);
    expect_size(questions, 1, most_questions, "questions");
    for (std::size_t i = 0; i < questions.size(); ++i)
        lesson.questions.push_back(question_from_json(questions.element(i), names));
    if (const auto rule = root.find("rule"))
        lesson.rule = sentence_of(*rule, names);
    if (const auto sources = root.find("sources"))
        for (std::size_t i = 0; i < sources->size(); ++i)
            lesson.sources.push_back(text_of(sources->element(i)));
    return lesson;
}

/// Element `i` of a list that has as many as the lesson.
JsonValue element_of(const JsonValue& list, std::size_t i, std::size_t as_many) {
    if (list.size() != as_many)
        list.expected(fmt::format("{}, as the lesson has", as_many));
    return list.element(i);
}

void put_texts(LessonQuestion& question, const JsonValue& value, const LessonNames& names) {
    value.expect_only({"prompt", "choices", "explanation"});
    question.prompt = sentence_of(value.member("prompt"), names);
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        question.choices[i].text =
            sentence_of(element_of(value.member("choices"), i, question.choices.size()), names);
    question.explanation = sentence_of(value.member("explanation"), names);
}

/// Puts the texts of another language in the place of the lesson's own.
void put_texts(Lesson& lesson, const JsonValue& root) {
    root.expect_format(lesson_text_format, 1);
    root.expect_only({"format", "version", "title", "text", "cases", "questions", "rule"});
    const LessonNames names = names_of(lesson);
    lesson.title = words_of(root.member("title"), longest_title);
    for (std::size_t i = 0; i < lesson.text.size(); ++i)
        lesson.text[i] = sentence_of(element_of(root.member("text"), i, lesson.text.size()), names);
    for (LessonCase& one : lesson.cases)
        one.title = words_of(root.member("cases").member(one.name), longest_title);
    for (std::size_t i = 0; i < lesson.questions.size(); ++i)
        put_texts(lesson.questions[i], element_of(root.member("questions"), i, lesson.questions.size()),
                  names);
    if (lesson.rule)
        lesson.rule = sentence_of(root.member("rule"), names);
}

/// The file with a lesson's texts in a language; none where it is not there.
std::optional<fs::path> texts_of(const fs::path& lesson, std::string_view language) {
    const fs::path file = lesson.parent_path() / language / lesson.filename();
    std::error_code error;
    return !language.empty() && fs::is_regular_file(file, error) ? std::optional(file) : std::nullopt;
}

std::string title_in(const fs::path& file) {
    const nlohmann::json document = read_json_file(file);
    return words_of(JsonValue(document, file.string()).member("title"), longest_title);
}

} // namespace

Lesson parse_lesson(std::string_view text, const std::string& file) {
    const nlohmann::json document = parse_json(text, file, limits);
    return lesson_from_json(JsonValue(document, file), file);
}

Lesson read_lesson(const fs::path& path, std::string_view language) {
    Lesson lesson = parse_lesson(read_text_file(path), path.string());
    if (const auto file = texts_of(path, language)) {
        const nlohmann::json texts = parse_json(read_text_file(*file), file->string(), limits);
        put_texts(lesson, JsonValue(texts, file->string()));
    }
    return lesson;
}

std::vector<LessonListing> shipped_lessons(std::string_view language) {
    std::vector<LessonListing> lessons;
    const fs::path folder = find_resources() / "lessons";
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().extension() == ".json")
            lessons.push_back({entry.path().stem().string(),
                               title_in(texts_of(entry.path(), language).value_or(entry.path())),
                               entry.path()});
    if (error)
        throw InputError(folder.string(), {}, "cannot be read: " + error.message());
    std::sort(lessons.begin(), lessons.end(),
              [](const LessonListing& a, const LessonListing& b) { return a.id < b.id; });
    return lessons;
}

} // namespace pipette
