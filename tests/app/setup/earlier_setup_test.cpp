// SPDX-License-Identifier: GPL-3.0-or-later
// A plan of other inputs than those that stand in Setup is never shown as if it were of them.
#include "app/workspaces/window_views.h"
#include "tests/app/window_fixture.h"
#include "widgets/answer/answer_line.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/veil.h"

using namespace pipette;
using namespace pipette::test;

namespace {

const char* const dimmed[] = {"candidates", "topology", "board",     "memory",
                              "breakdown",  "gantt",    "selection", "compare"};

/// What lies over a view; empty: nothing.
QString veilOver(WindowFixture& bench, const QString& id) {
    bench.window->settle();
    const Veil* veil = bench.window->views().find(id)->widget->findChild<Veil*>();
    return veil ? veil->text() : QString();
}

void enterBatch(WindowFixture& bench, int batch) {
    TrainingJob job = bench.document().setup().job;
    job.global_batch = batch;
    bench.document().set<DocumentPart::job>(job);
}

const Answer& answer(WindowFixture& bench) {
    bench.window->settle();
    return bench.window->findChild<AnswerLine*>()->answer();
}

} // namespace

class EarlierSetupTest : public QObject {
    Q_OBJECT

private slots:
    void anEditOfTheSetupDimsWhatIsOfThePlan() {
        WindowFixture bench;
        for (const char* id : dimmed)
            QCOMPARE(veilOver(bench, QString::fromLatin1(id)), QString());
        enterBatch(bench, 128);
        for (const char* id : dimmed)
            QCOMPARE(veilOver(bench, QString::fromLatin1(id)),
                     QStringLiteral("Plan of an earlier setup. Changed since: batch. Plan again."));
        QCOMPARE(veilOver(bench, QStringLiteral("heatmap")), QString()); // of the cluster alone
        QVERIFY(answer(bench).outdated);
        QCOMPARE(answer(bench).pills.front().text, QStringLiteral("out of date"));
        QVERIFY(!answer(bench).figure.isEmpty()); // still readable
        enterBatch(bench, 64);
        for (const char* id : dimmed)
            QCOMPARE(veilOver(bench, QString::fromLatin1(id)), QString());
        QVERIFY(!answer(bench).outdated);
    }

    void theNewSearchLiftsItWithItsFirstPlan() {
        WindowFixture bench;
        enterBatch(bench, 128);
        bench.fake.hold_before = true;
        bench.window->planning().plan();
        QCOMPARE(veilOver(bench, QStringLiteral("gantt")),
                 QStringLiteral("Plan of an earlier setup. Changed since: batch. The new search runs."));
        bench.fake.hold = true;
        bench.fake.hold_before = false;
        QTRY_VERIFY_WITH_TIMEOUT(bench.document().table()->live(), 60000);
        QCOMPARE(veilOver(bench, QStringLiteral("gantt")), QString());
        QCOMPARE(answer(bench).lead, QStringLiteral("Best so far"));
        bench.fake.hold = false;
        QVERIFY(bench.settle());
        QCOMPARE(veilOver(bench, QStringLiteral("gantt")), QString());
    }

    void aSearchThatFindsNothingLeavesItDimmed() {
        WindowFixture bench;
        enterBatch(bench, 128);
        bench.fake.hold_before = true;
        bench.window->planning().plan();
        bench.window->planning().abandon();
        bench.fake.hold_before = false;
        QVERIFY(bench.settle());
        QVERIFY(veilOver(bench, QStringLiteral("memory")).contains(QLatin1String("Plan again")));
    }

    void theViewBelowStaysInHand() {
        WindowFixture bench;
        enterBatch(bench, 128);
        bench.window->settle();
        QWidget* board = bench.window->views().find(QStringLiteral("board"))->widget;
        const Veil* veil = board->findChild<Veil*>();
        QVERIFY(veil->testAttribute(Qt::WA_TransparentForMouseEvents));
        QCOMPARE(veil->size(), board->size());
        bench.window->resize(1000, 700);
        QCoreApplication::processEvents();
        QCOMPARE(veil->size(), board->size());
    }

    void picturesOfBothThemes() {
        const QString folder = qEnvironmentVariable("PIPETTE_PICTURES");
        if (folder.isEmpty())
            QSKIP("PIPETTE_PICTURES names no folder");
        WindowFixture bench;
        enterBatch(bench, 128);
        bench.window->resize(1600, 1000);
        for (const auto& [name, kind] : {std::pair("light", ThemeKind::light), {"dark", ThemeKind::dark}}) {
            applyTheme(*qApp, kind);
            QCoreApplication::processEvents();
            bench.window->settle();
            bench.window->grab().save(QStringLiteral("%1/earlier-%2.png").arg(folder, QLatin1String(name)));
        }
        applyTheme(*qApp, ThemeKind::light);
    }
};

QTEST_MAIN(EarlierSetupTest)
#include "earlier_setup_test.moc"
