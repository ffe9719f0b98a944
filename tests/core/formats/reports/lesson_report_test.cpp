// SPDX-License-Identifier: GPL-3.0-or-later
// Hand-outs of lessons.
#include "../refusal.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "core/formats/lessons/lesson_json.h"
#include "core/formats/reports/html_text.h"
#include "core/formats/reports/lessons/lesson_report.h"

#include <QtTest>

using namespace pipette;

namespace {

/// Two schedules in charts, one in words, and a question.
Lesson small_lesson() {
    return parse_lesson(R"({
        "format": "pipette-lesson", "version": 1, "title": "Two <orders>", "minutes": 4,
        "text": ["Here **{a.devices}** GPUs & a [page](schedules.md).", "- *{a.held}* held", "- `{b.held}`"],
        "example": {"values": {"devices": 4, "microbatches": 8, "forward": 1, "backward": 2},
                    "cases": [{"name": "a", "title": "GPipe", "schedule": "gpipe"},
                              {"name": "b", "title": "One <F>", "schedule": "1f1b"},
                              {"name": "c", "title": "Hidden", "schedule": "1f1b", "chart": false}]},
        "questions": [{"prompt": "Which holds **more**?",
                       "choices": [{"text": "Neither", "right_when": "a.held = b.held"},
                                   {"text": "GPipe, *all*", "right_when": "a.held > b.held"},
                                   {"text": "1F1B", "right_when": "a.held < b.held"}],
                       "explanation": "{a.held} and **{b.held}**"}],
        "rule": "- held = {b.held}", "sources": ["*arXiv:1*"]})",
                        "lesson.json");
}

Report report_of(const Lesson& lesson, const LessonValues& values = {}) {
    return lesson_report(lesson, evaluate_lesson(lesson, values, shipped_knowledge));
}

/// The report's words in their order, one block a line.
std::string words_of(const Report& report) {
    std::string words = report.title + "\n";
    for (const ReportBlock& block : report.blocks) {
        if (const auto* heading = std::get_if<ReportHeading>(&block))
            words += "# " + heading->text;
        else if (const auto* paragraph = std::get_if<ReportParagraph>(&block))
            words += (paragraph->strong ? "! " : "") + paragraph->text;
        else if (const auto* list = std::get_if<ReportList>(&block))
            for (const std::string& item : list->items)
                words += "* " + item + (&item == &list->items.back() ? "" : "\n");
        else if (const auto* step = std::get_if<ReportStep>(&block))
            words += "[" + step->title + "]";
        else if (const auto* room = std::get_if<ReportRoom>(&block))
            words += std::string(static_cast<std::size_t>(room->lines), '_');
        else if (std::holds_alternative<ReportNewPage>(block))
            words += "---";
        words += "\n";
    }
    return words;
}

} // namespace

class LessonReportTest : public QObject {
    Q_OBJECT

private slots:
    void holdsTheLessonAndItsAnswersBehind() {
        QCOMPARE(words_of(report_of(small_lesson())), std::string(R"(Two <orders>
Here 4 GPUs & a page.
* 8 held
* 4
# GPipe
[GPipe]
# One <F>
[One <F>]
# Questions
! 1. Which holds more?
A. Neither
B. GPipe, all
C. 1F1B
___
# The rule to take away
* held = 4
# Sources
* arXiv:1
---
# Answers
! 1. B. GPipe, all
8 and 4
)"));
    }

    void otherNumbersMayLeaveNoRightChoice() {
        Lesson lesson = small_lesson();
        lesson.questions.front().choices.erase(lesson.questions.front().choices.begin());
        LessonValues values;
        values.set(*lesson_knob("microbatches"), 1); // both hold one
        const std::string words = words_of(report_of(lesson, values));
        QVERIFY2(words.find("! 1. with these numbers no choice is right") != std::string::npos,
                 words.c_str());
    }

    void bothFilesAreWhole() {
        const Report report = report_of(small_lesson());
        const QByteArray html = QByteArray::fromStdString(report_for_file(report, "a.html"));
        QVERIFY(html.contains("Two &lt;orders&gt;") && !html.contains("<orders>"));
        QCOMPARE(html.count("data-step=\""), 2);
        QCOMPARE(html.count("class=\"room\""), 1);
        const QByteArray answers = html.mid(html.indexOf(">Answers<"));
        QVERIFY(html.indexOf("Which holds more?") < html.indexOf(">Answers<"));
        QVERIFY(answers.contains("B. GPipe, all") && answers.contains("8 and 4"));
        QVERIFY(!html.left(html.indexOf(">Answers<")).contains("8 and 4"));
        const QByteArray pdf = QByteArray::fromStdString(report_for_file(report, "a.pdf"));
        QVERIFY(pdf.startsWith("%PDF-") && pdf.endsWith("%%EOF\n"));
        QVERIFY(pdf.contains("(A. Neither) Tj"));
        // The answers have a page of their own: nothing that stands in front of them is on it.
        const QByteArray last = pdf.mid(pdf.lastIndexOf("\nstream\n"));
        QVERIFY(last.contains("(Answers) Tj") && !last.contains("(Sources) Tj"));
    }

    void everyLessonHasAHandOut() {
        for (const char* language : {"", "de", "zh_CN"})
            for (const LessonListing& listing : shipped_lessons()) {
                const Lesson lesson = read_lesson(listing.path, language);
                const Report report = report_of(lesson);
                const std::string html = report_to_html(report);
                for (const ReportBlock& block : report.blocks)
                    if (const auto* paragraph = std::get_if<ReportParagraph>(&block))
                        QVERIFY2(paragraph->text.find("**") == std::string::npos, paragraph->text.c_str());
                QVERIFY(html.find(html_text(lesson.title)) != std::string::npos);
                check_letters(report, "a.html");
                if (std::string_view(language) == "zh_CN")
                    VERIFY_REFUSED(check_letters(report, "a.pdf"), "a.pdf: cannot show the letters");
                else
                    check_letters(report, "a.pdf");
            }
    }
};

QTEST_GUILESS_MAIN(LessonReportTest)
#include "lesson_report_test.moc"
