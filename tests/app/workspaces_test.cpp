// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab_panel.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "tests/app/habits/own_settings.h"
#include "tests/app/window_fixture.h"
#include "widgets/board/assignment_board.h"
#include "widgets/pipeline/gantt_view.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QToolBar>

using namespace pipette;
using namespace pipette::test;

namespace {

QStringList visible(MainWindow& window) {
    QStringList ids;
    for (const ViewSlot& slot : window.views().all())
        if (window.workspaces().shows(slot.id))
            ids << slot.id;
    return ids;
}

QStringList at_home(MainWindow& window, const char* workspace) {
    QStringList ids;
    for (const ViewSlot& slot : window.views().all())
        if (slot.home == QLatin1String(workspace))
            ids << slot.id;
    return ids;
}

void call(MainWindow& window, const char* view) {
    window.workspaces().call(QString::fromLatin1(view));
}

/// As the entry of the View menu does, which is checked where the view is shown.
void toggle(MainWindow& window, const char* view) {
    window.action(QStringLiteral("view-") + QLatin1String(view))->trigger();
}

/// Both the workspace and the View menu say so.
bool shows(MainWindow& window, const char* view) {
    const QString id = QString::fromLatin1(view);
    const bool shown = window.workspaces().shows(id);
    if (shown != window.action(QStringLiteral("view-") + id)->isChecked())
        QTest::qFail(view, __FILE__, __LINE__);
    return shown;
}

/// The state of a window that had every view in one layout; those of `hidden` were closed.
QByteArray state_of_one_layout(MainWindow& window, const QStringList& hidden, int version) {
    QMainWindow old;
    for (const ViewSlot& slot : window.views().all()) {
        auto* dock = new QDockWidget(slot.title, &old);
        dock->setObjectName(slot.id);
        dock->setVisible(!hidden.contains(slot.id));
        old.addDockWidget(Qt::LeftDockWidgetArea, dock);
    }
    old.addToolBar(QStringLiteral("Main"))->setObjectName(QStringLiteral("toolbar"));
    return old.saveState(version);
}

/// A window that remembers, in a settings file of its own.
std::unique_ptr<MainWindow> remembering(FakePlanner& fake) {
    auto window = std::make_unique<MainWindow>(WindowOptions{fake.calls(), {}, true});
    window->answerQuestionsWith(QStringLiteral("discard"));
    window->show();
    return window;
}

} // namespace

class WorkspacesTest : public QObject {
    Q_OBJECT

private slots:
    void the_lab_shares_a_page_of_its_schedules() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("lab.html"));
        WindowFixture person(false); // no plan is needed
        person.window->workspaces().show(QStringLiteral("lab"));
        person.window->writeReport(path);
        QVERIFY(person.settle());
        QFile page(path);
        QVERIFY2(page.open(QIODevice::ReadOnly), qPrintable(person.window->lastMessage()));
        QCOMPARE(page.readAll().count("data-step=\""), person.window->views().lab->lab().timelines().size());
    }

    void init() { settings_ = std::make_unique<OwnSettings>(QStringLiteral("workspaces-test")); }

    void eachShowsItsOwnViewsAndEveryViewHasAHome() {
        WindowFixture bench;
        QSet<QString> homes;
        for (const Workspace& workspace : allWorkspaces()) {
            bench.window->action(QStringLiteral("workspace-") + QLatin1String(workspace.id))->trigger();
            QCOMPARE(bench.window->workspaces().current(), QLatin1String(workspace.id));
            QCOMPARE(visible(*bench.window), at_home(*bench.window, workspace.id));
            homes.insert(QLatin1String(workspace.id));
        }
        for (const ViewSlot& slot : bench.window->views().all())
            QVERIFY2(homes.contains(slot.home), qPrintable(slot.id));
    }

    void theRowOfTabsTheKeysAndTheMenuAgree() {
        WindowFixture bench;
        bench.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(bench.window.get()));
        auto* row = bench.window->findChild<QTabBar*>(QStringLiteral("workspaces"));
        QVERIFY(row && row->isVisible() && !row->accessibleName().isEmpty());
        for (int tab = row->count() - 1; tab >= 0; --tab) {
            const QString id = QLatin1String(allWorkspaces()[static_cast<std::size_t>(tab)].id);
            QTest::keyClick(bench.window.get(), static_cast<Qt::Key>(Qt::Key_1 + tab), Qt::ControlModifier);
            QCOMPARE(row->currentIndex(), tab);
            QVERIFY(bench.window->action(QStringLiteral("workspace-") + id)->isChecked());
            QVERIFY(!row->tabToolTip(tab).isEmpty());
        }
        QTest::mouseClick(row, Qt::LeftButton, Qt::NoModifier, row->tabRect(1).center());
        QCOMPARE(bench.window->workspaces().current(), QLatin1String(allWorkspaces()[1].id));
    }

    void keepsWhatAPersonMadeOfEach() {
        WindowFixture bench;
        WorkspaceSwitch& workspaces = bench.window->workspaces();
        toggle(*bench.window, "annealing");
        workspaces.show(QStringLiteral("evidence"));
        call(*bench.window, "gantt"); // called in
        workspaces.show(QStringLiteral("plan"));
        QVERIFY(!shows(*bench.window, "annealing"));
        QVERIFY(!shows(*bench.window, "validation"));
        workspaces.show(QStringLiteral("evidence"));
        QVERIFY(shows(*bench.window, "gantt"));
        QVERIFY(bench.window->views().gantt->isVisible());
        bench.window->action(QStringLiteral("reset-layout"))->trigger();
        QVERIFY(!shows(*bench.window, "gantt"));
        workspaces.show(QStringLiteral("plan")); // resetting is of one workspace
        QVERIFY(!shows(*bench.window, "annealing"));
    }

    void documentSelectionAndUndoAreCommon() {
        WindowFixture bench;
        bench.document().select({1, {5}, 0, 0});
        const Selection chosen = bench.document().selection();
        const int steps = bench.document().undoStack().count();
        for (const char* id : {"lab", "evidence", "plan"})
            bench.window->workspaces().show(QString::fromLatin1(id));
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().selection(), chosen);
        QCOMPARE(bench.document().undoStack().count(), steps);
    }

    void whatIsAskedForComesToTheFront() {
        WindowFixture bench;
        bench.window->action(QStringLiteral("train-memory"))->trigger();
        QCOMPARE(bench.window->workspaces().current(), QStringLiteral("evidence"));
        QVERIFY(shows(*bench.window, "training"));
        bench.window->action(QStringLiteral("schedule-lab"))->trigger();
        QCOMPARE(bench.window->workspaces().current(), QStringLiteral("lab"));
        QVERIFY(bench.window->views().lab->isVisible());
        QVERIFY(bench.settle());
        // A view that was called into a workspace is shown there.
        call(*bench.window, "training");
        bench.window->action(QStringLiteral("train-memory"))->trigger();
        QCOMPARE(bench.window->workspaces().current(), QStringLiteral("lab"));
    }

    void theNextSessionFindsThemAsTheyWere() {
        FakePlanner fake;
        auto first = remembering(fake);
        toggle(*first, "heatmap");
        first->workspaces().show(QStringLiteral("evidence"));
        call(*first, "board");
        QVERIFY(first->close());
        const auto next = remembering(fake);
        QCOMPARE(next->workspaces().current(), QStringLiteral("evidence"));
        QVERIFY(shows(*next, "board"));
        next->workspaces().show(QStringLiteral("plan"));
        QVERIFY(!shows(*next, "heatmap"));
        QVERIFY(!shows(*next, "training"));
    }

    void aViewIsWhereItWasCalledLast() {
        WindowFixture bench;
        MainWindow& window = *bench.window;
        QWidget* gantt = window.views().gantt;
        const auto area = [&] { return gantt->parentWidget()->parentWidget()->accessibleName(); };
        QCOMPARE(area(), QStringLiteral("Plan"));
        window.workspaces().show(QStringLiteral("lab"));
        QVERIFY(!gantt->isVisible());
        toggle(window, "gantt");
        QVERIFY(shows(window, "gantt") && gantt->isVisible());
        QCOMPARE(area(), QStringLiteral("Lab"));
        window.workspaces().show(QStringLiteral("plan")); // where it has its place all the same
        QVERIFY(shows(window, "gantt"));
        QCOMPARE(area(), QStringLiteral("Plan"));
        window.workspaces().show(QStringLiteral("lab"));
        QCOMPARE(area(), QStringLiteral("Lab"));
        toggle(window, "gantt");
        QVERIFY(!shows(window, "gantt") && !gantt->isVisible());
        toggle(window, "gantt");
        window.workspaces().reset();
        QVERIFY(!shows(window, "gantt") && !gantt->isVisible());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        window.workspaces().show(QStringLiteral("plan"));
        QCOMPARE(area(), QStringLiteral("Plan"));
        bench.document().select({0, {}, -1, -1});
        QVERIFY(bench.settle());
        window.settle();
    }

    void aGuestAfloatOutlivesTheLayout() {
        WindowFixture bench;
        WorkspaceSwitch& workspaces = bench.window->workspaces();
        workspaces.show(QStringLiteral("lab"));
        const QPointer<QWidget> board = bench.window->views().board;
        workspaces.call(QStringLiteral("board"))->setFloating(true);
        workspaces.reset();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(board && !board->isVisible());
        workspaces.show(QStringLiteral("plan"));
        QVERIFY(board->isVisible());
    }

    void whatFloatsDoesSoInItsWorkspaceAlone() {
        FakePlanner fake;
        {
            const auto window = remembering(fake);
            QDockWidget* dock = window->workspaces().call(QStringLiteral("memory"));
            dock->setFloating(true);
            QVERIFY(dock->isVisible());
            window->workspaces().show(QStringLiteral("lab"));
            QVERIFY(!dock->isVisible());
            window->workspaces().show(QStringLiteral("plan"));
            QVERIFY(dock->isVisible() && dock->isFloating());
            window->workspaces().show(QStringLiteral("lab"));
            QVERIFY(window->close());
        }
        const auto next = remembering(fake);
        next->workspaces().show(QStringLiteral("plan"));
        QVERIFY(shows(*next, "memory"));
        QVERIFY(next->workspaces().call(QStringLiteral("memory"))->isFloating());
        next->workspaces().reset();
        QVERIFY(!next->workspaces().call(QStringLiteral("memory"))->isFloating());
    }

    // Before there were workspaces all views stood in one layout.
    void aLayoutOfAnOlderWindowOpens() {
        FakePlanner fake;
        QSettings().setValue(
            QStringLiteral("window/docks"),
            state_of_one_layout(*remembering(fake), {QStringLiteral("heatmap"), QStringLiteral("lab")}, 0));
        const auto next = remembering(fake);
        QCOMPARE(next->workspaces().current(), QStringLiteral("plan"));
        QStringList expected = at_home(*next, "plan");
        expected.removeOne(QStringLiteral("heatmap"));
        QCOMPARE(visible(*next), expected);
    }

    // Then every layout named every view, most of them hidden.
    void aLayoutWithTheViewsOfOtherWorkspacesOpens() {
        FakePlanner fake;
        {
            const auto window = remembering(fake);
            for (const char* workspace : {"plan", "evidence"}) {
                QStringList hidden{QStringLiteral("heatmap")};
                for (const ViewSlot& slot : window->views().all())
                    if (slot.home != QLatin1String(workspace) && slot.id != QLatin1String("board"))
                        hidden << slot.id;
                QSettings().setValue(QStringLiteral("window/layouts/") + QLatin1String(workspace),
                                     state_of_one_layout(*window, hidden, 1));
            }
        }
        for (int start = 0; start < 2; ++start) { // the second from what the first has saved
            const auto next = remembering(fake);
            QStringList expected = at_home(*next, "plan");
            expected.removeOne(QStringLiteral("heatmap"));
            QCOMPARE(visible(*next), expected);
            next->workspaces().show(QStringLiteral("evidence"));
            QCOMPARE(visible(*next), at_home(*next, "evidence"));
            call(*next, "board"); // to the place that it had
            QVERIFY(next->views().board->isVisible());
            next->workspaces().reset();
            next->workspaces().show(QStringLiteral("plan"));
            QVERIFY(next->close());
        }
    }

    void whatIsNoLayoutIsPassedOver() {
        FakePlanner fake;
        QSettings().setValue(QStringLiteral("window/layouts/plan"), QByteArray("nonsense"));
        QSettings().setValue(QStringLiteral("window/docks"), QByteArray("nonsense"));
        QSettings().setValue(QStringLiteral("window/workspace"), QStringLiteral("kitchen"));
        const auto window = remembering(fake);
        QCOMPARE(visible(*window), at_home(*window, "plan"));
    }

private:
    std::unique_ptr<OwnSettings> settings_;
};

QTEST_MAIN(WorkspacesTest)
#include "workspaces_test.moc"
