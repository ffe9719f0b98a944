// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspaces/workspace_switch.h"
#include "tests/app/studies/study_bench.h"
#include "widgets/charts/chart_table.h"
#include "widgets/studies/shapes_view.h"
#include "widgets/studies/study_table.h"

#include <QFile>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

using namespace pipette;
using namespace pipette::test;

/// Tests what a person does with the points of a study: choose, open and save them.
class StudyPointsTest : public QObject {
    Q_OBJECT

private slots:
    /// A person chooses a point in one view, and all views mark the point. Its plan opens when the person
    /// asks.
    void chosenPointsAreMarkedEverywhereAndOpenPlans() {
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().run();
        QVERIFY(bench.settle());
        bench.window->workspaces().show(QStringLiteral("studies"));
        auto& views = bench.window->views();
        auto& rows = *views.study_table->findChild<QTableView*>();
        QCOMPARE(rows.currentIndex().row(), 1); // the fastest: the answer's
        ShapesView& front = *views.study_front;
        QCOMPARE(front.chartTable()->rowCount(), 2);
        QSignalSpy chosen(&front, &ShapesView::itemChosen), asked(&front, &ShapesView::itemRequested);
        const QImage before = views.study_curve->grab().toImage();
        QTest::keyClick(&front, Qt::Key_Left);
        QCOMPARE(chosen.size(), 1);
        const int item = chosen.front().front().toInt();
        QCOMPARE(rows.currentIndex().row(), item);
        QVERIFY(asked.isEmpty() && !bench.document().state().record());
        bench.studies().run(); // what a person chose stays while points come in
        QVERIFY(bench.settle());
        QCOMPARE(rows.currentIndex().row(), item);
        QVERIFY(views.study_curve->grab().toImage() != before);
        rows.selectRow(1 - item);
        QVERIFY(bench.action("open-point").isEnabled());
        QTest::keyClick(&front, Qt::Key_Return);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().toInt(), 1 - item);
        QVERIFY(bench.settle());
        QVERIFY(bench.document().state().record());
    }

    void aStudyOfNothingHasNoPointToOpenOrToSave() {
        StudyBench bench;
        QVERIFY(!bench.action("open-point").isEnabled() && !bench.action("save-points").isEnabled());
        bench.quick({8.0});
        QVERIFY(bench.settle());
        QVERIFY(!bench.action("open-point").isEnabled());
    }

    void pointsAreSavedAsATable() {
        StudyBench bench;
        bench.quick({8.0, 16.0});
        bench.studies().run();
        QVERIFY(bench.settle());
        QVERIFY(bench.action("save-points").isEnabled());
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("points.csv"));
        bench.studies().saveTable(path);
        QVERIFY(bench.settle());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines.at(0).contains("gpus") && lines.at(2).contains("16"), lines.at(2).constData());
    }
};

QTEST_MAIN(StudyPointsTest)
#include "study_points_test.moc"
