// SPDX-License-Identifier: GPL-3.0-or-later
// What goes wrong is told once, and is gone when something goes right.
#include "app/workspaces/window_views.h"
#include "tests/app/studies/study_bench.h"
#include "widgets/studies/study_editor.h"

#include <QAction>
#include <QLabel>
#include <QMessageBox>
#include <QStatusBar>

using namespace pipette;
using namespace pipette::test;

namespace {

QString inStatusBar(WindowFixture& bench) {
    return bench.window->statusBar()->currentMessage();
}

/// Labels, status bar and boxes that show the words.
int shownTimes(WindowFixture& bench, const QString& words) {
    int times = inStatusBar(bench).contains(words) ? 1 : 0;
    for (const QLabel* label : bench.window->findChildren<QLabel*>())
        times += label->isVisibleTo(label->window()) && label->text().contains(words) ? 1 : 0;
    return times;
}

} // namespace

class MessagesTest : public QObject {
    Q_OBJECT

private slots:
    void aRefusalGoesWithTheNextEdit() {
        WindowFixture bench;
        bench.window->action(QStringLiteral("move"))->trigger();
        QVERIFY2(inStatusBar(bench).startsWith(QLatin1String("Select a GPU first")),
                 qPrintable(inStatusBar(bench)));
        bench.document().setPinned({1}, true);
        QCOMPARE(inStatusBar(bench), QString());
    }

    void aRefusalGoesWithTheNextAction() {
        WindowFixture bench;
        bench.window->action(QStringLiteral("move"))->trigger();
        QVERIFY(!inStatusBar(bench).isEmpty());
        bench.window->action(QStringLiteral("reset-layout"))->trigger();
        QCOMPARE(inStatusBar(bench), QString());
    }

    void whatWentRightStays() {
        WindowFixture bench;
        QVERIFY(inStatusBar(bench).startsWith(QLatin1String("Planned")));
        bench.document().setPinned({1}, true);
        QVERIFY(inStatusBar(bench).startsWith(QLatin1String("Planned")));
    }

    void aProblemStandsInItsBoxAlone() {
        WindowFixture bench;
        bench.window->answerQuestionsWith({}); // somebody is there
        bench.window->openFiles({QStringLiteral("/no/such/file.json")});
        QVERIFY(bench.settle());
        QTRY_COMPARE(bench.window->findChildren<QMessageBox*>().size(), 1);
        QCOMPARE(shownTimes(bench, QStringLiteral("/no/such/file.json")), 1);
        QCOMPARE(inStatusBar(bench), QString());
        QVERIFY(bench.window->lastMessage().contains(QLatin1String("/no/such/file.json")));
        bench.window->findChild<QMessageBox*>()->close();
    }

    void aStudyThatFailsSaysSoOnce() {
        StudyBench bench;
        bench.quick({8.0});
        StudyDocument study = bench.studies().document();
        study.clusters.clear(); // its base names a cluster that is nowhere
        bench.document().setStudy({study, {}}, {});
        bench.window->answerQuestionsWith({});
        bench.studies().run();
        QVERIFY(bench.settle());
        QTRY_COMPARE(bench.window->findChildren<QMessageBox*>().size(), 1);
        const QString why = bench.window->lastMessage();
        QVERIFY(!why.isEmpty());
        QCOMPARE(shownTimes(bench, why), 1);
        bench.window->findChild<QMessageBox*>()->close();
    }
};

QTEST_MAIN(MessagesTest)
#include "messages_test.moc"
