// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"
#include "app/workspaces/window_views.h"
#include "core/formats/documents/resources.h"
#include "tests/app/window_fixture.h"
#include "widgets/board/assignment_board.h"
#include "widgets/charts/split_text.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/plans/breakdown_view.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/compare_view.h"
#include "widgets/plans/selection_panel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QDragEnterEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QtTest>

using namespace pipette;
using namespace pipette::test;

namespace {

QPointF centre(const AssignmentBoard& board, int gpu) {
    return board.scene()->rectOf(spotOfGpu(gpu)).center();
}

} // namespace

class WindowTest : public QObject {
    Q_OBJECT

private slots:
    void planFillsTheTableAndChoosesTheBest() {
        WindowFixture bench;
        QCOMPARE(bench.document().table()->rows().size(), std::size_t(4));
        QCOMPARE(bench.document().selection().candidate, 0);
        CandidatesView& candidates = *bench.window->views().candidates;
        QCOMPARE(candidates.model().lineCount(), 4);
        QCOMPARE(candidates.model().rowCount(), 5);
        QCOMPARE(candidates.table()->model()->rowCount(), 4); // the rejected one is hidden at first
        const QList<QLabel*> labels = candidates.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text() == QLatin1String("4 plans, 41 rejected") &&
                   label->toolTip().contains(QLatin1String("41 rejected (the nearest 1 are listed)"));
        }));
        QVERIFY(bench.window->lastMessage().contains(QLatin1String("41 were rejected")));
    }

    void cancelKeepsTheBestSoFar() {
        WindowFixture bench(false);
        bench.fake.hold = true;
        bench.window->planning().plan();
        QVERIFY(bench.window->action(QStringLiteral("cancel")) != nullptr);
        QTRY_VERIFY(bench.document().table()->live()); // candidates stream in
        QTRY_COMPARE_WITH_TIMEOUT(bench.window->views().candidates->model().lineCount(), 3, 60000);
        QVERIFY(bench.window->action(QStringLiteral("cancel"))->isEnabled());
        bench.window->action(QStringLiteral("cancel"))->trigger();
        QVERIFY(bench.settle());
        QVERIFY(!bench.document().table()->live());
        QVERIFY(bench.document().state().record()->plan.stopped_early);
        QVERIFY(bench.window->lastMessage().startsWith(QLatin1String("Cancelled")));
    }

    void selectionReachesEveryView() {
        WindowFixture bench;
        QTableView* table = bench.window->views().candidates->table();
        table->setCurrentIndex(table->model()->index(1, CandidatesModel::time));
        QCOMPARE(bench.document().selection().candidate, 1);
        bench.document().select({1, {5}, 0, 0});
        QVERIFY(bench.settle());
        QVERIFY(bench.window->views().selection->plainText().contains(QLatin1String("n1:1")));
    }

    void theSelectionPinsAndExcludesWhatItShows() {
        WindowFixture bench;
        auto& panel = *bench.window->views().selection;
        auto& pin = *panel.findChild<QPushButton*>(QStringLiteral("pin-selected"));
        auto& exclude = *panel.findChild<QPushButton*>(QStringLiteral("exclude-selected"));
        bench.document().select({0, {}, -1, -1});
        QVERIFY(bench.settle() && !pin.isVisibleTo(&panel) && !exclude.isVisibleTo(&panel));
        bench.document().select({0, {5}, -1, -1});
        QVERIFY(bench.settle() && pin.isVisibleTo(&panel) && exclude.isVisibleTo(&panel));
        pin.click();
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().state().pinned, std::vector<int>{5});
        QCOMPARE(pin.text(), QStringLiteral("Let move"));
        pin.click();
        QVERIFY(bench.settle() && bench.document().state().pinned.empty());
        exclude.click();
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().setup().faults.excluded_gpus, std::vector<int>{5});
        QCOMPARE(exclude.text(), QStringLiteral("Use again"));
    }

    void theGanttChartFollowsCandidateEditsAndSelection() {
        WindowFixture bench;
        GanttView* gantt = bench.window->views().gantt;
        QSignalSpy ready(&bench.window->timelines(), &CandidateTimelines::ready);
        const QString first = gantt->accessibleDescription();
        QVERIFY2(first.contains(splitLine(short_name(bench.document().table()->rows()[0].current->config))),
                 qPrintable(first));
        bench.document().select({1, {}, 0, -1});
        QVERIFY(bench.settle());
        QVERIFY(gantt->accessibleDescription() != first);
        QCOMPARE(ready.size(), 1);
        QTest::keyClick(gantt, Qt::Key_Down);
        QCOMPARE(bench.document().selection().device, 1);
        bench.document().select({0, {}, 0, -1});
        QVERIFY(bench.settle());
        QCOMPARE(gantt->accessibleDescription(), first);
        const int before = bench.fake.timelines;
        bench.window->edits().move({{0}, {3}});
        QVERIFY(bench.settle());
        QVERIFY(bench.fake.timelines > before);
        bench.window->views().candidates->model().setCompared({0, 1, 2});
        QVERIFY(bench.settle());
        QCOMPARE(gantt->accessibleDescription().split(QLatin1String("; ")).size(), 3);
        bench.window->views().candidates->model().setCompared({});
        QVERIFY(bench.settle());
        QCOMPARE(gantt->accessibleDescription().split(QLatin1String("; ")).size(), 1);
    }

    void onlyTheNewestTimelinesArrive() {
        WindowFixture bench;
        CandidateTimelines& timelines = bench.window->timelines();
        QStringList titles;
        connect(&timelines, &CandidateTimelines::ready, this, [&](const QList<GanttEntry>& entries) {
            titles << (entries.isEmpty() ? QString() : entries.front().title);
        });
        const auto table = bench.document().table();
        const auto& candidate = table->rows()[0].current;
        for (const char* title : {"a", "b", "c"})
            timelines.want({{QString::fromLatin1(title), candidate, table->basis()}});
        QVERIFY(bench.settle());
        QCOMPARE(titles, QStringList{QStringLiteral("c")});
        timelines.want({{QStringLiteral("d"), candidate, table->basis()}});
        timelines.want({});
        QVERIFY(bench.settle());
        QCOMPARE(titles.size(), 2);
        QVERIFY(titles.back().isEmpty());
    }

    void aSwapIsOneStepAndUndoIsTheIdenticalState() {
        WindowFixture bench;
        const auto before = bench.document().table()->rows()[0].current;
        bench.window->edits().move({{0}, {3}});
        QVERIFY(bench.mapping() != before->mapping);
        QVERIFY(bench.settle());
        QVERIFY(!bench.document().table()->rows()[0].waiting);
        const auto after = bench.document().table()->rows()[0].current;
        QVERIFY(after->iteration_time_s != before->iteration_time_s);
        QCOMPARE(bench.document().undoStack().count(), 2); // the plan and the swap
        bench.window->action(QStringLiteral("undo"))->trigger();
        QVERIFY(bench.settle());
        QCOMPARE(*bench.document().table()->rows()[0].current, *before);
        bench.window->action(QStringLiteral("redo"))->trigger();
        QVERIFY(bench.settle());
        QCOMPARE(*bench.document().table()->rows()[0].current, *after);
    }

    void previewTellsTheChangeAndTheRefusal() {
        WindowFixture bench;
        QSignalSpy previews(&bench.window->edits(), &HandEdits::previewReady);
        bench.window->edits().previewMove({{0}, {3}});
        QTRY_COMPARE_WITH_TIMEOUT(previews.size(), 1, 60000);
        const auto preview = previews[0][0].value<DropPreview>();
        QVERIFY(preview.allowed);
        bench.window->edits().move({{0}, {3}});
        QVERIFY(!bench.document().table()->rows()[0].waiting); // the preview has the answer already
        QCOMPARE(bench.document().table()->rows()[0].current->iteration_time_s, preview.time_s);
        bench.document().setPinned({4}, true);
        bench.window->edits().previewMove({{5}, {4}});
        QCOMPARE(previews.size(), 2);
        QVERIFY(!previews[1][0].value<DropPreview>().allowed);
        const RankMapping now = bench.mapping();
        bench.window->edits().move({{5}, {4}});
        QCOMPARE(bench.mapping(), now);
        QVERIFY(bench.window->lastMessage().contains(QLatin1String("pinned")));
    }

    void aDropThatWouldNotFitIsRefused() {
        WindowFixture bench;
        bench.fake.over = true;
        QSignalSpy previews(&bench.window->edits(), &HandEdits::previewReady);
        bench.window->edits().previewMove({{0}, {3}});
        QTRY_COMPARE_WITH_TIMEOUT(previews.size(), 1, 60000);
        QVERIFY(!previews[0][0].value<DropPreview>().allowed);
        QVERIFY(QString::fromStdString(previews[0][0].value<DropPreview>().text)
                    .contains(QLatin1String("would not fit")));
        const RankMapping now = bench.mapping();
        bench.window->edits().move({{0}, {3}});
        QCOMPARE(bench.mapping(), now);
    }

    void improveRespectsPinsAndExclusionsAndIsOneStep() {
        WindowFixture bench;
        const RankMapping before = bench.mapping();
        bench.document().setPinned({before.gpu_of_rank[2]}, true);
        bench.document().setExcluded({before.gpu_of_rank[5]}, true);
        const int steps = bench.document().undoStack().count();
        bench.window->planning().improve(0);
        QVERIFY(bench.settle());
        const RankMapping after = bench.mapping();
        QVERIFY(after != before);
        QCOMPARE(after.gpu_of_rank[2], before.gpu_of_rank[2]);
        for (const int gpu : after.gpu_of_rank)
            QVERIFY(gpu != before.gpu_of_rank[5]);
        QCOMPARE(bench.document().undoStack().count(), steps + 1);
        bench.document().undoStack().undo();
        QCOMPARE(bench.mapping(), before);
    }

    void staleAnswersAreDropped() {
        WindowFixture bench;
        bench.fake.evaluate_ms = 30;
        bench.window->edits().move({{0}, {3}});
        bench.window->edits().move({{1}, {4}});
        bench.document().undoStack().undo();
        QVERIFY(bench.settle());
        bench.fake.evaluate_ms = 0;
        const Candidate& now = *bench.document().table()->rows()[0].current;
        QCOMPARE(now.iteration_time_s, bench.fake.evaluate(now.config, now.mapping).iteration_time_s);
    }

    void changesOfTheSetupKeepThePlan() {
        WindowFixture bench;
        TrainingJob job = small_job();
        job.global_batch = 128;
        bench.document().set<DocumentPart::job>(job);
        QVERIFY(bench.document().state().outdated());
        QCOMPARE(bench.document().table()->rows().size(), std::size_t(4));
        bench.document().undoStack().undo();
        QVERIFY(!bench.document().state().outdated());
        bench.document().setCluster(small_cluster(2, 4));
        QVERIFY(bench.document().table()->rows().empty());
        bench.document().undoStack().undo(); // one step brings cluster and plan back
        QCOMPARE(bench.document().table()->rows().size(), std::size_t(4));
        QCOMPARE(bench.document().setup().cluster->node_count(), 4);
    }

    void closingWhilePlanningEndsIt() {
        auto bench = std::make_unique<WindowFixture>(false);
        bench->fake.hold = true;
        bench->window->planning().plan();
        QTRY_VERIFY_WITH_TIMEOUT(bench->document().table()->live(), 60000);
        QVERIFY(bench->window->close());
        bench->window.reset(); // the plan would hold on until it is cancelled
        QCOMPARE(bench->fake.plans.load(), 1);
    }

    void hoveringADragShowsTheChangeAndTheDropDoesIt() {
        WindowFixture bench;
        AssignmentBoard& board = *bench.window->views().board;
        const std::vector<int> gpus = bench.mapping().gpu_of_rank;
        const auto carried = toMime({gpus.front(), -1});
        const QPointF to = centre(board, gpus.back());
        QSignalSpy asked(&board.moves(), &MoveRequests::previewRequested);
        QSignalSpy answered(&bench.window->edits(), &HandEdits::previewReady);
        QDragEnterEvent enter(to.toPoint(), Qt::MoveAction, carried.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&board, &enter);
        QDragMoveEvent move(to.toPoint(), Qt::MoveAction, carried.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&board, &move);
        QCOMPARE(asked.size(), 1);
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 1, 60000);
        const auto preview = answered[0][0].value<DropPreview>();
        QVERIFY(board.accessibleDescription().contains(QString::fromStdString(preview.text)));
        QCOMPARE(bench.document().undoStack().count(), 1); // nothing has been done yet
        QDropEvent drop(to, Qt::MoveAction, carried.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&board, &drop);
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().undoStack().count(), 2);
        QCOMPARE(bench.document().table()->rows()[0].current->iteration_time_s, preview.time_s);
    }

    void aNodeHoveredAsksForItsPreview() {
        WindowFixture bench;
        AssignmentBoard& board = *bench.window->views().board;
        const auto carried = toMime({-1, 0});
        const QPointF to = centre(board, bench.document().setup().cluster->first_gpu(1));
        QSignalSpy answered(&bench.window->edits(), &HandEdits::previewReady);
        QDragEnterEvent enter(to.toPoint(), Qt::MoveAction, carried.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&board, &enter);
        QDragMoveEvent move(to.toPoint(), Qt::MoveAction, carried.get(), Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&board, &move);
        QTRY_COMPARE_WITH_TIMEOUT(answered.size(), 1, 60000);
        QVERIFY(answered[0][0].value<DropPreview>().allowed);
    }

    void escLetsGoOfWhatIsCarriedBeforeItClearsTheSelection() {
        WindowFixture bench;
        AssignmentBoard& board = *bench.window->views().board;
        bench.window->activateWindow();
        bench.document().select({0, {bench.mapping().gpu_of_rank.front()}, 0, 0});
        QVERIFY(bench.settle());
        board.setFocus();
        QTest::keyClick(&board, Qt::Key_M);
        QTest::keyClick(&board, Qt::Key_Escape);
        QVERIFY(board.accessibleDescription().startsWith(QLatin1String("Let go")));
        QCOMPARE(bench.document().selection().gpus.size(), std::size_t(1));
        QTest::keyClick(&board, Qt::Key_Escape);
        QVERIFY(bench.document().selection().gpus.empty());
    }

    void comparedCandidatesAreSideBySideInEveryView() {
        WindowFixture bench;
        WindowViews& views = bench.window->views();
        const int alone = views.memory->chartTable()->rowCount();
        views.candidates->model().setCompared({0, 1, 3}); // the last is a baseline
        QVERIFY(bench.settle());
        bench.window->settle();
        QVERIFY(views.memory->chartTable()->rowCount() > alone);
        QCOMPARE(views.breakdown->chartTable()->rowCount(), 3);
        auto* table = views.compare->findChild<QTableView*>();
        QCOMPARE(table->model()->columnCount(), 3);
        const QAbstractItemModelTester tester(table->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        views.candidates->model().setCompared({0, 1, 2, 3});
        QCOMPARE(table->model()->columnCount(), 4);
        views.candidates->model().setCompared({});
        QVERIFY(bench.settle());
        QCOMPARE(table->model()->columnCount(), 0);
        QCOMPARE(views.breakdown->chartTable()->rowCount(), 1);
    }

    void comparedNamesAreLegibleInANarrowView() {
        WindowFixture bench;
        Candidate longest = *bench.document().table()->rows()[0].current;
        longest.config.vpp = 2, longest.config.cp = 2, longest.config.schedule = ScheduleKind::interleaved;
        longest.config.recompute = Recompute::full;
        const auto shared = std::make_shared<const Candidate>(longest);
        CompareView view;
        view.resize(640, 400);
        const ComparedPlan plan = comparedCandidate(shared);
        view.setPlans({plan, plan, plan, plan});
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        auto* table = view.findChild<QTableView*>();
        const QFontMetrics metrics = table->horizontalHeader()->fontMetrics();
        for (int column = 0; column < 4; ++column) {
            QString name = table->model()->headerData(column, Qt::Horizontal).toString();
            for (const QString& line : name.split(QLatin1Char('\n')))
                QVERIFY2(metrics.horizontalAdvance(line) < table->columnWidth(column), qPrintable(name));
            QString whole = splitLine(short_name(longest.config)); // lines end where a dot stands
            QCOMPARE(name.remove(QStringLiteral(" \u00b7")).simplified(),
                     QStringLiteral("Pipette ") + whole.remove(QStringLiteral(" \u00b7")));
        }
    }

    void theRealAnnealerKeepsPinsAndExclusions() {
        MainWindow window(WindowOptions{core_planner(shipped_knowledge(), "test"), {}, false});
        window.answerQuestionsWith(QStringLiteral("discard"));
        window.show();
        DocumentState state;
        state.setup.cluster = small_cluster(4, 4);
        state.setup.model = small_model();
        state.setup.job = small_job();
        state.setup.limits.world_sizes = {8};
        state.setup.budget.moves = 2000;
        window.document().load(state, {});
        const auto settled = [&] { return QTest::qWaitFor([&] { return window.idle(); }, 120000); };
        window.planning().plan();
        QVERIFY(settled());
        PlanDocument& document = window.document();
        QVERIFY2(!document.table()->rows().empty(), qPrintable(window.lastMessage()));
        const RankMapping before = document.table()->rows()[0].current->mapping;
        document.setPinned({before.gpu_of_rank.front()}, true);
        document.setExcluded({before.gpu_of_rank.back()}, true);
        window.planning().improve(0);
        QVERIFY(settled());
        const RankMapping after = document.table()->rows()[0].current->mapping;
        QVERIFY2(after != before, qPrintable(window.lastMessage()));
        QCOMPARE(after.gpu_of_rank.front(), before.gpu_of_rank.front());
        QVERIFY(std::find(after.gpu_of_rank.begin(), after.gpu_of_rank.end(), before.gpu_of_rank.back()) ==
                after.gpu_of_rank.end());
    }

    void modelsAreSound() {
        CandidatesModel model;
        CandidatesFilter filter;
        filter.setSourceModel(&model);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QAbstractItemModelTester filtered(&filter,
                                                QAbstractItemModelTester::FailureReportingMode::QtTest);
        WindowFixture bench;
        const auto record = bench.document().state().record();
        std::vector<CandidateLine> lines;
        for (const PlanRow& row : bench.document().table()->rows())
            lines.push_back({row.current, false, false});
        model.setLines(lines, {record, &record->plan.rejected});
        filter.setShowRejected(true);
        QCOMPARE(filter.rowCount(), 5);
        filter.setText(QStringLiteral("amp"));
        QCOMPARE(filter.rowCount(), 1);
        filter.setText(QStringLiteral("91.3"));
        QCOMPARE(filter.rowCount(), 1);
        filter.setText({});
        for (int row = 0; row < 4; ++row)
            QVERIFY(
                model.setData(model.index(row, CandidatesModel::compare), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(model.compared().size(), std::size_t(4));
        QVERIFY(!model.setData(model.index(4, CandidatesModel::compare), Qt::Checked, Qt::CheckStateRole));
        lines[0].edited = true;
        model.setLine(0, lines[0]);
        QVERIFY(model.index(0, CandidatesModel::note).data().toString().contains(QLatin1String("edited")));
    }
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"
