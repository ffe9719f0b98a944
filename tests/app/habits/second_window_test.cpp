// SPDX-License-Identifier: GPL-3.0-or-later
// A second window on the same document: one state, one undo stack and one selection, views of its own.
#include "tests/app/habits/two_windows.h"
#include "widgets/commands/command_palette.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/compare_view.h"
#include "widgets/plans/scenarios_view.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>
#include <QTableView>

#include <algorithm>

using namespace pipette;
using namespace pipette::test;

class SecondWindowTest : public QObject {
    Q_OBJECT

private slots:
    void init() { applyTheme(*qApp, ThemeKind::light); }

    void showsThePlanThatIsThere() {
        TwoWindows bench;
        QVERIFY(bench.second->shows(QStringLiteral("gantt")));
        QVERIFY(bench.there().gantt->isVisible());
        QCOMPARE(bench.there().gantt->drawnCount(), bench.here().gantt->drawnCount());
        QVERIFY(bench.there().gantt->drawnCount() > 0);
        for (const char* view : {"candidates", "board", "memory", "scenarios", "compare", "annealing"})
            bench.call(view);
        QCOMPARE(bench.there().candidates->model().rowCount(), bench.here().candidates->model().rowCount());
        QCOMPARE(mappingOn(*bench.there().board), mappingOn(*bench.here().board));
        QCOMPARE(bench.there().memory->drawnCount(), bench.here().memory->drawnCount());
    }

    void anotherDocumentShowsInBoth() {
        TwoWindows bench;
        DocumentState state;
        state.setup.cluster = small_cluster(2, 4);
        state.setup.model = small_model();
        state.setup.job = small_job();
        bench.call("board");
        bench.window->document().load(state, {});
        QVERIFY(bench.settle());
        QCOMPARE(bench.there().board->gpus().cluster()->gpu_count(), 8);
        QVERIFY(!bench.there().board->gpus().shown().candidate);
        QCOMPARE(bench.there().gantt->drawnCount(), 0);
        bench.window->planning().plan();
        QVERIFY(bench.settle());
        QVERIFY(bench.there().gantt->drawnCount() > 0);
        QCOMPARE(mappingOn(*bench.there().board), mappingOn(*bench.here().board));
    }

    void editsAndUndoInEitherAreSeenInBoth() {
        TwoWindows bench;
        bench.call("board");
        const std::vector<int> before = mappingOn(*bench.here().board);
        const int steps = bench.document().undoStack().count();
        emit bench.there().board->moves().moveRequested({{before.front()}, {before.back()}});
        QVERIFY(bench.settle());
        const std::vector<int> moved = mappingOn(*bench.here().board);
        QVERIFY(moved != before);
        QCOMPARE(mappingOn(*bench.there().board), moved);
        emit bench.here().board->moves().moveRequested({{moved[1]}, {moved.back()}});
        QVERIFY(bench.settle());
        const std::vector<int> twice = mappingOn(*bench.there().board);
        QVERIFY(twice != moved);
        QCOMPARE(mappingOn(*bench.here().board), twice);
        QCOMPARE(bench.document().undoStack().count(), steps + 2);
        bench.second->activateWindow(); // Ctrl+Z there
        QVERIFY(QTest::qWaitForWindowActive(bench.second));
        QTest::keyClick(bench.second, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(bench.settle());
        QCOMPARE(mappingOn(*bench.here().board), moved);
        QCOMPARE(mappingOn(*bench.there().board), moved);
        bench.window->activateWindow(); // and here
        QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
        QTest::keyClick(bench.window.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(bench.settle());
        QCOMPARE(mappingOn(*bench.here().board), before);
        QCOMPARE(mappingOn(*bench.there().board), before);
        QCOMPARE(bench.document().undoStack().index(), steps);
    }

    void aHoverIsAnsweredWhereItIs() {
        TwoWindows bench;
        bench.call("board");
        bench.there().board->setFocus();
        const int steps = bench.document().undoStack().count();
        const std::vector<int> gpus = mappingOn(*bench.there().board);
        clickGpu(*bench.there().board, gpus.front());
        QVERIFY(bench.settle());
        QTest::keyClick(bench.there().board, Qt::Key_M);
        QTest::keyClick(bench.there().board, Qt::Key_Right);
        QVERIFY(bench.settle());
        QTest::keyClick(bench.there().board, Qt::Key_Return);
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().undoStack().count(), steps + 1);
        QCOMPARE(mappingOn(*bench.here().board), mappingOn(*bench.there().board));
        QVERIFY(mappingOn(*bench.here().board) != gpus);
    }

    void oneSelection() {
        TwoWindows bench;
        for (const char* view : {"board", "candidates"})
            bench.call(view);
        bench.second->call(QStringLiteral("board"));
        QVERIFY(bench.settle());
        clickGpu(*bench.there().board, 2);
        QVERIFY(bench.settle());
        QVERIFY(bench.here().board->gpus().selected(2) && bench.there().board->gpus().selected(2));
        clickGpu(*bench.here().board, 5);
        QVERIFY(bench.settle());
        QVERIFY(bench.here().board->gpus().selected(5) && bench.there().board->gpus().selected(5));
        QVERIFY(!bench.there().board->gpus().selected(2));
        bench.call("candidates");
        emit bench.there().candidates->selectionRequested({1, {}, -1, -1});
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().selection().candidate, 1);
        QCOMPARE(bench.there().candidates->table()->currentIndex().row(),
                 bench.here().candidates->table()->currentIndex().row());
    }

    void eachHasItsOwnZoom() {
        WindowFixture bench;
        GanttView& mine = *bench.window->views().gantt;
        QVERIFY(bench.settle());
        QSignalSpy range(&mine, &GanttView::timeRangeChanged);
        QTest::keyClick(&mine, Qt::Key_Plus);
        QVERIFY(range.size() > 0);
        const auto zoomed = range.back();
        bench.window->action(QStringLiteral("new-window"))->trigger();
        QVERIFY(bench.settle());
        QCOMPARE(range.back(), zoomed); // another window leaves it where it is
        const auto changes = range.size();
        GanttView& other = *bench.window->second()->views().gantt;
        QSignalSpy elsewhere(&other, &GanttView::timeRangeChanged);
        QTest::keyClick(&other, Qt::Key_Plus);
        QTest::keyClick(&other, Qt::Key_Right);
        QVERIFY(elsewhere.size() > 0 && elsewhere.back() != zoomed);
        QCOMPARE(range.size(), changes);
    }

    void whatIsTickedIsTickedInBoth() {
        TwoWindows bench;
        bench.call("candidates");
        bench.there().candidates->model().setCompared({0, 1});
        QVERIFY(bench.settle());
        QCOMPARE(bench.here().candidates->model().compared(), (std::vector<int>{0, 1}));
        QVERIFY(bench.second->shows(QStringLiteral("compare"))); // where it was asked for
        QCOMPARE(bench.there().compare->model().columnCount(), 2);
        QCOMPARE(bench.here().compare->model().columnCount(), 2);
        bench.here().candidates->model().setCompared({1});
        QVERIFY(bench.settle());
        bench.call("candidates");
        QCOMPARE(bench.there().candidates->model().compared(), std::vector<int>{1});
        bench.window->planning().plan(); // other rows
        QVERIFY(bench.settle());
        QVERIFY(bench.there().candidates->model().compared().empty());
        QVERIFY(bench.here().candidates->model().compared().empty());
    }

    void scenariosArePinnedAndShownInBoth() {
        TwoWindows bench;
        bench.call("scenarios");
        emit bench.there().scenarios->pinRequested();
        QVERIFY(bench.settle());
        QCOMPARE(bench.here().scenarios->model().rowCount(), 1);
        QCOMPARE(bench.there().scenarios->model().rowCount(), 1);
        emit bench.here().scenarios->unpinRequested(0);
        QVERIFY(bench.settle());
        QCOMPARE(bench.there().scenarios->model().rowCount(), 0);
    }

    void showsAScenarioBesideThePlan() {
        TwoWindows bench;
        for (const char* view : {"memory", "breakdown", "board"})
            bench.call(view);
        QVERIFY(!bench.second->choice().isVisible()); // there is nothing to choose
        bench.window->action(QStringLiteral("pin-plan"))->trigger();
        QVERIFY(bench.second->choice().isVisible());
        const std::vector<int> pinned = mappingOn(*bench.here().board);
        bench.second->choice().setCurrentIndex(1);
        bench.window->edits().move({{pinned.front()}, {pinned.back()}});
        QVERIFY(bench.settle());
        QVERIFY(mappingOn(*bench.here().board) != pinned);
        QCOMPARE(mappingOn(*bench.there().board), pinned);
        QVERIFY(bench.there().gantt->drawnCount() > 0);
        bench.document().select({0, {pinned.front()}, -1, -1});
        QVERIFY(bench.settle());
        QVERIFY(bench.there().board->gpus().selected(pinned.front()));
        // It is there to look at.
        const int steps = bench.document().undoStack().count();
        emit bench.there().board->moves().moveRequested({{pinned[1]}, {pinned.back()}});
        emit bench.there().board->pinToggled();
        bench.second->activateWindow();
        QVERIFY(bench.settle());
        for (const char* change : {"exclude", "pin", "move"})
            bench.window->action(QLatin1String(change))->trigger();
        bench.window->activateWindow();
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().undoStack().count(), steps);
        QVERIFY(bench.window->lastMessage().contains(QStringLiteral("scenario")));
        // Without the scenario it shows the plan.
        emit bench.here().scenarios->unpinRequested(0);
        QVERIFY(bench.settle());
        QVERIFY(!bench.second->choice().isVisible());
        QCOMPARE(mappingOn(*bench.there().board), mappingOn(*bench.here().board));
        bench.document().undoStack().undo();
        QVERIFY(bench.settle());
        QCOMPARE(bench.second->choice().currentIndex(), 0);
    }

    void aScenarioOfAnotherClusterSharesNoGpus() {
        TwoWindows bench;
        bench.call("board");
        bench.window->action(QStringLiteral("pin-plan"))->trigger();
        bench.document().setCluster(small_cluster(2, 2));
        bench.window->planning().plan();
        QVERIFY(bench.settle());
        bench.second->choice().setCurrentIndex(1);
        bench.document().select({0, {3}, 1, 0});
        QVERIFY(bench.settle());
        QCOMPARE(bench.there().board->gpus().cluster()->gpu_count(), 16);
        QVERIFY(bench.there().board->gpus().selected().empty());
        clickGpu(*bench.there().board, mappingOn(*bench.there().board).back());
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().selection().gpus, std::vector<int>{3});
        bench.second->choice().setCurrentIndex(0);
        QVERIFY(bench.settle());
        QCOMPARE(bench.there().board->gpus().cluster()->gpu_count(), 4);
        QVERIFY(bench.there().board->gpus().selected(3));
    }

    void hiddenViewsAreNotFed() {
        TwoWindows bench;
        QVERIFY(!bench.there().board->isVisible());
        QVERIFY(!bench.there().board->gpus().cluster());
        QCOMPARE(bench.there().candidates->model().rowCount(), 0);
        bench.window->edits().move({{0}, {3}});
        QVERIFY(bench.settle());
        QVERIFY(!bench.there().board->gpus().cluster());
        bench.call("board");
        QCOMPARE(mappingOn(*bench.there().board), mappingOn(*bench.here().board));
    }

    void itsMenusHoldEveryViewAndNoKeyTwice() {
        TwoWindows bench;
        std::vector<QKeySequence> keys;
        QStringList names;
        for (const QAction* top : bench.second->menuBar()->actions())
            for (const QAction* action : top->menu()->actions()) {
                names << action->objectName();
                if (action->shortcut().isEmpty())
                    continue;
                QVERIFY2(std::find(keys.begin(), keys.end(), action->shortcut()) == keys.end(),
                         qPrintable(action->text()));
                keys.push_back(action->shortcut());
            }
        for (const ViewSlot& slot : bench.there().all())
            QVERIFY2(names.contains(QStringLiteral("action-view-") + slot.id), qPrintable(slot.id));
        for (const QAction* action : bench.second->viewActions())
            QCOMPARE(action->isChecked(), bench.second->shows(action->data().toString()));
        bench.window->action(QStringLiteral("full-screen"))->setShortcut(QKeySequence(Qt::Key_F12));
        QCOMPARE(bench.second->findChild<QAction*>(QStringLiteral("action-full-screen"))->shortcut(),
                 QKeySequence(Qt::Key_F12));
    }

    void keysOfAPersonComeBeforeCtrlW() {
        TwoWindows bench;
        const QAction* close = bench.second->findChild<QAction*>(QStringLiteral("action-close"));
        QCOMPARE(close->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_W));
        bench.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
        bench.window->action(QStringLiteral("improve"))->setShortcut(close->shortcut());
        bench.second->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(bench.second));
        QVERIFY(close->shortcut().isEmpty());
        bench.window->action(QStringLiteral("improve"))->setShortcut({});
        bench.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
        bench.second->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(bench.second));
        QTest::keyClick(bench.second, Qt::Key_W, Qt::ControlModifier);
        QTRY_VERIFY(!bench.second);
        QVERIFY(bench.window->isVisible());
    }

    void commandsAreThoseOfTheWindow() {
        TwoWindows bench;
        bench.second->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(bench.second));
        QTest::keyClick(bench.second, Qt::Key_K, Qt::ControlModifier);
        auto* palette = bench.second->findChild<CommandPalette*>();
        QVERIFY(palette);
        QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("Headroom"));
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
        QTRY_VERIFY(bench.second->shows(QStringLiteral("headroom")));
    }

    void menusOfViewsActInTheirWindow() {
        TwoWindows bench;
        bench.call("board");
        QVERIFY(!bench.second->shows(QStringLiteral("memory")));
        for (const QAction* action : bench.there().board->actions())
            if (action->menu())
                for (QAction* entry : action->menu()->actions())
                    if (entry->objectName() == QLatin1String("show-in-memory"))
                        entry->trigger();
        QVERIFY(bench.second->shows(QStringLiteral("memory")));
        QVERIFY(bench.there().memory->isVisible());
    }

    void whatIsToldIsToldInBoth() {
        TwoWindows bench;
        bench.document().select({0, {}, -1, -1});
        bench.window->action(QStringLiteral("pin"))->trigger(); // no GPU is selected
        QVERIFY(!bench.window->lastMessage().isEmpty());
        QCOMPARE(bench.second->statusBar()->currentMessage(), bench.window->lastMessage());
    }
};

QTEST_MAIN(SecondWindowTest)
#include "second_window_test.moc"
