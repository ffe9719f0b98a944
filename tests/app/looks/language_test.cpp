// SPDX-License-Identifier: GPL-3.0-or-later
// The window in German and Chinese: its words, those of the core, figures, and how a language is chosen.
// tests/architecture/translations holds the translations against the sources.
#include "app/window/language.h"
#include "core/base/inks.h"
#include "core/evidence/training_log.h"
#include "core/formats/launchers/export_format.h"
#include "core/lesson/lesson_quantity.h"
#include "core/plan/groups/group_places.h"
#include "core/plan/groups/parallel_groups.h"
#include "core/plan/plan_headline.h"
#include "core/plan/stages/stage_reason.h"
#include "core/plan/time_parts.h"
#include "core/schedule/order_faults.h"
#include "core/study/question.h"
#include "tests/app/looks/sample_job.h"
#include "tests/app/window_fixture.h"
#include "widgets/charts/chart_table.h"
#include "widgets/charts/copy_table.h"
#include "widgets/lab/lab_times.h"
#include "widgets/studies/tokens_box.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/core_words.h"
#include "widgets/theme/marks.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QDoubleSpinBox>
#include <QLibraryInfo>
#include <QLineEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QSettings>

#include <set>

using namespace pipette;
using namespace pipette::test;

namespace {

const Language& language(const char* name) {
    return languageNamed(QString::fromLatin1(name));
}

/// What texts of stages on unlike GPUs are made of, one part each.
std::vector<std::string> parts_of_stage_reasons() {
    std::vector<std::string> parts;
    for (const StageBound bound : {StageBound::compute, StageBound::links, StageBound::memory,
                                   StageBound::supply, StageBound::whole, StageBound::nothing})
        for (const std::vector<int>& stages : {std::vector<int>{1}, {1, 2}})
            for (const int layers : {1, 2})
                for (const double added_s : {-1.0, 0.0, 1.0}) {
                    StageReason reason;
                    reason.stages = stages, reason.layers = layers, reason.gpus = "2 V100",
                    reason.bound = bound;
                    reason.one_more = StageChange{0, added_s, true};
                    reason.exchanged = StageChange{0, added_s, added_s != 0};
                    reason.slowest = "V100", reason.fastest = added_s < 0 ? "A100" : "";
                    reason.pinned = 1, reason.all_gpus = 2;
                    const std::string text = stage_reason_text(reason);
                    parts.push_back(text);
                    for (std::size_t at = text.find(": ") + 2, end = 0; end != std::string::npos;
                         at = end + 2) {
                        end = text.find("; ", at);
                        parts.push_back(text.substr(at, std::min(end, text.size() - 1) - at));
                    }
                }
    return parts;
}

/// Every word that the window takes from a registry or a table of the core.
std::set<std::string_view> words_of_core() {
    std::set<std::string_view> words;
    for (const TimePart& part : time_parts())
        words.insert(part.name());
    for (const Ink ink : {Ink::forward, Ink::forward_again, Ink::backward, Ink::input_gradient,
                          Ink::weight_gradient, Ink::overlapped, Ink::send, Ink::idle, Ink::parameters,
                          Ink::gradients, Ink::gathered_layers, Ink::optimizer_state, Ink::activations,
                          Ink::logits, Ink::temporary, Ink::run_ahead, Ink::fragmentation, Ink::other_memory})
        words.insert(name_of(ink));
    for (const Verdict verdict : {Verdict::safe, Verdict::tight, Verdict::over})
        words.insert(name_of(verdict));
    for (const P2p p2p : all_p2ps())
        words.insert(name_of(p2p));
    for (const Axis& axis : {axis::tp, axis::cp, axis::dp, axis::ep, axis::etp, axis::edp, axis::shard,
                             axis::replicas, axis::x, axis::y})
        words.insert(group_title(axis));
    for (int part = 0; part <= static_cast<int>(StepPart::outside); ++part)
        words.insert(name_of(static_cast<StepPart>(part)));
    for (const ScheduleFamily* family : Registry<ScheduleFamily>::all())
        words.insert({family->title, family->idea, family->helps});
    for (const AxisKind* kind : Registry<AxisKind>::all())
        words.insert({kind->title, kind->unit});
    for (const StudyQuestion* question : all_questions())
        words.insert({question->text, question->to_enter});
    for (const LessonKnob& knob : lesson_knobs())
        words.insert({knob.title, knob.unit});
    for (const LessonQuantity& quantity : lesson_quantities())
        words.insert(quantity.title);
    for (const ExportFormat* format : Registry<ExportFormat>::all())
        words.insert(format->description);
    words.erase(std::string_view());
    return words;
}

} // namespace

class LanguageTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void cleanup() { speak(*qApp, language("en")); }

    void noWordOfTheCoreIsMissing() {
        const std::set<std::string_view> known(coreWords().begin(), coreWords().end());
        QStringList missing;
        for (const std::string_view word : words_of_core())
            if (!known.contains(word))
                missing << ownText(word);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }

    void sentencesOfTheCoreAreRecognised() {
        speak(*qApp, language("de"));
        QCOMPARE(
            sentenceText("stage 3 needs 91.2 GiB of 80.0 GiB; it fits with full recomputation, which 2 of "
                         "8 stages need: +12.5 %"),
            QStringLiteral("Stufe 3 braucht 91,2 GiB von 80,0 GiB; passt mit Neuberechnung (full), die 2 "
                           "von 8 Stufen brauchen: +12,5 %"));
        QCOMPARE(sentenceText("Against the runner-up (pp=8): 236 ms slower in all; 1.18 s less compute, 464 "
                              "ms less gradient "
                              "exchange; 1.88 s more idle (bubble)."),
                 QStringLiteral("Gegenüber dem Zweiten (pp 8): insgesamt 236 ms langsamer; 1,18 s weniger "
                                "für Rechnen, 464 ms weniger "
                                "für Gradientenaustausch; 1,88 s mehr für Leerlauf (Bubble)."));
        QCOMPARE(
            sentenceText("Soonest, on 256 GPUs (pp=8 tp=4): 35.9 days (range 30.3 to 41.5), 1,130,086 USD at "
                         "2.5 USD a GPU-hour (price as entered)."),
            QStringLiteral("Am frühesten: auf 256 GPUs (pp 8 · tp 4): 35,9 Tage (Spanne 30,3 bis 41,5), "
                           "1.130.086 USD bei 2,5 USD je GPU-Stunde (Preis wie eingegeben)."));
        QCOMPARE(
            sentenceText("Stages 1, 6-7 have 6 layers each on 2 A100 + 2 V100: each computes for 48.4 ms a "
                         "microbatch, 3.0 times as long as on A100; its other GPUs wait for V100; one layer "
                         "more, from stage 0, would make the iteration 3.5 ms longer."),
            QStringLiteral(
                "Die Stufen 1, 6-7 haben je 6 Schichten auf 2 A100 + 2 V100: jede rechnet 48,4 "
                "ms je Micro-Batch, 3,0-mal so lange wie auf A100; ihre anderen GPUs warten auf "
                "V100; eine Schicht mehr, von Stufe 0, würde die Iteration um 3,5 ms verlängern."));
        QCOMPARE(sentenceText(place_text({4, 1, 1, 1, "%1 of 2"})), QStringLiteral("im Knoten %1 of 2"));
        QCOMPARE(sentenceText("what nobody knows"), QStringLiteral("what nobody knows"));
        QStringList english;
        const auto hear = [&](const std::string& text) {
            if (!text.empty() && sentenceText(text) == ownText(text))
                english << ownText(text);
        };
        for (const GroupPlace& place :
             {GroupPlace{4, 1, 1, 1, "a"}, {8, 2, 1, 18, "d"}, {8, 3, 2, 18, {}}, {8, 3, 3, 1, {}}}) {
            hear(place_text(place));
            if (place.nodes > 1) // "in a" is German, too
                hear(place_brief(place));
        }
        for (const WaitReason reason :
             {WaitReason::activation, WaitReason::gradient, WaitReason::own_work, WaitReason::order})
            hear(text_of(OrderWait{.operation = {}, .awaited = {}, .reason = reason}, 1));
        for (const OrderFaultKind kind : {OrderFaultKind::unknown, OrderFaultKind::wrong_device,
                                          OrderFaultKind::twice, OrderFaultKind::missing})
            hear(text_of(OrderFault{.kind = kind, .operation = {}}, 1));
        for (const std::string& part : parts_of_stage_reasons())
            hear(part);
        hear("1 GPU (assumed)");
        hear("1 GPU is the fewest of the sizes tried that train 1T tokens within 42 days: 40.0 days (range "
             "36.0 to 44.0).");
        hear("Perhaps 1 GPU is the fewest of the sizes tried that train 1T tokens within 42 days: 40.0 days "
             "(range 36.0 to 44.0); the deadline lies inside the range of the estimate.");
        for (const double added_s : {-1.0, 0.0, 1.0})
            hear(idle_kind_text({"8 V100", "A100", 3, "pp=2", added_s}));
        hear(idle_kind_text({"8 V100", "A100", 3, {}, 0}));
        QVERIFY2(english.isEmpty(), qPrintable(english.join(QLatin1Char('\n'))));
    }

    void whatASearchSaysIsTranslated() {
        speak(*qApp, language("de"));
        WindowFixture fixture(false, {}, core_planner(shipped_knowledge(), "test"));
        fixture.document().load(large_job(), {});
        fixture.window->planning().plan();
        QVERIFY(fixture.settle());
        const Plan& plan = fixture.document().state().record()->plan;
        QStringList english;
        const auto hear = [&](const std::string& text) {
            if (!text.empty() && sentenceText(text) == ownText(text))
                english << ownText(text);
        };
        for (const std::string& text : {safer_text(plan), spare_text(plan), recomputation_text(plan),
                                        offload_text(plan), launcher_text(plan), gap_text(plan)})
            hear(text);
        QVERIFY(plan.rejected.size() > 20);
        for (const Rejection& rejected : plan.rejected)
            hear(rejected.reason);
        const Candidate& best = plan.candidates.front();
        for (const Axis& axis : grouped_axes(best.config)) {
            hear(group_places_text(*plan.inputs.cluster, best, axis));
            hear(group_places_brief(*plan.inputs.cluster, best, axis));
        }
        english.removeDuplicates();
        QVERIFY2(english.isEmpty(), qPrintable(english.mid(0, 12).join(QLatin1Char('\n'))));
    }

    void figuresAreThoseOfTheLanguage() {
        QCOMPARE(timeText(8.41), QStringLiteral("8.41 s"));
        speak(*qApp, language("de"));
        QCOMPARE(timeText(8.41), QStringLiteral("8,41 s"));
        QCOMPARE(numberText(53815.2, 'f', 0), QStringLiteral("53.815"));
        QCOMPARE(figuresText("0.273 ms, v1.0"), QStringLiteral("0,273 ms, v1,0"));
        QCOMPARE(wordOf(Verdict::tight), QStringLiteral("knapp"));
        speak(*qApp, language("zh_CN"));
        QCOMPARE(timeText(8.41), QStringLiteral("8.41 s"));
        QCOMPARE(wordOf(Verdict::tight), QStringLiteral("紧张"));
        QCOMPARE(numberText(53815.2, 'f', 0), QStringLiteral("53,815"));
    }

    void whatIsCopiedHasFiguresAsFilesHave() {
        speak(*qApp, language("de"));
        ChartTable table;
        table.setContent({.columns = {QStringLiteral("t")},
                          .rows = 1,
                          .cell =
                              [](int, int) {
                                  return ChartTable::Cell{timeText(0.0125), 0.0125};
                              },
                          .row_name = {}});
        QCOMPARE(table.index(0, 0).data().toString(), QStringLiteral("12,5 ms"));
        QVERIFY(tableText(table, TableFormat::tsv).contains(QLatin1String("12.5 ms")));
        QCOMPARE(table.index(0, 0).data().toString(), QStringLiteral("12,5 ms"));
    }

    void figuresAreTypedAsTheyAreShown() {
        speak(*qApp, language("de"));
        TokensBox tokens;
        tokens.setValue(1.5e12);
        QCOMPARE(tokens.text(), QStringLiteral("1,5T"));
        tokens.setValue(tokens.valueFromText(QStringLiteral("2,5T")));
        QCOMPARE(tokens.value(), 2.5e12);
        LabTimes times;
        DeviceTimes typed;
        typed.forward = {1.5}, typed.backward = {2}, typed.link = {0.25};
        times.set(typed, std::nullopt);
        const QList<QLineEdit*> fields = times.findChildren<QLineEdit*>();
        const auto shows = [&](const char* text) {
            return std::any_of(fields.begin(), fields.end(), [text](const QLineEdit* field) {
                return field->text() == QLatin1String(text);
            });
        };
        QVERIFY(shows("1,5") && shows("0,25"));
        for (QLineEdit* field : fields)
            if (field->text() == QLatin1String("1,5"))
                field->setText(QStringLiteral("1,5; 2,5"));
        QCOMPARE(times.read()->forward, (std::vector<double>{1.5, 2.5}));
    }

    void theWindowSpeaksIt() {
        speak(*qApp, language("de"));
        WindowFixture german;
        QCOMPARE(german.window->menuBar()->actions().front()->text(), QStringLiteral("&Datei"));
        QCOMPARE(german.window->action(QStringLiteral("plan"))->text(), QStringLiteral("&Planen"));
        QVERIFY(german.window->lastMessage().contains(QLatin1String("wurden verworfen")));
        german.document().setPinned({1, 2}, true);
        QCOMPARE(german.document().undoStack().undoText(), QStringLiteral("Fixieren von n0:1-2"));
    }

    void countsHaveTheirPlurals() {
        const auto layers = [](int count) {
            return QCoreApplication::translate("pipette::LayerStrip", "%n layers", nullptr, count);
        };
        speak(*qApp, language("en"));
        QCOMPARE(layers(1), QStringLiteral("1 layer"));
        QCOMPARE(layers(2), QStringLiteral("2 layers"));
        speak(*qApp, language("de"));
        QCOMPARE(layers(1), QStringLiteral("1 Schicht"));
        QCOMPARE(layers(2), QStringLiteral("2 Schichten"));
        speak(*qApp, language("zh_CN"));
        QCOMPARE(layers(1), QStringLiteral("1 层"));
    }

    void qtSpeaksItWhereItIsInstalled() {
        const QString installed = QLibraryInfo::path(QLibraryInfo::TranslationsPath);
        if (!QFile::exists(installed + QLatin1String("/qtbase_de.qm")))
            QSKIP("Qt's own translations are not installed (qt6-translations-l10n)");
        speak(*qApp, language("de"));
        QMessageBox box(QMessageBox::NoIcon, {}, {}, QMessageBox::Cancel);
        QCOMPARE(box.button(QMessageBox::Cancel)->text(), QStringLiteral("Abbrechen"));
    }

    void aChoiceIsRememberedForTheNextStart() {
        QTemporaryDir settings;
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
        FakePlanner fake;
        MainWindow window(WindowOptions{fake.calls(), {}, true});
        window.answerQuestionsWith(QStringLiteral("discard"));
        QVERIFY(window.action(QStringLiteral("language-system"))->isChecked());
        window.action(QStringLiteral("language-zh_CN"))->trigger();
        QCOMPARE(QSettings().value(QStringLiteral("language")).toString(), QStringLiteral("zh_CN"));
        QVERIFY2(window.lastMessage().contains(QStringLiteral("简体中文")) &&
                     window.lastMessage().contains(QLatin1String("next start")),
                 qPrintable(window.lastMessage()));
        QTRY_VERIFY(window.idle());
        MainWindow next(WindowOptions{fake.calls(), {}, true});
        QVERIFY(next.action(QStringLiteral("language-zh_CN"))->isChecked());
        QTRY_VERIFY(next.idle());
    }

    void systemIsTheFirstLanguageThatIsThere() {
        QVERIFY(languageChoices().contains(languageNamed(QStringLiteral("system")).name));
        QCOMPARE(languageNamed(QStringLiteral("tlh")).name, languageNamed(QStringLiteral("system")).name);
        QCOMPARE(language("de").title, QStringLiteral("Deutsch"));
    }
};

QTEST_MAIN(LanguageTest)
#include "language_test.moc"
