// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studies/studies.h"
#include "app/window/window_views.h"
#include "app/window/workspaces.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/studies/study_store.h"
#include "core/memory/memory_estimator.h"
#include "tests/app/window_fixture.h"
#include "widgets/studies/shapes_view.h"
#include "widgets/studies/study_editor.h"
#include "widgets/studies/study_table.h"
#include "widgets/theme/theme.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

using namespace pipette;
using namespace pipette::test;

namespace {

/// A window with the planner itself, whose searches are short.
struct StudyBench : WindowFixture {
    StudyBench() : WindowFixture(false, {}, core_planner(shipped_knowledge(), "test")) {}
    Studies& studies() { return window->studies(); }
    QPushButton* button(const char* name) {
        return window->views().study->findChild<QPushButton*>(QLatin1String(name));
    }
    /// Few moves a point; these sizes and prices.
    void quick(std::vector<AxisValue> gpus) {
        StudyDocument study = study_of(document().setup(), usual_goal());
        study.study.base.budget.moves = 200;
        study.study.base.budget.chains = 1;
        study.study.base.goal.price_per_gpu_hour = 2;
        study.study.axes = {{"gpus", std::move(gpus)}};
        document().setStudy({std::move(study), {}}, QStringLiteral("study"));
    }
};

} // namespace

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
                        slot.dock->raise();
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

    static int linesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? static_cast<int>(file.readAll().count('\n')) : 0;
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
        QVERIFY(!bench.document().study() && !bench.document().modified());
        QVERIFY(!bench.button("run-study")->isEnabled());
        bench.button("new-study")->click();
        bench.button("run-study")->click();
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

    void aStudyKeepsWhatWasEnteredForThePlan() {
        StudyBench bench;
        AnnealingBudget budget;
        budget.seed = 7, budget.chains = 2, budget.moves = 500, budget.history_quantile = 0.9;
        bench.document().setBudget(budget);
        QVERIFY(study_of(bench.document().setup(), usual_goal()).study.base.budget == budget);
        budget.moves = 1'000'000; // many plans, none of which has to be the last word
        bench.document().setBudget(budget);
        QCOMPARE(study_of(bench.document().setup(), usual_goal()).study.base.budget.moves, 20'000L);
        SearchLimits limits = bench.document().setup().limits;
        limits.world_sizes = {4, 12, 8};
        bench.document().setLimits(limits);
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
        PlanDocument::Content other;
        other.setup.cluster = small_cluster(2, 8);
        bench.document().load(other, {});
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().setup().cluster, other.setup.cluster);
        QVERIFY(!bench.document().record() && !bench.document().modified());
    }

    void aFileIsOfTheStudyThatWasWritten() {
        const QTemporaryDir folder;
        StudyBench bench;
        bench.quick({8.0});
        bench.studies().save(folder.filePath(QStringLiteral("first.json")));
        bench.quick({16.0}); // another one before it lies there
        QVERIFY(bench.settle());
        QVERIFY(QFileInfo::exists(folder.filePath(QStringLiteral("first.json"))));
        QVERIFY(bench.document().study()->file.empty());
        bench.studies().save(folder.filePath(QStringLiteral("second.json")));
        bench.document().load({}, {});
        QVERIFY(bench.settle());
        QVERIFY(!bench.document().study() && !bench.document().modified());
    }

    void dotsOfTheChartsOpenPlans() {
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().run();
        QVERIFY(bench.settle());
        bench.window->workspaces().show(QStringLiteral("studies"));
        ShapesView& front = *bench.window->views().study_front;
        QVERIFY(front.chartTable()->rowCount() == 2);
        QSignalSpy asked(&front, &ShapesView::itemRequested);
        QTest::keyClick(&front, Qt::Key_Right);
        QTest::keyClick(&front, Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QVERIFY(bench.settle());
        QVERIFY(bench.document().record());
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
        for (const char* button : {"run-study", "size-study"}) {
            bench.button(button)->click();
            QVERIFY(!bench.studies().running());
            QVERIFY2(note().contains(QLatin1String("many")), qPrintable(note()));
        }
        bench.studies().run(); // of the study that is there; what it says comes after the reason
        QVERIFY(bench.settle());
        QVERIFY2(note().contains(QLatin1String("many")), qPrintable(note()));
        values->setText(QStringLiteral("8, 16"));
        bench.button("run-study")->click();
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
                if (button->text() == QLatin1String("Add an a&xis"))
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

    void filesOpenAndSave() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("study.json"));
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().save(file);
        QVERIFY(bench.settle());
        const Study saved = bench.studies().document().study;
        StudyBench other;
        other.window->openFiles({file});
        QVERIFY(other.settle());
        QCOMPARE(other.window->workspaces().current(), QStringLiteral("studies"));
        QVERIFY(other.studies().document().study == saved);
        other.studies().run();
        QVERIFY(other.settle());
        QVERIFY(QFileInfo::exists(folder.filePath(QStringLiteral("study.points.jsonl"))));
        for (const char* report : {"r.html", "r.pdf"}) {
            other.window->workspaces().show(QStringLiteral("studies"));
            other.window->writeReport(folder.filePath(QLatin1String(report)));
            QVERIFY(other.settle());
            QVERIFY(QFileInfo(folder.filePath(QLatin1String(report))).size() > 1000);
        }
    }

    /// Plans are the same at another price: what they cost shows at once.
    void anotherPriceShowsAtOnce_data() {
        QTest::addColumn<bool>("saved");
        QTest::newRow("never saved") << false;
        QTest::newRow("saved") << true;
    }

    void anotherPriceShowsAtOnce() {
        QFETCH(bool, saved);
        const QTemporaryDir folder;
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().run();
        QVERIFY(bench.settle());
        const std::vector<PointResult> before = bench.studies().result()->points;
        const QString points = folder.filePath(QStringLiteral("study.points.jsonl"));
        if (saved)
            bench.studies().save(folder.filePath(QStringLiteral("study.json")));
        QVERIFY(bench.settle());
        QCOMPARE(linesOf(points), saved ? 3 : 0); // its heading and two plans
        Study next = bench.studies().document().study;
        next.base.goal.price_per_gpu_hour = 6;
        emit bench.window->views().study->edited(next);
        QVERIFY(bench.settle());
        const std::vector<PointResult>& now = bench.studies().result()->points;
        QCOMPARE(now.size(), before.size());
        for (std::size_t i = 0; i < now.size(); ++i) {
            QVERIFY(now[i].planned == before[i].planned);
            QVERIFY(std::abs(*now[i].outcome.cost / *before[i].outcome.cost - 3) < 1e-9);
        }
        QCOMPARE(linesOf(points), saved ? 3 : 0); // nothing was planned again
        bench.document().undoStack().undo();
        QVERIFY(bench.settle());
        QCOMPARE(*bench.studies().result()->points[0].outcome.cost, *before[0].outcome.cost);
        next.base.lost_nodes = 1; // other plans: not before they are asked for
        emit bench.window->views().study->edited(next);
        QVERIFY(bench.settle());
        QVERIFY(bench.studies().result()->points.empty());
    }

    void whatRunsFollowsTheStudyIntoItsFile() {
        const QTemporaryDir folder;
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().save(folder.filePath(QStringLiteral("study.json")));
        bench.studies().run();
        QVERIFY(bench.settle());
        QVERIFY(bench.studies().result()->points.at(1).done);
        QCOMPARE(linesOf(folder.filePath(QStringLiteral("study.points.jsonl"))), 3);
    }

    /// Another session, or the command line, of the same program finds what is planned.
    void pointsBesideAFileAreFoundByTheirPlannerAlone() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("study.json"));
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().save(file);
        QVERIFY(bench.settle());
        bench.studies().run();
        QVERIFY(bench.settle());
        const Knowledge known = shipped_knowledge();
        const auto planned_by = [&](const std::string& program) {
            StudyStore store(store_path(file.toStdString()), planner_name(program, known),
                             StudyStore::Start::resume);
            std::atomic<int> planned = 0;
            StudySinks sinks;
            sinks.store.find = store.plans().find;
            sinks.store.keep = [&](const PlanInputs&, const PlannedPoint&) { ++planned; };
            const StudyDocument read = read_study(file.toStdString());
            run_study(read.study, sources_of(read, folder.path().toStdString()), known, sinks);
            return planned.load();
        };
        QCOMPARE(planned_by("test"), 0);
        QCOMPARE(planned_by("another commit"), 2);
    }

    void plansThatAreNotKeptAreTold() {
        FakePlanner fake;
        PlannerCalls calls = fake.calls();
        calls.study = [study = calls.study](auto&&... asked) {
            StudyResult result = study(std::forward<decltype(asked)>(asked)...);
            result.not_kept = "s.points.jsonl: no space left";
            return result;
        };
        WindowFixture bench(false, {}, calls);
        bench.document().setStudy({study_of(bench.document().setup(), usual_goal()), {}},
                                  QStringLiteral("study"));
        bench.window->studies().run();
        QVERIFY(bench.settle());
        QVERIFY2(bench.window->lastMessage().contains(QLatin1String("no space left")),
                 qPrintable(bench.window->lastMessage()));
    }

    void theDocumentsMemoryEstimatorJudgesItsStudies() {
        WindowFixture bench(false);
        const auto own = std::make_shared<const MemoryEstimator>();
        bench.document().setEstimator(own);
        bench.document().setStudy({study_of(bench.document().setup(), usual_goal()), {}},
                                  QStringLiteral("study"));
        Studies& studies = bench.window->studies();
        studies.run();
        QVERIFY(bench.settle());
        QCOMPARE(bench.fake.studied_with.load(), own.get());
        QVERIFY(!studies.result()->points.empty());
        studies.makePlan(0, bench.document().revision());
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().record()->setup.estimator, own);
        bench.document().setEstimator(nullptr);
        QVERIFY(studies.result()->points.empty()); // of another memory
        studies.run();
        QVERIFY(bench.settle());
        QVERIFY(!bench.fake.studied_with);
    }

    void theStudyIsPartOfTheDocument() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("plan.json"));
        StudyBench bench;
        bench.quick({8.0, 16.0});
        const Study first = bench.studies().document().study;
        Study next = first;
        next.base.goal.days = 30;
        emit bench.window->views().study->edited(next);
        QVERIFY(bench.studies().document().study == next);
        bench.document().undoStack().undo();
        QVERIFY(bench.studies().document().study == first);
        bench.document().undoStack().redo();
        QVERIFY(bench.document().modified());
        bench.window->answerQuestionsWith(QStringLiteral("cancel"));
        QVERIFY(!bench.window->close()); // somebody has to say that it may go
        bench.window->store().save(file);
        QVERIFY(bench.settle());
        QVERIFY(!bench.document().modified());
        StudyBench other;
        other.window->openFiles({file});
        QVERIFY(other.settle());
        QVERIFY(other.studies().document().study == next);
        QCOMPARE(other.studies().document().clusters.begin()->second, other.document().setup().cluster);
        other.window->action(QStringLiteral("new"))->trigger();
        QVERIFY(!other.studies().any());
        QVERIFY(!other.button("run-study")->isEnabled());
    }

    void aCrashLosesNoStudy() {
        const QTemporaryDir state;
        Study asked;
        {
            WindowFixture bench(false, state.path());
            bench.window->store().setAutosaveDelay(1);
            QSignalSpy saved(&bench.window->store(), &DocumentStore::autosaved);
            bench.document().setStudy({study_of(bench.document().setup(), usual_goal()), {}},
                                      QStringLiteral("study"));
            asked = bench.document().study()->document.study;
            QTRY_VERIFY_WITH_TIMEOUT(!saved.isEmpty(), 60000);
        } // neither saved nor given up
        WindowFixture next(false, state.path());
        QVERIFY(next.window->store().recover());
        QVERIFY(next.settle());
        QVERIFY(next.document().study() && next.document().study()->document.study == asked);
        QVERIFY(next.document().modified());
        QVERIFY(next.window->studies().document().study == asked);
    }

    void aStudyFileBringsItsBaseToAnEmptyWindow() {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("study.json"));
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().save(file);
        QVERIFY(bench.settle());
        StudyBench empty;
        empty.document().load({}, {});
        empty.window->openFiles({file});
        QVERIFY(empty.settle());
        QVERIFY(empty.document().setup().complete());
        QCOMPARE(*empty.document().setup().cluster, *bench.document().setup().cluster);
        empty.document().undoStack().undo(); // one step
        QVERIFY(!empty.document().setup().cluster);
        QVERIFY(!empty.studies().any());
    }

    void theFewestGpusAreThoseOfTheCore() {
        StudyBench bench;
        bench.quick({8.0});
        Study study = bench.studies().document().study;
        study.base.goal.days = 15;
        bench.document().setStudy({{study, bench.studies().document().clusters}, {}}, QStringLiteral("goal"));
        bench.button("size-study")->click();
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
    }

    void sizesAreNotLookedForWithoutADeadline() {
        StudyBench bench;
        bench.quick({8.0});
        bench.button("size-study")->click();
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
