// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader finds in views that draw their items themselves, by the accessibility interface alone.
#include "core/schedule/schedule_family.h"
#include "core/schedule/simulator.h"
#include "core/schedule/stage_times.h"
#include "tests/widgets/demo_data.h"
#include "widgets/accessible/drawn_items.h"
#include "widgets/board/assignment_board.h"
#include "widgets/cluster/heatmap/heatmap_view.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/pipeline/gantt_view.h"
#include "widgets/pipeline/layer_strip.h"
#include "widgets/pipeline/memory_bars.h"

#include <QAccessible>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QtTest>

#include <algorithm>
#include <memory>
#include <vector>

using namespace pipette;

namespace {

struct Heard {
    QAccessible::Event type;
    QString name; // of the item or view that it is about
};
std::vector<Heard> heard;

void listen(QAccessibleEvent& event) {
    const QAccessibleInterface* about = event.accessibleInterface();
    heard.push_back({event.type(), about ? about->text(QAccessible::Name) : QString()});
}

bool was_heard(QAccessible::Event type, const QString& name) {
    return std::any_of(heard.begin(), heard.end(),
                       [&](const Heard& one) { return one.type == type && one.name == name; });
}

/// The item of that name, or beginning with it; null: there is none.
QAccessibleInterface* item(QWidget& view, const QString& name) {
    const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&view);
    for (int i = 0; i < face->childCount(); ++i)
        if (QAccessibleInterface* child = face->child(i); child->text(QAccessible::Name).startsWith(name))
            return child;
    return nullptr;
}

/// What every item must hold to: its parent knows it, its place lies on its view and leads back to it.
void check(QWidget& view) {
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&view);
    QVERIFY(face && face->childCount() > 1);
    const QRect whole(view.mapToGlobal(QPoint()), view.size());
    int seen = 0;
    for (int i = 0; i < face->childCount(); ++i) {
        QAccessibleInterface* child = face->child(i);
        QVERIFY(child && child->isValid());
        QCOMPARE(face->indexOfChild(child), i);
        QCOMPARE(face->child(i), child); // made once
        QCOMPARE(child->parent()->object(), static_cast<QObject*>(&view));
        if (child->object()) // a widget of its own, such as a choice of colours
            continue;
        QVERIFY(!child->text(QAccessible::Name).isEmpty());
        QVERIFY(!child->text(QAccessible::Value).isEmpty());
        QVERIFY(child->text(QAccessible::Name).contains(child->text(QAccessible::Value)) ||
                child->role() == QAccessible::ListItem);
        QVERIFY(child->rect().isEmpty() || whole.contains(child->rect()));
        seen += !child->rect().isEmpty();
    }
    QVERIFY(seen > 0);
}

template <class View>
void show(View& view, const Shown& shown) {
    view.resize(900, 600);
    view.setShown(shown);
    view.show();
    view.setFocus();
    QVERIFY(QTest::qWaitForWindowActive(&view));
}

std::shared_ptr<const Timeline> simulated(int devices, int microbatches) {
    Simulator simulator(make_schedule(ScheduleKind::one_f_one_b, {devices, microbatches, 1, 1}));
    DeviceTimes times;
    times.link = {0.1};
    simulator.run(StageTimes(times, simulator.schedule()).view(), P2p::overlapped);
    return std::make_shared<const Timeline>(simulator.timeline());
}

} // namespace

class DrawnItemsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { setItemListener(listen); }
    void cleanupTestCase() { setItemListener(nullptr); }
    void init() { heard.clear(); }

    void gpusTellStageAndMemory() {
        for (GpuView* view : std::initializer_list<GpuView*>{new TopologyView, new AssignmentBoard}) {
            const std::unique_ptr<GpuView> owner(view);
            show(*view, demo::shown(4, 4, 4, 4, 1));
            check(*view);
            QAccessibleInterface* gpu = item(*view, QStringLiteral("GPU 3 of a02"));
            QVERIFY(gpu);
            QCOMPARE(gpu->text(QAccessible::Value), QStringLiteral("stage 1, 95 % full, tight"));
            QCOMPARE(gpu->text(QAccessible::Name), QStringLiteral("GPU 3 of a02, stage 1, 95 % full, tight"));
            QVERIFY(gpu->state().selectable && !gpu->state().selected);
            const QPoint middle = gpu->rect().center();
            QCOMPARE(QAccessible::queryAccessibleInterface(view)->childAt(middle.x(), middle.y()), gpu);
        }
    }

    void aGpuThatIsChosenThroughItsItemIsSelected() {
        AssignmentBoard board;
        show(board, demo::shown(4, 4, 4, 4, 1));
        connect(&board, &GpuView::selectionRequested, &board, &GpuView::setSelection);
        QAccessibleInterface* gpu = item(board, QStringLiteral("GPU 2 of a03"));
        QVERIFY(gpu && gpu->actionInterface());
        gpu->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(board.gpus().selection().gpus, std::vector<int>{10});
        QVERIFY(gpu->state().selected);
        QVERIFY(was_heard(QAccessible::Selection, gpu->text(QAccessible::Name)));
        QTest::keyClick(&board, Qt::Key_Left, Qt::ControlModifier); // passes over another
        QVERIFY(!gpu->state().focused);
        const QAccessibleInterface* now = QAccessible::queryAccessibleInterface(&board)->focusChild();
        QVERIFY(now && now->state().focused && !now->state().selected);
        QVERIFY(was_heard(QAccessible::Focus, now->text(QAccessible::Name)));
    }

    void linksTellTheirBandwidth() {
        TopologyView view;
        show(view, demo::shown(4, 4, 4, 4, 1));
        QVERIFY(QTest::qWaitFor([&] { return !view.content().links.measured().worst.empty(); }));
        QAccessibleInterface* link = item(view, QStringLiteral("a02 to a03: "));
        QVERIFY(link);
        QCOMPARE(link->text(QAccessible::Value), QStringLiteral("6.20 GB/s measured"));
        QCOMPARE(link->text(QAccessible::Name),
                 QStringLiteral("a02 to a03: 6.20 GB/s measured, one of the slowest links"));
        QVERIFY(item(view, QStringLiteral("GPU 0 of a01 to GPU 0 of a02: "))); // of the pipeline
        check(view);
    }

    void anAssumedClusterIsNotCalledMeasured() {
        Shown all = demo::shown(4, 4, 4, 4, 1);
        Cluster assumed = *all.cluster;
        assumed.origin = "assumed: 4 nodes";
        all.cluster = std::make_shared<const Cluster>(make_cluster(std::move(assumed)));
        HeatmapView view;
        show(view, all);
        QCOMPARE(item(view, QStringLiteral("a02 to a03"))->text(QAccessible::Value),
                 QStringLiteral("6.20 GB/s assumed"));
    }

    void cellsOfTheHeatmapAreTold() {
        HeatmapView view;
        show(view, demo::shown(4, 4, 4, 4, 1));
        QTest::qWait(50); // pooled
        check(view);
        QCOMPARE(item(view, QStringLiteral("a02 to a03"))->text(QAccessible::Name),
                 QStringLiteral("a02 to a03: 6.20 GB/s measured"));
        QCOMPARE(item(view, QStringLiteral("a01 to a04"))->text(QAccessible::Value),
                 QStringLiteral("not measured"));
        QCOMPARE(item(view, QStringLiteral("a02 to a02"))->text(QAccessible::Value),
                 QStringLiteral("235 GB/s inside the node"));
        QTest::keyClick(&view, Qt::Key_Right);
        QVERIFY(
            was_heard(QAccessible::Focus, item(view, QStringLiteral("a01 to a02"))->text(QAccessible::Name)));
        connect(&view, &HeatmapView::selectionRequested, &view, &HeatmapView::setSelection);
        QTest::keyClick(&view, Qt::Key_Return);
        QVERIFY(item(view, QStringLiteral("a01 to a02"))->state().selected);
        QVERIFY(was_heard(QAccessible::Selection,
                          item(view, QStringLiteral("a01 to a02"))->text(QAccessible::Name)));
    }

    void brokenLinksAreToldAsBroken() {
        Shown all = demo::shown(8, 4, 4, 4, 2);
        all.cluster = demo::broken(all.cluster);
        HeatmapView view;
        show(view, all);
        QVERIFY(item(view, QStringLiteral("a01 to a05"))
                    ->text(QAccessible::Value)
                    .startsWith(QLatin1String("broken, ")));
        TopologyView topology;
        show(topology, all);
        QVERIFY(item(topology, QStringLiteral("GPU 2 of a02"))
                    ->text(QAccessible::Value)
                    .endsWith(QLatin1String(", broken")));
    }

    void memoryBarsAreTold() {
        MemoryBars bars;
        show(bars, demo::shown(4, 4, 4, 4, 1));
        check(bars);
        QAccessibleInterface* bar = item(bars, QStringLiteral("Stage 0: over, "));
        QVERIFY(bar);
        QCOMPARE(bar->text(QAccessible::Value), QStringLiteral("112 % full, over"));
        QTest::keyClick(&bars, Qt::Key_Down);
        QVERIFY(
            was_heard(QAccessible::Focus, item(bars, QStringLiteral("Stage 1: "))->text(QAccessible::Name)));
        Selection chosen;
        chosen.device = 2;
        bars.setSelection(chosen);
        QVERIFY(item(bars, QStringLiteral("Stage 2: "))->state().selected);
        QVERIFY(was_heard(QAccessible::Selection,
                          item(bars, QStringLiteral("Stage 2: "))->text(QAccessible::Name)));
    }

    void barsOfTheGanttChartAreTold() {
        GanttView view;
        view.resize(900, 400);
        view.setTimelines({{QString(), simulated(4, 8)}});
        view.show();
        view.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        check(view);
        QVERIFY(item(view, QStringLiteral("device 2, F3, stage 2")));
        connect(&view, &GanttView::selectionRequested, &view, &GanttView::setSelection);
        QTest::keyClick(&view, Qt::Key_Down);
        QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
        QTest::keyClick(&view, Qt::Key_Right, Qt::ControlModifier);
        const QAccessibleInterface* now = QAccessible::queryAccessibleInterface(&view)->focusChild();
        QVERIFY2(now->text(QAccessible::Name).startsWith(QLatin1String("device 0, F1, stage 0")),
                 qPrintable(now->text(QAccessible::Name)));
        QVERIFY(now->state().selected && now->state().focused);
        QVERIFY(was_heard(QAccessible::Focus, now->text(QAccessible::Name)));
    }

    void chunksAndBordersOfTheLayersAreTold() {
        Shown all = demo::shown(4, 4, 4, 4, 1);
        LayerStrip strip;
        show(strip, all);
        check(strip);
        QCOMPARE(item(strip, QStringLiteral("Stage 2"))->text(QAccessible::Name),
                 QStringLiteral("Stage 2: 16 layers"));
        QTest::keyClick(&strip, Qt::Key_Right);
        QVERIFY(was_heard(QAccessible::Focus,
                          QStringLiteral("Border between: Stage 0: 16 layers; Stage 1: 16 layers")));
        const QSignalSpy chosen(&strip, &LayerStrip::selectionRequested);
        item(strip, QStringLiteral("Stage 2"))
            ->actionInterface()
            ->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<Selection>().device, 2);
    }

    void aMillionCellsCostNothingUntilTheyAreAskedFor() {
        HeatmapView view;
        QElapsedTimer clock;
        view.resize(600, 600);
        const Shown all = demo::shown(1024, 8, 16, 8, 64);
        view.setShown(all);
        clock.start();
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&view);
        QCOMPARE(face->childCount() - 1024 * 1024, 2); // and the slider with its label
        QAccessibleInterface* last = face->child(face->childCount() - 1);
        QCOMPARE(face->indexOfChild(last), face->childCount() - 1);
        QVERIFY(last->text(QAccessible::Name).startsWith(QLatin1String("a1024 to a1024")));
        TopologyView topology;
        topology.setShown(all);
        face = QAccessible::queryAccessibleInterface(&topology);
        QVERIFY(face->childCount() > 8192);
        QVERIFY(!face->child(8191)->text(QAccessible::Name).isEmpty());
        QVERIFY2(clock.elapsed() < 1000, qPrintable(QString::number(clock.elapsed())));
    }

    void itemsOfWhatIsGoneAreInvalid() {
        auto view = std::make_unique<TopologyView>();
        view->resize(600, 400);
        view->setShown(demo::shown(4, 4, 4, 4, 1));
        QAccessibleInterface* gpu = item(*view, QStringLiteral("GPU 3 of a04"));
        const QAccessible::Id id = QAccessible::uniqueId(gpu);
        view->setShown(demo::shown(2, 4, 2, 4, 1));
        QVERIFY(!QAccessible::accessibleInterface(id));
        const QAccessible::Id other = QAccessible::uniqueId(item(*view, QStringLiteral("GPU 3 of a02")));
        QVERIFY(QAccessible::accessibleInterface(other));
        view.reset();
        QVERIFY(!QAccessible::accessibleInterface(other));
    }
};

QTEST_MAIN(DrawnItemsTest)
#include "drawn_items_test.moc"
