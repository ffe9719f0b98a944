// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/shipped_knowledge.h"
#include "core/formats/lessons/lesson_draft.h"
#include "core/formats/lessons/lesson_json.h"
#include "core/formats/text/text_file.h"
#include "core/lesson/evaluate_lesson.h"
#include "core/lesson/lesson_text.h"

#include <QtTest>

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

using namespace pipette;
using Json = nlohmann::json;

namespace {

constexpr std::size_t shipped_count = 10, questions_each = 3;

/// A small lesson that is right in every part.
Json good() {
    return Json::parse(R"({
        "format": "pipette-lesson", "version": 1, "title": "Two orders",
        "text": ["Here **{a.devices}** GPUs.", "- {a.idle_share} idle"],
        "example": {"values": {"devices": 4, "microbatches": 8, "forward": 1, "backward": 2},
                    "cases": [{"name": "a", "title": "GPipe", "schedule": "gpipe"},
                              {"name": "b", "title": "1F1B", "schedule": "1f1b"}]},
        "curve": {"over": "microbatches", "of": "idle_share", "at": [1, 8]},
        "questions": [{"prompt": "Which holds more?",
                       "choices": [{"text": "GPipe", "right_when": "a.held > b.held"},
                                   {"text": "1F1B", "right_when": "a.held < b.held"}],
                       "explanation": "{a.held} and {b.held}, {b.held / a.held: share}"}],
        "rule": "held = {b.held}"})");
}

Json plans() {
    return Json::parse(R"({
        "format": "pipette-lesson", "version": 1, "title": "Sharding", "text": ["Text"],
        "example": {"values": {"global_batch": 16},
                    "setting": {"machine": {"gpu": "A100-SXM4-80GB"}, "gpus": 8, "model": "gpt-1.7b"},
                    "cases": [{"name": "a", "title": "ZeRO-0", "config": {"dp": 8, "zero_stage": 0}},
                              {"name": "b", "title": "ZeRO-1", "config": {"dp": 8, "zero_stage": 1}}]},
        "questions": [{"prompt": "Which needs less?",
                       "choices": [{"text": "a", "right_when": "a.memory < b.memory"},
                                   {"text": "b", "right_when": "a.memory > b.memory"}],
                       "explanation": "{a.memory}, {b.memory}"}]})");
}

/// The texts of good() in another language.
Json german_texts() {
    return Json::parse(R"({
        "format": "pipette-lesson-text", "version": 1, "title": "Zwei Reihenfolgen",
        "text": ["Hier **{a.devices}** GPUs.", "- {a.idle_share} Leerlauf"],
        "cases": {"a": "GPipe, de", "b": "1F1B, de"},
        "questions": [{"prompt": "Was?", "choices": ["GPipe", "1F1B"],
                       "explanation": "{a.held}, {b.held}, {b.held / a.held: share}"}],
        "rule": "held = {b.held}"
})");
}

/// All that stands in braces, in any order.
std::multiset<std::string> figures_of(const Json& texts) {
    std::multiset<std::string> figures;
    const std::string all = texts.dump();
    for (std::size_t at = all.find('{'); at != std::string::npos; at = all.find('{', at + 1))
        figures.insert(all.substr(at, all.find('}', at) - at));
    return figures;
}

LessonAnswer answers_of(const Lesson& lesson, const LessonValues& values = {}) {
    return evaluate_lesson(lesson, values, shipped_knowledge);
}

/// Links of lesson text that lead to no heading of the help.
QStringList broken_links(const std::string& text) {
    QStringList broken;
    for (const TextSpan& span : lesson_text(text).spans) {
        if (span.look != TextSpan::Look::link)
            continue;
        const QStringList target = QString::fromStdString(span.page).split(QLatin1Char('#'));
        const auto path = find_resources() / "help" / target.front().toStdString();
        bool found = std::filesystem::exists(path) && target.size() == 1;
        if (std::filesystem::exists(path))
            for (const QString& line : QString::fromStdString(read_text_file(path)).split(QLatin1Char('\n')))
                found |=
                    line.startsWith(QLatin1String("#")) &&
                    line.section(QLatin1Char(' '), 1).toLower().replace(QLatin1Char(' '), QLatin1Char('-')) ==
                        target.back();
        if (!found)
            broken << QString::fromStdString(span.page);
    }
    return broken;
}

/// "place: reason" of what is refused; empty: nothing is.
QString refusal(const Json& document) {
    try {
        const Lesson lesson = parse_lesson(document.dump(), "lesson.json");
        check_answers(lesson, answers_of(lesson));
    } catch (const InputError& error) {
        return QString::fromStdString(error.file() + " " + error.place() + ": " + error.reason());
    }
    return {};
}

/// Rows of a test: the value to put at a place of a lesson, and what the refusal then says.
void addRefusalColumns() {
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("said");
}

/// The document with the value of the test's row in its place.
Json refused_row(Json document) {
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    document[Json::json_pointer(pointer.toStdString())] = Json::parse(value.toStdString());
    return document;
}

void addRefusal(const char* pointer, const char* value, const char* said) {
    QTest::addRow("%s = %s", pointer, value)
        << QString::fromUtf8(pointer) << QString::fromUtf8(value) << QString::fromUtf8(said);
}

} // namespace

class LessonFilesTest : public QObject {
    Q_OBJECT

private slots:
    void everyShippedLessonHasItsAnswers() {
        const std::vector<LessonListing> lessons = shipped_lessons();
        QCOMPARE(lessons.size(), shipped_count);
        for (const LessonListing& listing : lessons) {
            const Lesson lesson = read_lesson(listing.path);
            QCOMPARE(lesson.title, listing.title);
            QCOMPARE(lesson.questions.size(), questions_each);
            QVERIFY2(!lesson.sources.empty() && lesson.minutes > 0 && lesson.rule, listing.id.c_str());
            const LessonAnswer answer = answers_of(lesson);
            check_answers(lesson, answer);
            std::set<int> places; // not always the same choice
            for (std::size_t i = 0; i < questions_each; ++i) {
                places.insert(answer.questions[i].only_right());
                QVERIFY2(answer.questions[i].explanation.find('{') == std::string::npos, listing.id.c_str());
                if (qEnvironmentVariableIsSet("PIPETTE_PRINT_LESSONS"))
                    qInfo("%s %zu: %s\n  %s", listing.id.c_str(), i,
                          answer.questions[i]
                              .choices[static_cast<std::size_t>(answer.questions[i].only_right())]
                              .c_str(),
                          answer.questions[i].explanation.c_str());
            }
            QVERIFY2(places.size() > 1, listing.id.c_str());
            std::vector<std::string> texts = answer.text;
            texts.insert(texts.end(), lesson.sources.begin(), lesson.sources.end());
            for (const std::string& text : texts)
                QCOMPARE(broken_links(text), QStringList());
            for (const LessonAnswer::Curve& curve : answer.curves)
                QVERIFY2(curve.at.size() >= 2, listing.id.c_str());
        }
    }

    void fillsFiguresOfTheSimulator() {
        const Lesson lesson = parse_lesson(good().dump(), "two.json");
        QCOMPARE(lesson.id, std::string("two"));
        const LessonAnswer answer = answers_of(lesson);
        QCOMPARE(answer.questions.front().only_right(), 0);
        QCOMPARE(answer.questions.front().explanation, std::string("8 and 4, 50 %"));
        QCOMPARE(answer.text.front(), std::string("Here **4** GPUs."));
        QCOMPARE(answer.text.back(), std::string("- 27 % idle")); // 3/11
        QCOMPARE(answer.rule, std::string("held = 4"));
        QCOMPARE(answer.curves.size(), std::size_t{2});
        QCOMPARE(answer.curves.front().figures.front(), 0.75); // 3/4
    }

    void followsAChangedExample() {
        const Lesson lesson = parse_lesson(good().dump(), "two.json");
        LessonValues values;
        values.set(*lesson_knob("microbatches"), 4);
        const LessonAnswer answer = answers_of(lesson, values);
        QCOMPARE(answer.questions.front().only_right(), -1); // both hold 4
        QCOMPARE(answer.questions.front().explanation, std::string("4 and 4, 100 %"));
    }

    void computesPlans() {
        const Lesson lesson = parse_lesson(plans().dump(), "plans.json");
        const LessonAnswer answer = answers_of(lesson);
        QCOMPARE(answer.questions.front().only_right(), 1);
        QVERIFY(answer.cases.front().timeline && answer.cases.front().candidate);
        QCOMPARE(answer.cases.front().timeline->total(), answer.cases.front().candidate->iteration_time_s);
    }

    void everyShippedLessonSpeaksEachLanguage_data() {
        QTest::addColumn<QByteArray>("language");
        QTest::newRow("German") << QByteArray("de");
        QTest::newRow("Chinese") << QByteArray("zh_CN");
    }

    /// The texts have the same figures as the lesson's own, and the same choices are right.
    void everyShippedLessonSpeaksEachLanguage() {
        QFETCH(QByteArray, language);
        const std::vector<LessonListing> lessons = shipped_lessons(language.toStdString()),
                                         own = shipped_lessons();
        QCOMPARE(lessons.size(), shipped_count);
        for (std::size_t at = 0; at < shipped_count; ++at) {
            const std::filesystem::path& path = lessons[at].path;
            const Lesson lesson = read_lesson(path, language.toStdString()), english = read_lesson(path);
            QCOMPARE(lesson.title, lessons[at].title);
            QCOMPARE(lesson.id, own[at].id);
            const auto texts = [&](const std::filesystem::path& file) {
                return Json::parse(read_text_file(file));
            };
            const Json told = texts(path),
                       translated = texts(path.parent_path() / language.toStdString() / path.filename());
            QVERIFY(translated["text"] != told["text"]);
            for (const char* part : {"text", "rule"})
                QVERIFY2(figures_of(translated[part]) == figures_of(told[part]), path.c_str());
            for (std::size_t i = 0; i < questions_each; ++i) {
                const Json &question = translated["questions"][i], &before = told["questions"][i];
                for (const char* part : {"prompt", "explanation"})
                    QVERIFY2(figures_of(question[part]) == figures_of(before[part]), path.c_str());
            }
            const LessonAnswer answer = answers_of(lesson), expected = answers_of(english);
            check_answers(lesson, answer);
            for (std::size_t i = 0; i < questions_each; ++i)
                QCOMPARE(answer.questions[i].only_right(), expected.questions[i].only_right());
        }
    }

    void textsOfALanguageAreCheckedLikeALesson_data() {
        addRefusalColumns();
        addRefusal("/format", "\"pipette-lesson\"", "$.format: ");
        addRefusal("/text", "[\"one\"]", "$.text: ");
        addRefusal("/text/1", "\"{c.held}\"", "$.text[1]: names the case \"c\"");
        addRefusal("/cases", "{\"a\": \"A\"}", "$.cases");
        addRefusal("/questions/0/choices", "[\"A\"]", "$.questions[0].choices: ");
        addRefusal("/sources", "[]", "$: has \"sources\"");
        addRefusal("/title", "\"\"", "$.title: ");
    }

    void textsOfALanguageAreCheckedLikeALesson() {
        QFETCH(QString, said);
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString(), lesson = root / "own.json",
                                    texts = root / "de" / "own.json";
        std::filesystem::create_directory(root / "de");
        const auto write = [](const std::filesystem::path& file, const Json& document) {
            std::ofstream(file) << document.dump();
        };
        write(lesson, good());
        const Json german = german_texts();
        write(texts, german);
        QCOMPARE(read_lesson(lesson, "de").title, std::string("Zwei Reihenfolgen"));
        QCOMPARE(read_lesson(lesson, "fr").title, std::string("Two orders"));
        QCOMPARE(read_lesson(lesson, "de").cases[1].title, std::string("1F1B, de"));
        write(texts, refused_row(german));
        try {
            read_lesson(lesson, "de");
            QFAIL("was read");
        } catch (const InputError& error) {
            const QString words = QString::fromUtf8(error.what());
            QVERIFY2(words.startsWith(QString::fromStdString(texts.string())) && words.contains(said),
                     error.what());
        }
    }

    void theHelpNamesEveryFigure() {
        const std::string page = read_text_file(find_resources() / "help/lessons.md");
        const auto named = [&](std::string_view name) {
            return page.find("`" + std::string(name) + "`") != std::string::npos;
        };
        for (const LessonQuantity& quantity : lesson_quantities())
            QVERIFY2(named(quantity.name), std::string(quantity.name).c_str());
        for (const LessonKnob& knob : lesson_knobs())
            QVERIFY2(named(knob.name), std::string(knob.name).c_str());
        for (const LessonListing& lesson : shipped_lessons())
            QVERIFY2(page.find("| " + lesson.title + " |") != std::string::npos, lesson.title.c_str());
    }

    void writesWhatTheLabShows() {
        const ScheduleKind zb_v = *schedule_named("zb-v");
        LessonDraft draft{{{"1F1B", ScheduleKind::one_f_one_b, {4, 8, 1, 1}}, {"ZB-V", zb_v, {4, 16, 2, 1}}},
                          {},
                          P2p::blocking};
        draft.times_ms.link = {0.5};
        const auto refused = [&] {
            try {
                lesson_to_text(draft, "x.json");
            } catch (const InputError& error) {
                return QString::fromStdString(error.file() + ": " + error.reason());
            }
            return QString();
        };
        const Lesson lesson = parse_lesson(lesson_to_text(draft, "x.json"), "x.json");
        const LessonAnswer answer = answers_of(lesson);
        check_answers(lesson, answer);
        QCOMPARE(answer.cases[0].timeline->schedule->name(), std::string("1f1b"));
        QCOMPARE(answer.cases[0].timeline->p2p, P2p::blocking);
        QCOMPARE(answer.cases[1].timeline->schedule->size().microbatches, 16);
        QCOMPARE(answer.cases[1].timeline->schedule->size().chunks, 2);
        QVERIFY(answer.cases[0].timeline->total() > 0.033);
        draft.schedules.pop_back(); // one alone
        const Lesson single = parse_lesson(lesson_to_text(draft, "x.json"), "x.json");
        check_answers(single, answers_of(single));
        draft.times_ms.forward = {1, 2, 1, 1};
        QVERIFY(refused().startsWith(QStringLiteral("x.json: cannot hold times")));
        draft.times_ms.forward = {1};
        draft.schedules[0].size.slices = 4;
        QVERIFY(refused().contains(QStringLiteral("token slices")));
        draft.schedules.clear();
        QVERIFY(refused().contains(QStringLiteral("no schedule")));
    }

    void refusesWithFileAndPlace_data() {
        addRefusalColumns();
        addRefusal("/version", "2", "$.version: ");
        addRefusal("/format", "\"pipette-plan\"", "$.format: ");
        addRefusal("/title", "\"\"", "$.title: ");
        addRefusal("/colour", "1", "$: has \"colour\"");
        addRefusal("/text", "[]", "$.text: ");
        addRefusal("/text/0", "\"{a.idle}\"", "$.text[0]: names the figure \"idle\"");
        addRefusal("/text/0", "\"{a.idle_share\"", "$.text[0]: has a { without a }");
        addRefusal("/text/0", "\"{a.step_time + a.held}\"",
                   "$.text[0]: adds or compares a time and a number");
        addRefusal("/text/0", "\"{a.step_time: share}\"", "$.text[0]: shows a time as a share");
        addRefusal("/text/0", "\"{a.memory}\"", "$.text[0]: names the figure \"memory\"");
        addRefusal("/text/0", "\"[x](https://example.org)\"", "$.text[0]: links to");
        addRefusal("/text/0", "\"[x](../../etc/passwd)\"", "$.text[0]: links to");
        addRefusal("/text/0", "\"a\\u202eb\"", "$.text[0]: ");
        addRefusal("/example/cases", "[]", "$.example.cases: ");
        addRefusal("/example/values/devices", "0", "$.example.values.devices: ");
        addRefusal("/example/values/devices", "2.5", "$.example.values.devices: ");
        addRefusal("/example/values/size", "1", "$.example.values.size: is no value of this example");
        addRefusal("/example/values/global_batch", "8", "$.example.values.global_batch: is no value");
        addRefusal("/example/cases/1/name", "\"a\"", "$.example.cases[1].name: is the name of another case");
        addRefusal("/example/cases/1/name", "\"A b\"", "$.example.cases[1].name: ");
        addRefusal("/example/cases/1/schedule", "\"2f2b\"", "$.example.cases[1].schedule: ");
        addRefusal("/example/cases/1/p2p", "\"now\"", "$.example.cases[1].p2p: ");
        addRefusal("/example/cases/1",
                   R"({"name": "b", "title": "D", "schedule": "dualpipe", "values": {"microbatches": 3}})",
                   "$.example.cases[1]: ");
        addRefusal("/example/values", R"({"devices": 64, "microbatches": 512, "chunks": 16})",
                   "$.example.cases[0]: values make a schedule of 1572864 operations");
        addRefusal("/curve/over", "\"time\"", "$.curve.over: ");
        addRefusal("/curve/of", "\"memory\"", "$.curve.of: ");
        addRefusal("/curve/at", "[8, 1]", "$.curve.at[1]: ");
        addRefusal("/questions", "[]", "$.questions: ");
        addRefusal("/questions/0/choices/1/right_when", "\"a.held\"",
                   "$.questions[0].choices[1].right_when: ");
        addRefusal("/questions/0/choices/1/right_when", "\"c.held > 1\"",
                   "$.questions[0].choices[1].right_when: names the case \"c\"");
        addRefusal("/questions/0/choices/1/right_when", "\"a.held > ((1\"", "has a ( without a )");
        addRefusal("/questions/0/choices/1/right_when", "\"a.held > b.step_time\"", "adds or compares");
        addRefusal("/questions/0/choices/1/right_when", "\"a.held > b.held\"",
                   "$.questions[0].choices: has 2 right choices");
        addRefusal("/questions/0/choices/0/right_when", "\"a.held = b.held\"",
                   "$.questions[0].choices: has 0 right choices");
        addRefusal("/questions/0/choices/0/right", "true", "$.questions[0].choices[0]: has \"right\"");
    }

    void refusesWithFileAndPlace() {
        QFETCH(QString, said);
        const QString why = refusal(refused_row(good()));
        QVERIFY2(why.startsWith(QLatin1String("lesson.json $")) && why.contains(said), qPrintable(why));
    }

    void refusesPlansWithPlace_data() {
        addRefusalColumns();
        addRefusal("/example/setting/model", "\"no-such\"", "$.example.setting.model: ");
        addRefusal("/example/setting/gpus", "-1", "$.example.setting.gpus: ");
        addRefusal("/example/setting/colour", "1", "$.example.setting: has \"colour\"");
        addRefusal("/example/cases/1/config/dp", "3", "$.example.cases[1].config");
        addRefusal("/example/cases/1/config/dp", "16", "$.example.cases[1].config");
        addRefusal("/example/cases/1/config/speed", "1", "$.example.cases[1].config: has \"speed\"");
        addRefusal("/example/cases/1/gpus", "[0, 0, 1, 2, 3, 4, 5, 6]", "$.example.cases[1].gpus");
        addRefusal("/example/cases/1/schedule", "\"1f1b\"", "$.example.cases[1]: has \"schedule\"");
        addRefusal("/example/values/devices", "4", "$.example.values.devices: is no value");
    }

    void refusesPlansWithPlace() {
        QFETCH(QString, said);
        QCOMPARE(refusal(plans()), QString());
        const QString why = refusal(refused_row(plans()));
        QVERIFY2(why.startsWith(QLatin1String("lesson.json $")) && why.contains(said), qPrintable(why));
    }
};

QTEST_APPLESS_MAIN(LessonFilesTest)
#include "lesson_files_test.moc"
