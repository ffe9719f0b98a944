// SPDX-License-Identifier: GPL-3.0-or-later
// The levels of zoom of the topology: what stands there, the way in and out, and that nothing lies over
// names.
#include "tests/widgets/demo_data.h"
#include "widgets/cluster/topology/topology_labels.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/theme/theme.h"

#include <QSignalSpy>
#include <QtTest>

#include <algorithm>

using namespace pipette;

namespace {

/// Opens what is protected, to find where something is drawn.
class Open : public TopologyView {
public:
    const TopologyBoxes& boxes() const { return content().boxes; }
    const TopologyLayout& layout() const { return boxes().layout(); }
    QRectF gpu(int number) const { return scene()->rectOf(spotOfGpu(number)); }
    QRectF box(int number) const { return scene()->rectOf(spotOfBox(number)); }
};

void show(Open& view, const Shown& shown, QSize size) {
    view.resize(size);
    view.setShown(shown);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    QVERIFY(QTest::qWaitFor([&] { return !view.content().links.measured().worst.empty(); }));
}

/// Without racks, or with `domains` of `nodes` each in every rack of eight nodes.
Shown regrouped(Shown shown, int domain_nodes) {
    Cluster parts = *shown.cluster;
    parts.node_kinds.front().domain_bandwidth_gb_per_s = 180;
    for (std::size_t i = 0; i < parts.nodes.size(); ++i)
        if (domain_nodes == 0)
            parts.nodes[i].rack.clear();
        else
            parts.nodes[i].domain = "d" + std::to_string(i / std::size_t(domain_nodes) + 1);
    shown.cluster = std::make_shared<const Cluster>(make_cluster(std::move(parts)));
    return shown;
}

std::vector<int> stages(const Open& view) {
    std::vector<int> all;
    for (std::size_t box = 0; box < view.layout().boxes.size(); ++box)
        for (const int stage : view.boxes().figures(static_cast<int>(box)).stages)
            all.push_back(stage);
    return all;
}

} // namespace

class TopologyLevelsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeKind::light); }

    void racksHoldWhatStandsInThem() {
        Open view;
        show(view, demo::shown(64, 8, 7, 8, 8), {340, 330}); // 8 racks of 8 nodes; the last is spare
        QCOMPARE(view.boxes().levels(),
                 (std::vector{TopologyLevel::racks, TopologyLevel::nodes, TopologyLevel::gpus}));
        QCOMPARE(view.layout().boxes.size(), std::size_t{8});
        for (int box = 0; box < 8; ++box) {
            QCOMPARE(view.boxes().figures(box).nodes, 8);
            QCOMPARE(view.boxes().figures(box).gpus, 64);
            QCOMPARE(view.boxes().figures(box).spare, box < 7 ? 0 : 64);
        }
        QCOMPARE(stages(view), (std::vector<int>{0, 1, 2, 3, 4, 5, 6})); // host order: one a rack
        QCOMPARE(view.boxes().text(0),
                 QStringLiteral("r1: 8 nodes, 64 GPUs, stage 0, slowest link 6.20 GB/s"));
        QVERIFY(
            view.boxes().text(7).startsWith(QLatin1String("r8: 8 nodes, 64 GPUs, 64 GPUs spare, slowest")));
    }

    void domainsStandInTheirRacks() {
        Open view;
        show(view, regrouped(demo::shown(64, 4, 8, 4, 8), 2), {340, 330});
        const TopologyLayout& layout = view.layout();
        QCOMPARE(view.boxes().levels(), (std::vector{TopologyLevel::racks, TopologyLevel::domains,
                                                     TopologyLevel::nodes, TopologyLevel::gpus}));
        QCOMPARE(layout.outer, 8);
        QCOMPARE(layout.boxes.size(), std::size_t(8 + 32));
        for (std::size_t box = 8; box < layout.boxes.size(); ++box) {
            const TopologyLayout::Box& domain = layout.boxes[box];
            QCOMPARE(view.boxes().figures(static_cast<int>(box)).gpus, 8);
            QVERIFY(layout.boxes[static_cast<std::size_t>(domain.around)].rect.contains(domain.rect));
            for (const int node : domain.nodes)
                QVERIFY(domain.rect.contains(layout.nodes[static_cast<std::size_t>(node)]));
        }
    }

    void manyNodesOfNoRackArePartedByTheirOrder() {
        Open view;
        show(view, regrouped(demo::shown(128, 8, 8, 8, 16), 0), {340, 330});
        QCOMPARE(view.layout().boxes.size(), std::size_t{8});
        QVERIFY(view.boxes().text(1).startsWith(
            QStringLiteral("a17 – a32: 16 nodes, 128 GPUs, stage 1, slowest link ")));
        show(view, regrouped(demo::shown(16, 8, 8, 8, 2), 0), {340, 330});
        QCOMPARE(view.boxes().levels(), (std::vector{TopologyLevel::nodes, TopologyLevel::gpus}));
    }

    void aDoubleClickAndKeysGoInAndOut() {
        Open view;
        show(view, demo::shown(128, 8, 8, 8, 16), {340, 330});
        connect(&view, &GpuView::selectionRequested, &view, &GpuView::setSelection);
        QCOMPARE(view.level(), TopologyLevel::racks);
        const QPoint title = view.box(5).topLeft().toPoint() + QPoint(4, 3);
        QTest::mouseClick(&view, Qt::LeftButton, {}, title);
        QCOMPARE(view.gpus().selection().gpus.size(), std::size_t{64}); // all of the rack
        QCOMPARE(view.gpus().selection().gpus.front(), 5 * 64);
        QTest::mouseDClick(&view, Qt::LeftButton, {}, title);
        QVERIFY(view.level() > TopologyLevel::racks);
        QVERIFY(view.rect().contains(view.box(5).toAlignedRect()));
        QVERIFY(!view.rect().contains(view.box(0).toAlignedRect()));
        while (view.level() != TopologyLevel::gpus) { // the cursor came with the selection
            const double before = view.gpu(5 * 64).width();
            QTest::keyClick(&view, Qt::Key_PageDown);
            QVERIFY(view.gpu(5 * 64).width() > before);
        }
        for (int out = 0; out < 3; ++out)
            QTest::keyClick(&view, Qt::Key_PageUp);
        QCOMPARE(view.level(), TopologyLevel::racks);
        QTest::keyClick(&view, Qt::Key_Left); // from rack to rack
        QCOMPARE(view.gpus().selection().gpus.size(), std::size_t{64});
        QVERIFY(view.gpus().selection().gpus.front() != 5 * 64);
    }

    void aLevelCanBeHeldUntilTheZoomChanges() {
        Open view;
        show(view, demo::shown(128, 8, 8, 8, 16), {340, 330});
        QTest::mouseClick(view.findChildren<QToolButton*>()[2], Qt::LeftButton);
        QCOMPARE(view.level(), TopologyLevel::gpus);
        QCOMPARE(view.scene()->spotAt(view.gpu(77).center()).gpu, 77);
        QTest::keyClick(&view, Qt::Key_Plus);
        QCOMPARE(view.level(), TopologyLevel::racks);
    }

    void nothingIsWrittenOverNames() {
        for (const auto& [nodes, domain] :
             {std::pair(2, -1), {16, -1}, {16, 0}, {64, 4}, {128, -1}, {128, 0}, {1024, 0}})
            for (const QSize size : {QSize(240, 160), QSize(340, 330), QSize(1200, 800)})
                for (const double zoom : {1.0, 3.0, 9.0}) {
                    Open view;
                    Shown shown = demo::shown(nodes, 8, 2, 8, nodes / 2);
                    show(view, domain < 0 ? shown : regrouped(shown, domain), size);
                    for (double now = 1; now < zoom; now *= 1.25)
                        QTest::keyClick(&view, Qt::Key_Plus);
                    check(view);
                    view.hold(TopologyLevel::nodes);
                    check(view);
                }
    }

    /// No line goes over a GPU or its number: those that are not selected look as without lines.
    void linesLieBelowGpus() {
        Open view;
        show(view, demo::shown(16, 8, 8, 8, 2), {900, 600});
        const QImage without = view.grab().toImage();
        Selection pipeline{0, {}, -1, 1, std::nullopt};
        view.setSelection(pipeline);
        const QImage with = view.grab().toImage();
        int lines = 0, over = 0;
        for (int y = 0; y < with.height(); ++y)
            for (int x = 0; x < with.width(); ++x) {
                if (with.pixel(x, y) == without.pixel(x, y))
                    continue;
                const Spot spot = view.scene()->spotAt({x + 0.5, y + 0.5});
                ++lines;
                const bool inside = spot.kind == Spot::Kind::gpu &&
                                    view.gpu(spot.gpu).adjusted(3, 3, -3, -3).contains(x + 0.5, y + 0.5);
                over += inside;
            }
        QVERIFY2(lines > 500 && over == 0, qPrintable(QStringLiteral("%1 %2").arg(lines).arg(over)));
    }

    /// In a dock of the smallest usual window, 16 nodes show their GPUs, with room for a stage's number.
    void sixteenNodesShowTheirGpusInASmallDock() {
        Open view;
        show(view, demo::shown(16, 8, 8, 8, 2), {358, 334});
        QCOMPARE(view.level(), TopologyLevel::gpus);
        QVERIFY2(view.gpu(0).height() >= 10, qPrintable(QString::number(view.gpu(0).height())));
    }

    void onlyExplainedLinksAreMarked() {
        for (const int width : {240, 340, 900}) {
            Open view;
            show(view, demo::shown(16, 8, 8, 8, 2), {width, 330});
            const TopologyScene scene = view.sceneIn(view.size());
            QVERIFY(scene.toldLinks() >= 1);
            for (const TopologyLabel& label : topologyLabels(scene))
                QVERIFY(label.kind != TopologyLabel::Kind::badge || label.of < scene.toldLinks());
        }
    }

    void boxesAreItems() {
        Open view;
        show(view, demo::shown(64, 8, 8, 8, 8), {340, 330});
        const DrawnItem rack = view.drawnItem(64 * 8 + 64 + 2);
        QCOMPARE(rack.name, view.boxes().text(2));
        QCOMPARE(rack.place, view.box(2));
        QSignalSpy chosen(&view, &GpuView::selectionRequested);
        view.chooseDrawn(64 * 8 + 64 + 2);
        QCOMPARE(chosen[0][0].value<Selection>().gpus.size(), std::size_t{64});
        QCOMPARE(view.drawnItemAt(view.box(2).topLeft() + QPointF(4, 3)), 64 * 8 + 64 + 2);
    }

private:
    static void check(const Open& view) {
        const std::vector<TopologyLabel> labels = topologyLabels(view.sceneIn(view.size()));
        for (std::size_t a = 0; a < labels.size(); ++a) {
            for (std::size_t b = a + 1; b < labels.size(); ++b)
                QVERIFY2(!labels[a].place.intersects(labels[b].place),
                         qPrintable(QStringLiteral("\"%1\" and \"%2\" at %3x%4, level %5")
                                        .arg(labels[a].text, labels[b].text)
                                        .arg(view.width())
                                        .arg(view.height())
                                        .arg(static_cast<int>(view.level()))));
            if (labels[a].kind != TopologyLabel::Kind::node)
                continue;
            const QRectF node = view.scene()->rectOf(spotOfNode(labels[a].of));
            QVERIFY2(node.adjusted(-1, -1, 1, 1).contains(labels[a].place), qPrintable(labels[a].text));
            if (view.level() == TopologyLevel::gpus) // nor does the name reach its GPUs
                QVERIFY(!view.gpu(labels[a].of * 8).adjusted(1, 1.5, -1, -1).intersects(labels[a].place));
        }
    }
};

QTEST_MAIN(TopologyLevelsTest)
#include "topology_levels_test.moc"
