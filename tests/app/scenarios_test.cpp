// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_file.h"
#include "app/lab/lab_panel.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/base/input_error.h"
#include "core/cluster/hypothetical.h"
#include "tests/app/window_fixture.h"
#include "widgets/charts/chart_table.h"
#include "widgets/charts/copy_table.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/plans/breakdown_view.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/compare_view.h"
#include "widgets/plans/scenarios_view.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QTableView>

using namespace pipette;
using namespace pipette::test;

namespace {

/// A pinned plan of the first cluster beside the plan of another.
struct TwoClusters : WindowFixture {
    TwoClusters() {
        window->action(QStringLiteral("pin-plan"))->trigger();
        pinned = document().state().scenarios.at(0);
        document().setCluster(small_cluster(2, 8));
        window->planning().plan();
        settle();
    }
    Scenario pinned;
};

QStringList headings(MainWindow& window) {
    QStringList names;
    const CompareModel& model = window.views().compare->model();
    for (int column = 0; column < model.columnCount(); ++column)
        names << model.headerData(column, Qt::Horizontal).toString().split(QLatin1Char('\n')).front();
    return names;
}

QStringList lines(MainWindow& window) {
    QStringList names;
    const CompareModel& model = window.views().compare->model();
    for (int row = 0; row < model.rowCount(); ++row)
        names << model.headerData(row, Qt::Vertical).toString();
    return names;
}

} // namespace

class ScenariosTest : public QObject {
    Q_OBJECT

private slots:
    void aPinnedPlanStaysBesideThatOfAnotherCluster() {
        TwoClusters bench;
        QCOMPARE(bench.pinned.basis->cluster->node_count(), 4);
        bench.window->settle();
        QVERIFY(bench.settle());
        WindowViews& views = bench.window->views();
        QCOMPARE(headings(*bench.window), (QStringList{QStringLiteral("Plan 1"), QStringLiteral("Pipette")}));
        QCOMPARE(views.gantt->accessibleDescription().split(QLatin1String("; ")).size(), 2);
        QCOMPARE(views.breakdown->chartTable()->rowCount(), 2);
        const auto own = bench.document().shown().candidate->memory.size();
        QCOMPARE(views.memory->chartTable()->rowCount(),
                 static_cast<int>(own + bench.pinned.candidate->memory.size()));
        TransformerModel model = small_model();
        model.name = "another";
        bench.document().set<DocumentPart::model>(model);
        bench.window->planning().plan();
        QVERIFY(bench.settle());
        QVERIFY(lines(*bench.window).contains(QStringLiteral("model")));
        bench.document().set<DocumentPart::scenarios>({}, QStringLiteral("none"));
        bench.window->settle();
        QVERIFY(bench.settle());
        QCOMPARE(headings(*bench.window).size(), 0);
        QCOMPARE(views.breakdown->chartTable()->rowCount(), 1);
    }

    void beforeAndAfterOfADrag() {
        WindowFixture bench;
        bench.window->action(QStringLiteral("pin-before"))->trigger();
        QVERIFY(bench.document().state().scenarios.empty()); // nothing has been moved yet
        const double before = bench.document().table()->rows()[0].current->iteration_time_s;
        bench.window->edits().move({{0}, {3}});
        QVERIFY(bench.settle());
        bench.window->action(QStringLiteral("pin-before"))->trigger();
        bench.window->settle();
        QCOMPARE(bench.document().state().scenarios.at(0).candidate->iteration_time_s, before);
        QCOMPARE(headings(*bench.window), (QStringList{QStringLiteral("Before"), QStringLiteral("Pipette")}));
        bench.window->edits().move({{1}, {4}}); // goes on beside it
        QVERIFY(bench.settle());
        bench.window->settle();
        QCOMPARE(headings(*bench.window).size(), 2);
    }

    void namesAreEditedAndUndone() {
        WindowFixture bench;
        QUndoStack& stack = bench.document().undoStack();
        bench.window->action(QStringLiteral("pin-plan"))->trigger();
        bench.window->action(QStringLiteral("pin-plan"))->trigger();
        ScenariosView& view = *bench.window->views().scenarios;
        const QAbstractItemModelTester tester(&view.model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(view.model().index(1, ScenariosModel::name).data().toString(), QStringLiteral("Plan 2"));
        QVERIFY(view.model().setData(view.model().index(1, 0), QStringLiteral("half the links")));
        QTRY_COMPARE(bench.document().state().scenarios.at(1).name, std::string("half the links"));
        QVERIFY(view.model().setData(view.model().index(1, 0), Qt::Unchecked, Qt::CheckStateRole));
        QTRY_VERIFY(!bench.document().state().scenarios.at(1).shown);
        QCOMPARE(headings(*bench.window), (QStringList{QStringLiteral("Plan 1"), QStringLiteral("Pipette")}));
        view.table()->setCurrentIndex(view.model().index(0, 0));
        emit view.unpinRequested(0);
        QCOMPARE(bench.document().state().scenarios.size(), std::size_t(1));
        while (stack.index() > 1)
            stack.undo();
        QVERIFY(bench.document().state().scenarios.empty());
        QVERIFY(bench.document().state().record()); // the plan was not touched
        while (stack.canRedo())
            stack.redo();
        QCOMPARE(bench.document().state().scenarios.at(0).name, std::string("half the links"));
    }

    void whatRunsGoesOnWhilePinning() {
        WindowFixture bench;
        bench.fake.hold = true;
        bench.window->planning().plan();
        QTRY_VERIFY_WITH_TIMEOUT(bench.document().table()->live(), 60000);
        bench.window->action(QStringLiteral("pin-plan"))->trigger();
        QCOMPARE(bench.document().state().scenarios.size(), std::size_t(1));
        QVERIFY(bench.window->planning().running() && bench.document().table()->live());
        bench.fake.hold = false;
        QVERIFY(bench.settle());
    }

    void theDocumentKeepsThem() {
        TwoClusters bench;
        bench.window->action(QStringLiteral("pin-plan"))->trigger(); // on the document's own cluster
        const std::string text = document_text(bench.document().state());
        const DocumentState back = parse_document(text, "plan.json");
        QCOMPARE(back.scenarios.size(), std::size_t(2));
        for (std::size_t i = 0; i < back.scenarios.size(); ++i) {
            const Scenario &now = back.scenarios[i], &then = bench.document().state().scenarios[i];
            QCOMPARE(now.name, then.name);
            QVERIFY(*now.candidate == *then.candidate);
            QVERIFY(*now.basis->cluster == *then.basis->cluster);
            QVERIFY(now.basis->setup.model == then.basis->setup.model);
            QVERIFY(now.basis->setup.job == then.basis->setup.job);
            QVERIFY(now.calibrations == then.calibrations);
        }
        QCOMPARE(back.scenarios[1].basis->setup.cluster, back.setup.cluster); // shared, not read twice
        QCOMPARE(document_text(back), text);
        std::string hostile = text;
        hostile.replace(hostile.find("\"Plan 1\""), 8, "[1,2,3]");
        QVERIFY_EXCEPTION_THROWN((void)parse_document(hostile, "plan.json"), InputError);
    }

    void oneCanBeTakenUpAgain() {
        TwoClusters bench;
        QCOMPARE(bench.document().setup().cluster->node_count(), 2);
        emit bench.window->views().scenarios->takeUpRequested(0);
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().setup().cluster->node_count(), 4);
        QCOMPARE(bench.mapping(), bench.pinned.candidate->mapping);
        bench.window->edits().move({{0}, {3}}); // the plan can be edited as any other
        QVERIFY(bench.settle());
        QVERIFY(bench.mapping() != bench.pinned.candidate->mapping);
        bench.document().undoStack().undo();
        bench.document().undoStack().undo();
        QCOMPARE(bench.document().setup().cluster->node_count(), 2);
        QCOMPARE(bench.document().state().scenarios.size(), std::size_t(1));
    }

    void enterGoesOnFromTheOneThatIsChosen() {
        TwoClusters bench;
        bench.window->activateWindow();
        bench.window->workspaces().reveal(QStringLiteral("scenarios"));
        QTableView& table = *bench.window->views().scenarios->table();
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_Return);
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().setup().cluster->node_count(), 4);
    }

    void oneThatIsLateTakesNothingOver() {
        TwoClusters bench;
        emit bench.window->views().scenarios->takeUpRequested(0);
        DocumentState other;
        other.setup.cluster = small_cluster(8, 4);
        bench.document().load(other, {});
        QVERIFY(bench.settle());
        QCOMPARE(bench.document().setup().cluster, other.setup.cluster);
        QVERIFY(!bench.document().state().record() && !bench.document().modified());
    }

    void whatIsPinnedAndTickedStandsOnce() {
        WindowFixture bench;
        bench.window->action(QStringLiteral("pin-plan"))->trigger(); // of row 0
        bench.window->views().candidates->model().setCompared({0, 1});
        QVERIFY(bench.settle());
        QCOMPARE(headings(*bench.window).size(), 2);
        bench.window->views().candidates->model().setCompared({1, 2});
        QVERIFY(bench.settle());
        QCOMPARE(headings(*bench.window).size(), 3);
    }

    void assumedClustersAreCalledSo() {
        WindowFixture bench;
        bench.document().setCluster(std::make_shared<const Cluster>(grown(*small_cluster(4, 4), 2, 1)));
        bench.window->planning().plan();
        QVERIFY(bench.settle());
        bench.window->action(QStringLiteral("pin-plan"))->trigger();
        const ScenariosModel& model = bench.window->views().scenarios->model();
        QVERIFY(model.index(0, ScenariosModel::cluster).data().toString().contains(QLatin1String("assumed")));
    }

    void tablesAreCopiedWhole() {
        TwoClusters bench;
        QVERIFY(bench.settle());
        bench.window->settle();
        auto* table = bench.window->views().compare->findChild<QTableView*>();
        table->findChild<QAction*>(QStringLiteral("copy-tsv"))->trigger();
        const QStringList rows = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(rows.size(), table->model()->rowCount() + 2); // headings, and the end of the last line
        for (int row = 1; row + 1 < rows.size(); ++row)
            QCOMPARE(rows[row].count(QLatin1Char('\t')), 2);
        QVERIFY(rows[1].startsWith(QLatin1String("time per step\t")));
        ChartTable odd;
        odd.setContent(
            {{QStringLiteral("a|b"), QStringLiteral("c")},
             1,
             [](int, int column) {
                 return ChartTable::Cell{column ? QStringLiteral("x\ty\nz") : QStringLiteral("p|q"), {}};
             },
             {}});
        QCOMPARE(tableText(odd, TableFormat::markdown),
                 QStringLiteral("| a\\|b | c |\n| --- | --- |\n| p\\|q | x y z |\n"));
        QCOMPARE(tableText(odd, TableFormat::tsv), QStringLiteral("a|b\tc\np|q\tx y z\n"));
    }

    void everyChartHasItsMenu() {
        WindowFixture bench;
        for (const ViewSlot& slot : bench.window->views().all())
            if (slot.chart)
                for (const char* name : {"copy-tsv", "copy-markdown", "save-picture"})
                    QVERIFY2(
                        slot.widget->findChild<QAction*>(QLatin1String(name), Qt::FindDirectChildrenOnly),
                        qPrintable(slot.id + QLatin1Char(' ') + QLatin1String(name)));
    }

    void ganttChartsAndTheLabCopyTheirFigures() {
        WindowFixture bench;
        QVERIFY(bench.settle());
        bench.window->settle();
        GanttView& gantt = *bench.window->views().gantt;
        const auto copied = [](QWidget& view) {
            view.findChild<QAction*>(QStringLiteral("copy-tsv"), Qt::FindDirectChildrenOnly)->trigger();
            return QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        };
        const QStringList lines = copied(gantt);
        QCOMPARE(lines.size(), 1 + bench.document().shown().candidate->config.pp);
        QCOMPARE(lines.back().count(QLatin1Char('\t')), 6);
        QVERIFY(gantt.devices()->index(0, 4).data(Qt::UserRole).toDouble() > 0); // computes
        bench.window->workspaces().show(QStringLiteral("lab"));
        QVERIFY(bench.settle());
        for (auto* table : bench.window->views().lab->findChildren<QTableView*>()) {
            const QStringList figures = copied(*table);
            QCOMPARE(figures.size(), 1 + table->model()->rowCount());
        }
    }
};

QTEST_MAIN(ScenariosTest)
#include "scenarios_test.moc"
