// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/demo_data.h"
#include "widgets/board/assignment_board.h"
#include "widgets/board/board_scene.h"
#include "widgets/cluster/gpus/gpu_groups.h"
#include "widgets/cluster/heatmap/heatmap_view.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/plans/selection_panel.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/units_text.h"

#include <QAbstractItemModelTester>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QSignalSpy>
#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace pipette;

namespace {

/// Opens what is protected, and tells where a GPU is drawn.
template <class View>
class Open : public View {
public:
    using View::tipAt;
    Spot spotAt(const QPointF& point) const { return this->scene()->spotAt(point); }
    QPointF centre(int gpu) const { return this->scene()->rectOf(spotOfGpu(gpu)).center(); }
};

void drag(QWidget& view, const Carried& carried, const QPointF& to, bool drop,
          Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    const std::unique_ptr<QMimeData> data = toMime(carried);
    QDragEnterEvent enter(to.toPoint(), Qt::MoveAction, data.get(), Qt::LeftButton, modifiers);
    QApplication::sendEvent(&view, &enter);
    QDragMoveEvent move(to.toPoint(), Qt::MoveAction, data.get(), Qt::LeftButton, modifiers);
    QApplication::sendEvent(&view, &move);
    if (drop) {
        QDropEvent event(to, Qt::MoveAction, data.get(), Qt::LeftButton, modifiers);
        QApplication::sendEvent(&view, &event);
    } else {
        QDragLeaveEvent leave;
        QApplication::sendEvent(&view, &leave);
    }
}

template <class View>
void prepare(Open<View>& view, const Shown& shown) {
    view.resize(900, 600);
    view.setShown(shown);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
}

} // namespace

class GpuViewsTest : public QObject {
    Q_OBJECT

private:
    template <class View>
    void dropAsksThenSwaps() {
        Open<View> view;
        prepare(view, demo::shown(16, 8, 8, 8, 2));
        QSignalSpy asked(&view.moves(), &MoveRequests::previewRequested);
        QSignalSpy swapped(&view.moves(), &MoveRequests::moveRequested);
        drag(view, {3, -1}, view.centre(40), false);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].template value<MoveIntent>(), (MoveIntent{{3}, {40}}));
        QCOMPARE(swapped.size(), 0);
        drag(view, {3, -1}, view.centre(40), true);
        QCOMPARE(swapped.size(), 1);
        QCOMPARE(swapped[0][0].template value<MoveIntent>(), (MoveIntent{{3}, {40}}));
        drag(view, {3, -1}, view.centre(3), true); // onto itself
        QCOMPARE(swapped.size(), 1);
        asked.clear();
        drag(view, {-1, 2}, view.centre(40), true);
        QCOMPARE(swapped.size(), 2);
        QCOMPARE(swapped[1][0].template value<MoveIntent>(), (MoveIntent{{-1, 2}, {-1, 5}}));
        QCOMPARE(asked.size(), 1);
        QMimeData text;
        text.setText(QStringLiteral("gpu 3"));
        QDropEvent foreign(view.centre(40), Qt::MoveAction, &text, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&view, &foreign);
        QCOMPARE(swapped.size(), 2);
    }

    /// Expert groups are chosen and carried whole, and the tooltip says where one lies.
    template <class View>
    void groupsGoWhole() {
        Open<View> view;
        prepare(view, demo::shown_with_experts());
        const auto cluster = demo::shown_with_experts().cluster;
        const double slowest = std::min(linkBandwidth(*cluster, 4, 112), linkBandwidth(*cluster, 112, 4));
        QCOMPARE(
            view.tipAt(view.centre(4).toPoint()).section(QLatin1Char('\n'), 1),
            QStringLiteral("expert group 0 of 16, 8 GPUs over 2 nodes of 2 NVLink domains, slowest link %1")
                .arg(bandwidthText(slowest)));
        QVERIFY(view.tipAt(view.centre(8).toPoint())
                    .endsWith(QLatin1String(
                        "expert group 1 of 16, 8 GPUs inside node a02, slowest link 235 GB/s")));
        QSignalSpy asked(&view.moves(), &MoveRequests::previewRequested);
        QSignalSpy moved(&view.moves(), &MoveRequests::moveRequested);
        QSignalSpy chosen(&view, &GpuView::selectionRequested);
        drag(view, {4, -1, axis::ep}, view.centre(40), true);
        QCOMPARE(asked.size(), 1);
        QCOMPARE(moved[0][0].template value<MoveIntent>(),
                 (MoveIntent{{4, -1, axis::ep}, {40, -1, axis::ep}}));
        drag(view, {4, -1, axis::ep}, view.centre(40), true, Qt::ShiftModifier);
        QCOMPARE(moved[1][0].template value<MoveIntent>(), (MoveIntent{{4, -1, axis::ep}, {-1, 5}}));
        QTest::keyClick(&view, Qt::Key_G); // experts come first
        const auto grouped = chosen[0][0].template value<Selection>();
        QVERIFY(grouped.grouping == axis::ep);
        view.setSelection(grouped);
        drag(view, {4, -1, axis::ep}, view.centre(112), true); // onto itself
        QCOMPARE(moved.size(), 2);
        QTest::mouseClick(&view, Qt::LeftButton, Qt::ShiftModifier, view.centre(5).toPoint());
        const auto group = chosen[1][0].template value<Selection>();
        QCOMPARE(group.gpus, (std::vector<int>{4, 5, 6, 7, 112, 113, 114, 115}));
        QCOMPARE(group.device, 0);
        QCOMPARE(group.replica, -1); // four replicas have a part of it
        view.setSelection(group);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.centre(5).toPoint());
        QCOMPARE(chosen[2][0].template value<Selection>().gpus, std::vector<int>{5});
        view.setSelection(chosen[2][0].template value<Selection>());
        QTest::keyClick(&view, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(chosen[3][0].template value<Selection>(), group);
        const int column = view.chartTable()->columnCount() - 1;
        QCOMPARE(view.chartTable()->index(5, column).data().toString(), QStringLiteral("0"));
        QMimeData unknown;
        unknown.setData(toMime({4, -1})->formats().front(), "gpu 4 pp");
        QVERIFY(!fromMime(&unknown, 128, 16));
    }

    template <class View>
    void refusedDropsDoNothing() {
        Open<View> view;
        prepare(view, demo::shown(16, 8, 8, 8, 2));
        QObject::connect(&view.moves(), &MoveRequests::previewRequested, &view, [&view] {
            DropPreview refusal;
            refusal.text = "a01:0 is pinned";
            view.setDropPreview(refusal);
        });
        QSignalSpy swapped(&view.moves(), &MoveRequests::moveRequested);
        drag(view, {3, -1}, view.centre(40), true);
        QCOMPARE(swapped.size(), 0);
        QCOMPARE(view.accessibleDescription(), QStringLiteral("a01:0 is pinned"));
    }

    template <class View>
    void clicksAndKeysAgree() {
        Open<View> view;
        prepare(view, demo::shown(16, 8, 8, 8, 2));
        QSignalSpy chosen(&view, &GpuView::selectionRequested);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.centre(77).toPoint());
        QCOMPARE(chosen.size(), 1);
        const auto selection = chosen[0][0].template value<Selection>();
        QCOMPARE(selection.gpus, std::vector<int>{77});
        QCOMPARE(selection.device, 4); // rank 77: eight ranks a block, two replicas a stage
        QCOMPARE(selection.replica, 1);
        view.setSelection(selection);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(chosen[1][0].template value<Selection>(), selection);

        QSignalSpy pinned(&view, &GpuView::pinToggled);
        QSignalSpy excluded(&view, &GpuView::excludeToggled);
        QTest::keyClick(&view, Qt::Key_P);
        QTest::keyClick(&view, Qt::Key_X);
        QCOMPARE(pinned.size(), 1);
        QCOMPARE(excluded.size(), 1);

        QSignalSpy asked(&view.moves(), &MoveRequests::previewRequested);
        QSignalSpy swapped(&view.moves(), &MoveRequests::moveRequested);
        QTest::keyClick(&view, Qt::Key_M);
        QTest::keyClick(&view, Qt::Key_Up);
        QCOMPARE(asked.size(), 1);
        QTest::keyClick(&view, Qt::Key_Escape);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(swapped.size(), 0);
        QTest::keyClick(&view, Qt::Key_M);
        QTest::keyClick(&view, Qt::Key_Down); // from the GPU that is selected
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(swapped.size(), 1);
        QCOMPARE(swapped[0], asked[1]);
    }

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::light); }

    void boardDrop() { dropAsksThenSwaps<AssignmentBoard>(); }
    void topologyDrop() { dropAsksThenSwaps<TopologyView>(); }
    void boardGroups() { groupsGoWhole<AssignmentBoard>(); }
    void topologyGroups() { groupsGoWhole<TopologyView>(); }
    /// A dashed line between the nodes that hold a part of the group.
    void topologyLinksTheNodesOfAGroup() {
        Open<TopologyView> view;
        prepare(view, demo::shown_with_experts());
        const auto drawn = [&](const std::vector<int>& gpus) {
            Selection group{0, gpus, -1, -1, axis::ep};
            view.setSelection(group);
            return view.grab().toImage();
        };
        const QImage whole = drawn({8, 9, 10, 11, 12, 13, 14, 15});
        const QImage parts = drawn({4, 5, 6, 7, 112, 113, 114, 115});
        const auto is_free = [&](int x, int y) { // of nodes and what frames them
            for (const QPoint side : {QPoint(-9, -9), QPoint(9, -9), QPoint(-9, 9), QPoint(9, 9)})
                if (view.spotAt(QPointF(x, y) + side).kind != Spot::Kind::none)
                    return false;
            return y < view.height() - 40; // below that is the key
        };
        int changed = 0;
        for (int x = 0; x < whole.width(); ++x)
            for (int y = 40; y < whole.height(); ++y)
                changed += whole.pixel(x, y) != parts.pixel(x, y) && is_free(x, y);
        QVERIFY2(changed > 100, qPrintable(QString::number(changed)));
    }
    void boardRefusal() { refusedDropsDoNothing<AssignmentBoard>(); }
    void topologyRefusal() { refusedDropsDoNothing<TopologyView>(); }
    void boardKeys() { clicksAndKeysAgree<AssignmentBoard>(); }
    void topologyKeys() { clicksAndKeysAgree<TopologyView>(); }

    void everyGpuIsFoundWhereItIsDrawn() {
        const Shown shown = demo::shown(16, 8, 4, 8, 3); // 32 spares
        Open<AssignmentBoard> board;
        Open<TopologyView> topology;
        prepare(board, shown);
        prepare(topology, shown);
        for (int gpu = 0; gpu < 128; ++gpu) {
            QCOMPARE(board.spotAt(board.centre(gpu)).gpu, gpu);
            QCOMPARE(topology.spotAt(topology.centre(gpu)).gpu, gpu);
        }
    }

    /// Cells of one stage and one node are one card, with the node's name and as large as its cells.
    void cellsOfOneNodeAreOneCard() {
        ShownGpus gpus;
        gpus.setShown(demo::shown(16, 8, 8, 1, 16)); // two nodes a stage
        const BoardCells cells = boardCells(gpus);
        const BoardScene scene(gpus, cells, {}, {350, 330}, QApplication::font(), 24);
        QCOMPARE(scene.cards().size(), std::size_t{16});
        for (const BoardCard& card : scene.cards()) {
            QCOMPARE(card.count, 8);
            QCOMPARE(card.node, 2 * card.device + card.first / 8);
            const CardParts parts = scene.partsOf(card);
            QVERIFY(!parts.name.isEmpty() && parts.side >= 8);
            QVERIFY(scene.cardRect(card).contains(parts.chips));
            QVERIFY(!parts.name.intersects(parts.chips) && !parts.range.intersects(parts.chips));
            QCOMPARE(scene.spotAt(parts.name.center()), spotOfNode(card.node)); // as in the topology
        }
    }

    void everyCardOfAThousandGpusHasItsNode() {
        ShownGpus gpus;
        gpus.setShown(demo::shown(128, 8, 16, 4, 16));
        const BoardCells cells = boardCells(gpus);
        const BoardScene scene(gpus, cells, {}, {350, 330}, QApplication::font(), 24);
        QCOMPARE(scene.cards().size(), std::size_t{128});
        for (const BoardCard& card : scene.cards())
            QVERIFY(!scene.partsOf(card).name.isEmpty());
        QCOMPARE(cells.names.brief(16), QStringLiteral("17"));
        QCOMPARE(cells.names.note(), QStringLiteral("1 means node a01"));
        QCOMPARE(cells.racks.size(), 16);
    }

    /// All links between two zones are as slow: they are one of the slowest.
    void equalLinksBetweenZonesAreOne() {
        Cluster cluster = *demo::cluster(16, 4);
        for (std::size_t node = 0; node < 16; ++node)
            cluster.nodes[node].zone = node < 8 ? "east" : "west";
        for (int from = 0; from < 16; ++from)
            for (int to = 0; to < 16; ++to)
                if ((from < 8) != (to < 8))
                    cluster.inter_node.bandwidth.set(from, to, 1.25);
        LinkScan scan(std::make_shared<const Cluster>(cluster));
        while (scan.advance()) {
        }
        const MeasuredLinks found = scan.result();
        QVERIFY(found.worst.front().of_zones);
        QCOMPARE(found.worst.front().gb_per_s, 1.25);
        QVERIFY(found.worst[1].gb_per_s > 1.25 && !found.worst[1].of_zones);
    }

    void topologyNamesTheSlowestLinks() {
        TopologyView view;
        view.setShown(demo::shown(16, 8, 8, 8, 2));
        QTRY_VERIFY_WITH_TIMEOUT(!view.content().links.measured().worst.empty(), 60000);
        QCOMPARE(view.content().links.measured().worst[0].gb_per_s, 6.2);
        QCOMPARE(view.content().links.measured().worst[0].from, 8);
        QCOMPARE(view.content().links.measured().worst[0].to, 16);
        const QAbstractItemModelTester tester(view.chartTable(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(view.chartTable()->index(8, 7).data(Qt::UserRole).toDouble(), 6.2);
    }

    void nodesOfADomainStandTogetherInABox() {
        const auto cluster = demo::joined(demo::cluster(8, 4), 3);
        const TopologyLayout layout = topologyLayout(*cluster, 1.5);
        QCOMPARE(layout.boxes.size(), std::size_t(3));
        for (std::size_t node = 0; node < 8; ++node) {
            QCOMPARE(layout.boxes[node / 3].domain, QStringLiteral("d%1").arg(node / 3 + 1));
            QVERIFY(layout.boxes[node / 3].rect.contains(layout.nodes[node]));
        }
        TopologyView view;
        Shown shown = demo::shown(8, 4, 2, 4, 4);
        shown.cluster = cluster;
        view.setShown(shown);
        QCOMPARE(view.chartTable()->index(0, 1).data().toString(), QStringLiteral("NVLink domain d1"));
    }

    void nodesOfAZoneStandTogetherInABox() {
        Cluster cluster = *demo::cluster(4, 4);
        for (std::size_t node = 0; node < cluster.nodes.size(); ++node)
            cluster.nodes[node].rack.clear(), cluster.nodes[node].zone = node < 3 ? "east" : "west";
        const TopologyLayout layout = topologyLayout(cluster, 1.5);
        QCOMPARE(layout.boxes.size(), std::size_t(2));
        QCOMPARE(layout.boxes[0].name, QStringLiteral("east"));
        QCOMPARE(layout.boxes[0].nodes.size(), std::size_t(3));
        QCOMPARE(layout.boxes[0].kind, TopologyLayout::Kind::zone);
        cluster.nodes[0].rack = "r1";
        QCOMPARE(topologyLayout(cluster, 1.5).boxes[0].name, QStringLiteral("east, r1"));
    }

    // Eight GPUs a stage: the second one has two tensor groups of four.
    void groupsOfStagesWithATpOfTheirOwn() {
        Shown shown = demo::shown(2, 8, 2, 8, 1);
        Candidate own = *shown.candidate;
        own.config.micro_batch = 2, own.config.tp_per_stage = {8, 4};
        shown.candidate = std::make_shared<const Candidate>(std::move(own));
        const GpuGroups groups(shown, axis::tp);
        QCOMPARE(groups.count(), 3);
        QCOMPARE(groups.size(0), 8);
        QCOMPARE(groups.size(2), 4);
        QCOMPARE(groups.of_gpus({12, 13, 14, 15}), 2);
        QVERIFY(groups.placeText(2).contains(QStringLiteral("2 of 3, 4 GPUs inside")));
        GpuRole role;
        role.rank = 13, role.place = RankGrid(shown.candidate->config).place(13);
        const QString text = gpuText(*shown.cluster, 13, role, &shown.candidate->config);
        QVERIFY2(text.contains(QStringLiteral("stage 1, replica 0, tp 1;")), qPrintable(text));
        SelectionPanel panel;
        Selection selection;
        selection.gpus = {0};
        panel.setShown(shown);
        panel.setSelection(selection);
        QVERIFY(panel.plainText().contains(QStringLiteral("tensor parallel group 0 of 3")));
        QVERIFY(!panel.plainText().contains(QStringLiteral("data parallel group"))); // of one GPU
    }

    void poolKeepsTheSlowLinkAtEveryLevel() {
        const auto cluster = demo::cluster(37, 4, MatrixBetween::gpus);
        HeatmapPool pool(cluster, -1);
        while (pool.advance())
            ;
        QCOMPARE(pool.size(), 148);
        for (int level = 0; level < pool.levels(); ++level) {
            double slowest = 1e9;
            for (int row = 0; row < pool.sizeOf(level); ++row)
                for (int column = 0; column < pool.sizeOf(level); ++column)
                    if (const double value = HeatmapPool::valueOf(pool.row(level, row)[column]);
                        value < slowest)
                        slowest = value;
            QVERIFY2(std::abs(slowest / 6.2 - 1) < 0.004, qPrintable(QString::number(slowest)));
        }
        QCOMPARE(pool.low(), 6.2);
        QVERIFY(std::isnan(HeatmapPool::valueOf(HeatmapPool::codeOf(BandwidthMatrix::unmeasured))));
        QVERIFY(HeatmapPool::codeOf(1) < HeatmapPool::codeOf(1.01));
    }

    void poolCountsTheLinksByBandwidth() {
        auto cluster = std::make_shared<Cluster>(*demo::cluster(4, 2, MatrixBetween::nodes));
        const double figures[] = {10, 10, 10, 10, 10, 10, 10, 10, 20, 20, 40, BandwidthMatrix::unmeasured};
        int next = 0;
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b)
                if (a != b)
                    cluster->inter_node.bandwidth.set(a, b, figures[next++]);
        HeatmapPool pool(cluster, -1);
        while (pool.advance())
            ;
        QCOMPARE(pool.spread(9, 90, 2), (std::vector<std::uint32_t>{10, 1})); // the middle is 28.5
        QCOMPARE(pool.spread(15, 30, 3),
                 (std::vector<std::uint32_t>{8, 2, 1})); // what is outside: at the ends
        QVERIFY(std::abs(pool.median() / 10 - 1) < 0.004);
        cluster->inter_node.bandwidth = {};
        QVERIFY(std::isnan(HeatmapPool(cluster, -1).median()));
    }

    void heatmapScaleFitsWhatIsShown() {
        Shown shown = demo::shown(64, 8, 8, 8, 8);
        Cluster today = *shown.cluster;
        today.history = {}; // snapshots share one scale
        shown.cluster = std::make_shared<const Cluster>(make_cluster(std::move(today)));
        HeatmapView view;
        view.resize(700, 600);
        view.setShown(shown);
        const auto scale = [&](int row, int column, double across) {
            view.zoomTo(row, column, across);
            view.grab();
            return view.scale();
        };
        QVERIFY(std::abs(scale(0, 0, 64).first / 6.2 - 1) < 0.004); // the slow link
        const auto [low, high] = scale(20, 20, 16);
        QVERIFY(high < 22.6 && high > 22); // of links between 19.5 and 22.5
        QCOMPARE(low, high / 2);           // noise is not stretched over all colours
    }

    void heatmapCellSelectsBothEnds() {
        HeatmapView view;
        view.resize(700, 600);
        view.setShown(demo::shown(16, 8, 8, 8, 2));
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        QSignalSpy chosen(&view, &HeatmapView::selectionRequested);
        QTest::keyClick(&view, Qt::Key_Right);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        const auto selection = chosen[0][0].value<Selection>();
        QCOMPARE(selection.gpus.size(), std::size_t{16});
        QCOMPARE(selection.gpus.back(), 15);
        QVERIFY(view.accessibleDescription().startsWith(QStringLiteral("a01 \u2192 a02: 2")));
        const ChartTable& table = *view.chartTable();
        QCOMPARE(table.rowCount(), 16);
        QCOMPARE(table.index(1, 2).data().toString(), QStringLiteral("6.20 GB/s"));
        QCOMPARE(table.index(0, 15).data().toString(), QStringLiteral("not measured"));
        QSignalSpy snapshots(&view, &HeatmapView::snapshotChanged);
        QTest::keyClick(&view, Qt::Key_PageDown);
        QCOMPARE(view.snapshot(), 0);
        QCOMPARE(snapshots.size(), 1);
        QVERIFY(table.index(1, 2).data().toString() != QStringLiteral("6.20 GB/s"));
    }
};

QTEST_MAIN(GpuViewsTest)
#include "gpu_views_test.moc"
