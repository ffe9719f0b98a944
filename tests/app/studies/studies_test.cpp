// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/cluster/hypothetical.h"
#include "core/memory/memory_estimator.h"
#include "tests/app/studies/study_bench.h"
#include "widgets/answer/answer_line.h"
#include "widgets/charts/empty_note.h"
#include "widgets/studies/shapes_view.h"
#include "widgets/studies/study_editor.h"
#include "widgets/studies/study_table.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QTemporaryDir>
#include <QToolButton>

using namespace pipette;
using namespace pipette::test;

class StudiesTest : public QObject {
    Q_OBJECT

    /// Every view of a study, in both themes and small and large, to be looked at.
    static void takePictures(StudyBench& bench, const QString& folder) {
        Study study = bench.studies().document().study;
        study.axes.push_back({"link_factor", {1.0, 0.5}});
        study.sensitivity.share = 0.1;
        study.base.goal.price_per_gpu_hour = 2;
        bench.document().setStudy({{study, bench.studies().document().clusters}, {}}, {});
        bench.studies().run();
        QVERIFY(bench.settle());
        bench.window->action(QStringLiteral("headroom"))->trigger();
        QVERIFY(bench.settle());
        for (const QSize size : {QSize(900, 600), QSize(1280, 800), QSize(1920, 1080)})
            for (const auto& [theme, kind] :
                 {std::pair("light", ThemeKind::light), {"dark", ThemeKind::dark}}) {
                applyTheme(*qApp, kind);
                bench.window->setInitialSize(size);
                for (const ViewSlot& slot : bench.window->views().all())
                    if (slot.home == QLatin1String("studies") || slot.id == QLatin1String("headroom")) {
                        bench.window->workspaces().show(slot.home);
                        bench.window->workspaces().reset();
                        bench.window->workspaces().call(slot.id);
                        QCoreApplication::processEvents();
                        bench.window->grab().save(QStringLiteral("%1/%2-%3-%4.png")
                                                      .arg(folder, slot.id)
                                                      .arg(size.width())
                                                      .arg(QLatin1String(theme)));
                    }
            }
        applyTheme(*qApp, ThemeKind::light);
        bench.document().undoStack().undo();
        bench.studies().run();
        QVERIFY(bench.settle());
    }

    static bool noteWith(const StudyEditor& editor, const QString& text) {
        const auto labels = editor.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->text().contains(text); });
    }

    /// Values of the axes, in order; rows of a study before go with the next event and stand first.
    static std::vector<QLineEdit*> fieldsOf(const StudyEditor& editor) {
        std::vector<QLineEdit*> fields;
        for (QLineEdit* field : editor.findChildren<QLineEdit*>())
            if (field->accessibleName().startsWith(QLatin1String("Values")))
                fields.push_back(field);
        return fields;
    }

private slots:
    void theFirstStudyTakesThreeClicks() {
        StudyBench bench;
        bench.window->workspaces().show(QStringLiteral("studies")); // its tab
        emit bench.window->views().study->edited({});               // of nothing
        QVERIFY(!bench.document().state().studies.current() && !bench.document().modified());
        QVERIFY(!bench.action("run-study").isEnabled());
        bench.action("new-study").trigger();
        bench.action("run-study").trigger();
        QVERIFY(bench.studies().running());
        QVERIFY(bench.settle());
        const StudyResult& result = *bench.studies().result();
        QCOMPARE(result.points.size(), std::size_t(4)); // 4, 8, 16 and 32 GPUs of a cluster of 16
        for (const PointResult& point : result.points) {
            QVERIFY2(point.planned.best, point.planned.failed.c_str());
            const TrainingGoal& goal = bench.studies().document().study.base.goal;
            const double a_day = point.planned.best->tokens_per_s * point.outcome.goodput.share * 86400;
            QVERIFY(std::abs(point.outcome.days / (goal.tokens / a_day) - 1) < 1e-9);
        }
        if (const QString folder = qEnvironmentVariable("PIPETTE_PICTURES"); !folder.isEmpty())
            takePictures(bench, folder);
        const StudyPoints& table = bench.window->views().study_table->model();
        const QAbstractItemModelTester tester(const_cast<StudyPoints*>(&table),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(table.rowCount(), 4);
        QVERIFY(bench.window->views().study_curve->chartTable()->rowCount() >= 3);
    }

    /// Four questions instead of empty fields, and in each empty view a sentence with one button.
    void withoutAStudyThereAreQuestions() {
        StudyBench bench;
        bench.window->workspaces().show(QStringLiteral("studies"));
        QVERIFY(bench.settle());
        const auto cards = [&] {
            QList<QPushButton*> found;
            for (auto* button : bench.window->views().study->findChildren<QPushButton*>())
                if (button->objectName().startsWith(QLatin1String("card-")) && button->isVisible())
                    found << button;
            return found;
        };
        QCOMPARE(cards().size(), 4);
        EmptyNote& points = bench.window->views().study_table->emptyNote();
        QVERIFY(points.isVisible() && points.button().isVisible());
        EmptyNote& curve = bench.window->views().study_curve->emptyNote();
        QVERIFY(curve.isVisible() && curve.button().isVisible());
        bench.button("card-action-ask-lost-nodes")->click();
        QVERIFY(bench.settle());
        QCOMPARE(bench.studies().document().study.axes.at(0).axis, std::string("lost_nodes"));
        QVERIFY(cards().isEmpty() && !points.isVisible());
    }

    /// Figures stand at the right below headings at the right, with one precision in a column.
    void figuresOfPointsHaveOnePrecisionAndStandAtTheRight() {
        StudyBench bench;
        bench.quick({8.0, 16.0, 32.0});
        Study study = bench.studies().document().study;
        study.base.goal.days = 30;
        bench.document().setStudy({{study, bench.studies().document().clusters}, {}}, QStringLiteral("goal"));
        bench.studies().run();
        QVERIFY(bench.settle());
        const StudyPoints& table = bench.window->views().study_table->model();
        for (int column = 0; column < StudyPoints::column_count; ++column) {
            const auto heading = table.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
            QSet<qsizetype> decimals;
            for (int row = 0; row < table.rowCount(); ++row) {
                const QModelIndex cell = table.index(row, column);
                const QString text = cell.data().toString();
                if (column == StudyPoints::days || column == StudyPoints::cost || column == StudyPoints::step)
                    decimals << text.section(QLatin1Char('.'), 1).size();
                if (heading & Qt::AlignRight && !text.isEmpty())
                    QVERIFY2(cell.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight, qPrintable(text));
            }
            QVERIFY(decimals.size() <= 1);
        }
        const QStringList verdicts{QStringLiteral("sure"), QStringLiteral("likely"),
                                   QStringLiteral("unlikely"), QStringLiteral("misses")};
        for (int row = 0; row < table.rowCount(); ++row)
            QVERIFY(verdicts.contains(table.index(row, StudyPoints::deadline).data().toString()));
    }

    void aStudyKeepsWhatWasEnteredForThePlan() {
        StudyBench bench;
        AnnealingBudget budget;
        budget.seed = 7, budget.chains = 2, budget.moves = 500, budget.history_quantile = 0.9;
        bench.document().set<DocumentPart::budget>(budget);
        QVERIFY(study_of(bench.document().setup(), usual_goal()).study.base.budget == budget);
        budget.moves = 1'000'000; // many plans, none of which has to be the last word
        bench.document().set<DocumentPart::budget>(budget);
        QCOMPARE(study_of(bench.document().setup(), usual_goal()).study.base.budget.moves, 20'000L);
        SearchLimits limits = bench.document().setup().limits;
        limits.world_sizes = {4, 12, 8};
        bench.document().set<DocumentPart::limits>(limits);
        const Study study = study_of(bench.document().setup(), usual_goal()).study;
        QCOMPARE(study.axes.at(0).values, (std::vector<AxisValue>{4.0, 12.0, 8.0}));
        // A question varies something else: it is asked of the most of them, and says so.
        QVERIFY(!noteWith(*bench.window->views().study, QStringLiteral("GPUs at most")));
        bench.window->action(QStringLiteral("ask-half-links"))->trigger();
        QVERIFY(bench.settle());
        for (const PointResult& point : bench.studies().result()->points)
            QVERIFY(point.planned.best && point.planned.best->config.world() <= 12);
        QVERIFY(noteWith(*bench.window->views().study, QStringLiteral("12 GPUs at most")));
    }

    void aPointOpensAsThePlan() {
        StudyBench bench;
        bench.quick({8.0, 16.0, 32.0});
        bench.studies().run();
        QVERIFY(bench.settle());
        const Candidate best = *bench.studies().result()->points.at(2).planned.best;
        emit bench.window->views().study_table->pointRequested(2);
        QVERIFY(bench.settle());
        QCOMPARE(bench.window->workspaces().current(), QStringLiteral("plan"));
        QCOMPARE(*bench.document().shown().candidate, best);
        QCOMPARE(bench.document().setup().cluster->gpu_count(), 32);
        QVERIFY(is_assumed(*bench.document().setup().cluster)); // grown, and says so
        bench.document().undoStack().undo();
        QCOMPARE(bench.document().setup().cluster->gpu_count(), 16);
    }

    void aPlanOfAPointThatIsLateTakesNothingOver() {
        StudyBench bench;
        bench.quick({8.0});
        bench.studies().run();
        QVERIFY(bench.settle());
        emit bench.window->views().study_table->pointRequested(0);
        DocumentState other;
        other.setup.cluster = small_cluster(2, 8);
        bench.document().load(other, {});
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().setup().cluster, other.setup.cluster);
        QVERIFY(!bench.document().state().record() && !bench.document().modified());
    }

    void cancelAnswersAtOnceAndRunGoesOn() {
        StudyBench bench;
        std::vector<AxisValue> sizes;
        for (int gpus = 4; gpus <= 64; gpus += 4)
            sizes.emplace_back(static_cast<double>(gpus));
        bench.quick(sizes);
        bench.studies().run();
        QTRY_VERIFY_WITH_TIMEOUT(bench.studies().result()->points.size() == sizes.size() &&
                                     bench.studies().result()->points.front().done,
                                 60000);
        QElapsedTimer clock;
        clock.start();
        bench.studies().cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!bench.studies().running(), 60000);
        qInfo("cancelled after %lld ms", clock.elapsed());
        const auto& cut = bench.studies().result()->points;
        const auto kept = std::count_if(cut.begin(), cut.end(), [](const PointResult& p) { return p.done; });
        QVERIFY(kept > 0);
        bench.studies().run();
        QVERIFY(bench.settle());
        for (const PointResult& point : bench.studies().result()->points)
            QVERIFY(point.done);
    }

    void aChangeDropsWhatRuns() {
        StudyBench bench;
        bench.quick({8.0, 16.0, 32.0, 64.0});
        bench.studies().run();
        Study next = bench.studies().document().study;
        next.base.goal.days = 30;
        bench.document().setStudy({{next, bench.studies().document().clusters}, {}}, QStringLiteral("goal"));
        QVERIFY(!bench.studies().running());
        QVERIFY(bench.settle());
        QVERIFY(bench.studies().result()->points.empty());
    }

    void fieldsAreTheStudy() {
        StudyBench bench;
        bench.quick({8.0});
        StudyEditor& editor = *bench.window->views().study;
        QLineEdit* values = fieldsOf(editor).back();
        QTest::keyClick(values, Qt::Key_End);
        QTest::keyClicks(values, QStringLiteral(", 16"));
        QTest::keyClick(values, Qt::Key_Return);
        const auto& axes = bench.studies().document().study.axes;
        QCOMPARE(axes.at(0).values.size(), std::size_t(2));
        QTest::keyClicks(values, QStringLiteral(", many")); // refused with its reason, the study stays
        QTest::keyClick(values, Qt::Key_Return);
        QCOMPARE(axes.at(0).values.size(), std::size_t(2));
        for (QWidget* field : editor.findChildren<QWidget*>())
            if (field->focusPolicy() & Qt::TabFocus && qobject_cast<QComboBox*>(field))
                QVERIFY(!field->accessibleName().isEmpty());
    }

    void aRefusedValueRunsNothingAndKeepsItsReason() {
        StudyBench bench;
        bench.quick({8.0});
        StudyEditor& editor = *bench.window->views().study;
        const auto note = [&] {
            for (const QLabel* label : editor.findChildren<QLabel*>())
                if (label->accessibleName() == QLatin1String("State of the study"))
                    return label->text();
            return QString();
        };
        QLineEdit* values = fieldsOf(editor).back();
        values->setText(QStringLiteral("8, many"));
        for (const char* action : {"run-study", "fewest-gpus"}) {
            bench.action(action).trigger();
            QVERIFY(!bench.studies().running());
            QVERIFY2(note().contains(QLatin1String("many")), qPrintable(note()));
        }
        bench.studies().run(); // of the study that is there; what it says comes after the reason
        QVERIFY(bench.settle());
        QVERIFY2(note().contains(QLatin1String("many")), qPrintable(note()));
        values->setText(QStringLiteral("8, 16"));
        bench.action("run-study").trigger();
        QVERIFY(bench.studies().running() && !note().contains(QLatin1String("many")));
        QVERIFY(bench.settle());
        QCOMPARE(bench.studies().result()->points.size(), std::size_t(2));
    }

    void aGoalEnteredBesideARefusedAxisIsTakenLater() {
        StudyBench bench;
        bench.quick({8.0});
        StudyEditor& editor = *bench.window->views().study;
        const auto add = [&] {
            for (QPushButton* button : editor.findChildren<QPushButton*>())
                if (button->text() == QLatin1String("Vary something else &too"))
                    button->click();
        };
        add();
        add(); // the same axis twice: refused
        QCOMPARE(bench.studies().document().study.axes.size(), std::size_t(2));
        for (QDoubleSpinBox* box : editor.findChildren<QDoubleSpinBox*>())
            if (box->accessibleName() == QLatin1String("Price"))
                box->setValue(6);
        QCOMPARE(bench.studies().document().study.base.goal.price_per_gpu_hour, 2.0);
        for (QToolButton* remove : fieldsOf(editor).back()->parentWidget()->findChildren<QToolButton*>())
            if (remove->accessibleName() == QLatin1String("Remove this axis"))
                remove->click();
        QCOMPARE(bench.studies().document().study.axes.size(), std::size_t(2));
        QCOMPARE(bench.studies().document().study.base.goal.price_per_gpu_hour, 6.0);
    }

    void theDocumentsMemoryEstimatorJudgesItsStudies() {
        WindowFixture bench(false);
        const auto own = std::make_shared<const MemoryEstimator>();
        bench.document().set<DocumentPart::estimator>(own);
        bench.document().setStudy({study_of(bench.document().setup(), usual_goal()), {}},
                                  QStringLiteral("study"));
        Studies& studies = bench.window->studies();
        studies.run();
        QVERIFY(bench.settle());
        QCOMPARE(bench.fake.studied_with.load(), own.get());
        QVERIFY(!studies.result()->points.empty());
        studies.makePlan(0, bench.document().revision());
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().state().record()->setup.estimator, own);
        bench.document().set<DocumentPart::estimator>(nullptr);
        QVERIFY(studies.result()->points.empty()); // of another memory
        studies.run();
        QVERIFY(bench.settle());
        QVERIFY(!bench.fake.studied_with);
    }

    void theFewestGpusAreThoseOfTheCore() {
        StudyBench bench;
        bench.quick({8.0});
        Study study = bench.studies().document().study;
        study.base.goal.days = 15;
        bench.document().setStudy({{study, bench.studies().document().clusters}, {}}, QStringLiteral("goal"));
        bench.action("fewest-gpus").trigger();
        QVERIFY(bench.studies().running());
        QVERIFY(bench.settle());
        const StudySources sources = sources_of(bench.studies().document(), {});
        const SizeAnswer direct = smallest_size(sizes_of(study.base, sources, usual_most_gpus),
                                                study.base.goal, shipped_knowledge());
        QVERIFY(direct.answer >= 0);
        QCOMPARE(bench.window->lastMessage(), QString::fromStdString(answer_text(direct, study.base.goal)));
        QCOMPARE(bench.studies().result()->points.size(), direct.points.size());
        // A size's plan opens like any point's, and a report tells of the sizes that were tried.
        emit bench.window->views().study_table->pointRequested(direct.answer);
        QVERIFY(bench.settle());
        QCOMPARE(*bench.document().shown().candidate,
                 *direct.points[static_cast<std::size_t>(direct.answer)].result.planned.best);
        QCOMPARE(bench.studies().answered().axes.at(0).values.size(), direct.points.size());
        const QTemporaryDir folder;
        bench.studies().report(folder.filePath(QStringLiteral("sizes.html")));
        QVERIFY(bench.settle());
        QFile page(folder.filePath(QStringLiteral("sizes.html")));
        QVERIFY(page.open(QFile::ReadOnly));
        QVERIFY(page.readAll().contains("How many GPUs train 300B tokens within 15 days?"));
    }

    void aReportSaysWhetherTheStudyHasRun() {
        const QTemporaryDir folder;
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.window->workspaces().show(QStringLiteral("studies"));
        const auto report = [&](const char* name) {
            const QString path = folder.filePath(QLatin1String(name));
            bench.window->writeReport(path);
            [&] { QVERIFY(bench.settle()); }();
            QFile file(path);
            return file.open(QFile::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        const QString before = report("before.html");
        QVERIFY(before.contains(QLatin1String("This study has not run")));
        QVERIFY(!before.contains(QLatin1String("can be planned")));
        bench.studies().run();
        QVERIFY(bench.settle());
        bench.window->workspaces().show(QStringLiteral("studies"));
        const QString answer = bench.window->findChild<AnswerLine*>()->answer().whole();
        QVERIFY2(answer.contains(QLatin1String("USD at 2 USD a GPU-hour (price as entered)")),
                 qPrintable(answer));
        QVERIFY(report("after.html").contains(QLatin1String("Soonest")));
    }

    void sizesAreNotLookedForWithoutADeadline() {
        StudyBench bench;
        bench.quick({8.0});
        bench.action("fewest-gpus").trigger();
        QVERIFY(!bench.studies().running());
        QVERIFY(bench.window->lastMessage().contains(QLatin1String("deadline")));
    }

    void aPlanHasItsReport() {
        const QTemporaryDir folder;
        StudyBench bench;
        bench.quick({8.0});
        bench.studies().run();
        QVERIFY(bench.settle());
        bench.studies().makePlan(0, bench.document().revision());
        QVERIFY(bench.settle());
        bench.window->writeReport(folder.filePath(QStringLiteral("plan.html")));
        QVERIFY(bench.settle());
        QVERIFY2(QFileInfo(folder.filePath(QStringLiteral("plan.html"))).size() > 1000,
                 qPrintable(bench.window->lastMessage()));
    }
};

QTEST_MAIN(StudiesTest)
#include "studies_test.moc"
