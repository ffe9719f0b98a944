// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/lab_panel.h"
#include "app/window/window_views.h"
#include "app/window/workspaces.h"
#include "tests/app/window_fixture.h"

#include <QAction>
#include <QDockWidget>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>

using namespace pipette;
using namespace pipette::test;

namespace {

QStringList visible(MainWindow& window) {
    QStringList ids;
    for (const ViewSlot& slot : window.views().all())
        if (!slot.dock->isHidden())
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

QDockWidget& dock(MainWindow& window, const char* id) {
    return *window.views().find(QString::fromLatin1(id))->dock;
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
    void init() {
        settings_ = std::make_unique<QTemporaryDir>();
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_->path());
        QCoreApplication::setOrganizationName(QStringLiteral("pipette"));
        QCoreApplication::setApplicationName(QStringLiteral("workspaces-test"));
        QSettings().clear();
    }

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
        dock(*bench.window, "annealing").close();
        workspaces.show(QStringLiteral("evidence"));
        dock(*bench.window, "gantt").show(); // called in
        workspaces.show(QStringLiteral("plan"));
        QVERIFY(dock(*bench.window, "annealing").isHidden());
        QVERIFY(dock(*bench.window, "validation").isHidden());
        workspaces.show(QStringLiteral("evidence"));
        QVERIFY(!dock(*bench.window, "gantt").isHidden());
        QVERIFY(bench.window->dockWidgetArea(&dock(*bench.window, "gantt")) != Qt::NoDockWidgetArea);
        bench.window->action(QStringLiteral("reset-layout"))->trigger();
        QVERIFY(dock(*bench.window, "gantt").isHidden());
        workspaces.show(QStringLiteral("plan")); // resetting is of one workspace
        QVERIFY(dock(*bench.window, "annealing").isHidden());
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
        QVERIFY(!dock(*bench.window, "training").isHidden());
        bench.window->action(QStringLiteral("schedule-lab"))->trigger();
        QCOMPARE(bench.window->workspaces().current(), QStringLiteral("lab"));
        QVERIFY(bench.window->views().lab->isVisible());
        QVERIFY(bench.settle());
        // A view that was called into a workspace is shown there.
        dock(*bench.window, "training").show();
        bench.window->action(QStringLiteral("train-memory"))->trigger();
        QCOMPARE(bench.window->workspaces().current(), QStringLiteral("lab"));
    }

    void theNextSessionFindsThemAsTheyWere() {
        FakePlanner fake;
        auto first = remembering(fake);
        dock(*first, "heatmap").close();
        first->workspaces().show(QStringLiteral("evidence"));
        dock(*first, "board").show();
        QVERIFY(first->close());
        const auto next = remembering(fake);
        QCOMPARE(next->workspaces().current(), QStringLiteral("evidence"));
        QVERIFY(!dock(*next, "board").isHidden());
        next->workspaces().show(QStringLiteral("plan"));
        QVERIFY(dock(*next, "heatmap").isHidden());
        QVERIFY(dock(*next, "training").isHidden());
    }

    // Before there were workspaces all views stood in one layout.
    void aLayoutOfAnOlderWindowOpens() {
        FakePlanner fake;
        QByteArray old;
        {
            const auto window = remembering(fake);
            dock(*window, "heatmap").close();
            for (const char* id : {"validation", "training"})
                dock(*window, id).show();
            window->removeDockWidget(&dock(*window, "lab"));
            old = window->saveState();
        }
        QSettings().setValue(QStringLiteral("window/docks"), old);
        const auto next = remembering(fake);
        QCOMPARE(next->workspaces().current(), QStringLiteral("plan"));
        QStringList expected = at_home(*next, "plan");
        expected.removeOne(QStringLiteral("heatmap"));
        QCOMPARE(visible(*next), expected);
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
    std::unique_ptr<QTemporaryDir> settings_;
};

QTEST_MAIN(WorkspacesTest)
#include "workspaces_test.moc"
