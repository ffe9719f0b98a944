// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does of the context menus of its views.
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "tests/app/window_fixture.h"
#include "widgets/charts/chart_view.h"
#include "widgets/cluster/heatmap/heatmap_view.h"

#include <QMenu>
#include <QTableView>

using namespace pipette;
using namespace pipette::test;

namespace {

void ask(WindowFixture& fixture, LinkIntent::What what) {
    emit fixture.window->views().heatmap->linkRequested({0, 2, what});
    fixture.settle();
}

const Cluster& cluster(WindowFixture& fixture) {
    return *fixture.document().setup().cluster;
}

} // namespace

class ViewMenusTest : public QObject {
    Q_OBJECT

private slots:
    void aSlowLinkIsAFaultOfTheSetup() {
        WindowFixture fixture;
        const std::string a = cluster(fixture).nodes[0].host, b = cluster(fixture).nodes[2].host;
        using Links = std::vector<DegradedLink>;
        const auto degraded = [&] { return fixture.document().setup().faults.degraded; };
        ask(fixture, LinkIntent::What::half);
        QCOMPARE(degraded(), (Links{{a, b, 0.5}}));
        QVERIFY(fixture.document().state().record()); // the plan stays, and is out of date
        QVERIFY(fixture.document().undoStack().undoText().contains(QLatin1String("half")));
        ask(fixture, LinkIntent::What::twice); // in the place of the other
        QCOMPARE(degraded(), (Links{{a, b, 2}}));
        fixture.document().undoStack().undo();
        QCOMPARE(degraded(), (Links{{a, b, 0.5}}));
        ask(fixture, LinkIntent::What::as_measured);
        QVERIFY(degraded().empty());
        const int steps = fixture.document().undoStack().count();
        ask(fixture, LinkIntent::What::as_measured); // changes nothing
        QCOMPARE(fixture.document().undoStack().count(), steps);
        QVERIFY(fixture.window->lastMessage().contains(QLatin1String("as measured")));
    }

    void aBrokenLinkIsAFaultOfTheCluster() {
        WindowFixture fixture;
        fixture.document().setPinned({3}, true);
        ask(fixture, LinkIntent::What::broken);
        QCOMPARE(cluster(fixture).faults.size(), std::size_t(1));
        QCOMPARE(cluster(fixture).faults[0].node, 0);
        QCOMPARE(cluster(fixture).faults[0].other, 2);
        QVERIFY(!fixture.document().state().record()); // it may send over the link
        QCOMPARE(fixture.document().state().pinned, std::vector<int>{3});
        fixture.document().undoStack().undo();
        QVERIFY(cluster(fixture).faults.empty());
        QVERIFY(fixture.document().state().record());
        fixture.document().undoStack().redo();
        ask(fixture, LinkIntent::What::broken); // twice is once
        QCOMPARE(cluster(fixture).faults.size(), std::size_t(1));
        ask(fixture, LinkIntent::What::works_again);
        QVERIFY(cluster(fixture).faults.empty());
        fixture.window->planning().plan();
        QVERIFY(fixture.settle());
        QVERIFY(fixture.document().state().record());
    }

    void aLinkOfAnEarlierClusterIsForgotten() {
        WindowFixture fixture;
        fixture.document().setCluster(small_cluster(2, 4));
        ask(fixture, LinkIntent::What::broken); // of node 2, which is gone
        QVERIFY(cluster(fixture).faults.empty());
    }

    void everyTableAndChartSavesItsPicture() {
        WindowFixture fixture;
        for (const ViewSlot& slot : fixture.window->views().all()) {
            QList<QWidget*> owners;
            for (QTableView* table : slot.widget->findChildren<QTableView*>())
                owners << table;
            if (slot.chart)
                owners << slot.chart;
            for (const QWidget* owner : owners) {
                QStringList names;
                for (const QAction* action : owner->actions())
                    names << action->objectName();
                QVERIFY2(names.count(QStringLiteral("save-picture")) == 1, qPrintable(slot.id));
                QVERIFY2(names.contains(QStringLiteral("copy-tsv")), qPrintable(slot.id));
            }
        }
    }

    void showInBringsTheOtherViewToTheFront() {
        WindowFixture fixture;
        const QAction* show_in = nullptr;
        for (const QAction* action : fixture.window->views().heatmap->actions())
            if (action->menu())
                show_in = action;
        QVERIFY(show_in);
        auto* to_memory = show_in->menu()->findChild<QAction*>(QStringLiteral("show-in-memory"));
        QVERIFY(to_memory && !show_in->menu()->findChild<QAction*>(QStringLiteral("show-in-heatmap")));
        fixture.window->workspaces().show(QStringLiteral("lab"));
        to_memory->trigger();
        QCOMPARE(fixture.window->workspaces().current(), QStringLiteral("plan"));
        QVERIFY(fixture.window->views().find(QStringLiteral("memory"))->widget->isVisible());
    }
};

QTEST_MAIN(ViewMenusTest)
#include "view_menus_test.moc"
