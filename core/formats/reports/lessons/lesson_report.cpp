// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/reports/lessons/lesson_report.h"

#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/reports/font_metrics.h"
#include "core/formats/reports/schedule_report.h"
#include "core/lesson/lesson_text.h"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>

namespace pipette {
namespace {

constexpr int lines_a_question = 3;
constexpr std::ptrdiff_t few_signs = 10; // a tenth of a text may be signs that fonts lack

std::string words_of(const TextBlock& block) {
    std::string words;
    for (const TextSpan& span : block.spans)
        words += span.text;
    return words;
}

/// The words of lesson text, without its marks.
std::string words_of(std::string_view text) {
    return words_of(lesson_text(text));
}

/// Items that follow each other are one list.
void add_text(Report& report, const std::string& text) {
    const TextBlock block = lesson_text(text);
    if (block.kind == TextBlock::Kind::paragraph) {
        report.blocks.emplace_back(ReportParagraph{words_of(block)});
        return;
    }
    if (report.blocks.empty() || !std::holds_alternative<ReportList>(report.blocks.back()))
        report.blocks.emplace_back(ReportList{});
    std::get<ReportList>(report.blocks.back()).items.push_back(words_of(block));
}

char letter_of(std::size_t choice) {
    return static_cast<char>('A' + choice);
}

void add_question(Report& report, std::size_t number, const AnsweredQuestion& question) {
    report.blocks.emplace_back(
        ReportParagraph{fmt::format("{}. {}", number, words_of(question.prompt)), true});
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        report.blocks.emplace_back(
            ReportParagraph{fmt::format("{}. {}", letter_of(i), words_of(question.choices[i]))});
    report.blocks.emplace_back(ReportRoom{lines_a_question});
}

/// "B. 1F1B"; numbers that a person has changed may leave no right choice, or several.
std::string right_choices(const AnsweredQuestion& question) {
    std::string right;
    for (std::size_t i = 0; i < question.choices.size(); ++i)
        if (question.right[i])
            right += fmt::format("{}{}. {}", right.empty() ? "" : "; ", letter_of(i),
                                 words_of(question.choices[i]));
    return right.empty() ? "with these numbers no choice is right" : right;
}

std::string subtitle_of(const Lesson& lesson) {
    constexpr std::string_view answers = "The answers are at the end.";
    return lesson.minutes > 0 ? fmt::format("About {}. {}", counted(lesson.minutes, "minute"), answers)
                              : std::string(answers);
}

} // namespace

Report lesson_report(const Lesson& lesson, const LessonAnswer& answer) {
    Report report{"Lesson", readable(lesson.title), subtitle_of(lesson), {}};
    for (const std::string& text : answer.text)
        add_text(report, text);
    for (std::size_t k = 0; k < answer.cases.size(); ++k) {
        if (lesson.cases[k].shown != LessonCase::Shown::in_charts)
            continue;
        const std::string title = readable(lesson.cases[k].title);
        report.blocks.emplace_back(ReportHeading{title});
        report.blocks.emplace_back(schedule_step(title, answer.cases[k].timeline, StepUnit::seconds));
    }
    report.blocks.emplace_back(ReportHeading{"Questions"});
    for (std::size_t i = 0; i < answer.questions.size(); ++i)
        add_question(report, i + 1, answer.questions[i]);
    if (!answer.rule.empty()) {
        report.blocks.emplace_back(ReportHeading{"The rule to take away"});
        add_text(report, answer.rule);
    }
    if (!lesson.sources.empty()) {
        report.blocks.emplace_back(ReportHeading{"Sources"});
        ReportList sources;
        for (const std::string& source : lesson.sources)
            sources.items.push_back(words_of(source));
        report.blocks.emplace_back(std::move(sources));
    }
    report.blocks.emplace_back(ReportNewPage{});
    report.blocks.emplace_back(ReportHeading{"Answers"});
    for (std::size_t i = 0; i < answer.questions.size(); ++i) {
        report.blocks.emplace_back(
            ReportParagraph{fmt::format("{}. {}", i + 1, right_choices(answer.questions[i])), true});
        report.blocks.emplace_back(ReportParagraph{words_of(answer.questions[i].explanation)});
    }
    return report;
}

void check_letters(const Report& report, const std::string& file) {
    if (!file.ends_with(".pdf"))
        return;
    std::string words = report.title;
    for (const ReportBlock& block : report.blocks)
        if (const auto* paragraph = std::get_if<ReportParagraph>(&block))
            words += paragraph->text;
    const std::string shown = font_text(words); // a character each; what the fonts lack is a question mark
    const auto lost =
        std::count(shown.begin(), shown.end(), '?') - std::count(words.begin(), words.end(), '?');
    if (lost > static_cast<std::ptrdiff_t>(shown.size()) / few_signs)
        throw InputError(file, {},
                         "cannot show the letters of this language: take a name that ends with .html, which "
                         "a browser prints");
}

} // namespace pipette
