// SPDX-License-Identifier: GPL-3.0-or-later
// Draws every view in both themes and several sizes, on screen and on paper. With PIPETTE_PICTURES=DIR the
// pictures are kept there to be looked at.
#include "tests/widgets/demo_data.h"
#include "widgets/board/assignment_board.h"
#include "widgets/cluster/heatmap/heatmap_view.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/pipeline/memory_bars.h"
#include "widgets/plans/annealing_curve.h"
#include "widgets/plans/breakdown_view.h"
#include "widgets/theme/theme.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QSet>
#include <QSvgGenerator>
#include <QtTest>

#include <cmath>

using namespace pipette;

namespace {

int colours(const QImage& image) {
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            seen.insert(image.pixel(x, y));
    return static_cast<int>(seen.size());
}

std::unique_ptr<ChartView> annealing() {
    auto curve = std::make_unique<AnnealingCurve>();
    Random random(3);
    double best[4] = {10.4, 10.5, 10.3, 10.6};
    ParallelConfig config;
    config.pp = config.tp = 8, config.dp = 2;
    for (int i = 0; i < 400; ++i)
        for (int chain = 0; chain < 4; ++chain) {
            const double cost =
                8.4 + 2 * std::exp(-i / 60.0) * random.uniform(0.7, 1.3) + 0.1 * random.uniform();
            best[chain] = std::min(best[chain], cost);
            const AnnealingPoint points[] = {{0, chain, i * 500L, cost, best[chain], config}};
            curve->addPoints(points, i * 0.01);
        }
    return curve;
}

struct Scene {
    const char* name;
    std::function<std::unique_ptr<ChartView>()> make;
};

template <class View>
std::unique_ptr<View> showing(const Shown& shown, const Selection& selection = {}) {
    auto view = std::make_unique<View>();
    view->setShown(shown);
    view->setSelection(selection);
    return view;
}

Shown marked() {
    Shown shown = demo::shown(16, 8, 4, 8, 3);
    shown.pinned_gpus = {0, 1, 2, 3, 4, 5, 6, 7};
    shown.excluded_gpus = {120, 121, 122, 123, 124, 125, 126, 127};
    return shown;
}

/// A cluster with known faults, and a candidate over it.
Shown broken(int nodes, MatrixBetween between = MatrixBetween::nodes) {
    Shown shown = demo::shown(nodes, 8, 4, 8, nodes / 4, between);
    shown.cluster = demo::broken(shown.cluster);
    return shown;
}

std::vector<Scene> faultScenes() {
    return {
        {"heatmap_faults", [] { return showing<HeatmapView>(broken(16)); }},
        {"heatmap_faults_gpus", [] { return showing<HeatmapView>(broken(16, MatrixBetween::gpus)); }},
        {"heatmap_faults_large",
         [] {
             auto view = showing<HeatmapView>(broken(1024));
             view->zoomTo(0, 0, 1024); // waits for the pooling
             return view;
         }},
        {"topology_faults", [] { return showing<TopologyView>(broken(16)); }},
        {"topology_faults_large", [] { return showing<TopologyView>(broken(512)); }},
        {"board_faults", [] { return showing<AssignmentBoard>(broken(16)); }},
    };
}

std::vector<Scene> scenes() {
    const Shown middle = demo::shown(16, 8, 8, 8, 2);
    Selection stage;
    stage.device = 3;
    stage.gpus = gpusAt(middle, 3, -1);
    std::vector<Scene> all{
        {"memory", [=] { return showing<MemoryBars>(middle, stage); }},
        {"memory_compared",
         [=] {
             auto view = showing<MemoryBars>(middle);
             view->setCompared({comparedCandidate(middle.candidate),
                                comparedCandidate(demo::candidate(*middle.cluster, 4, 8, 4))});
             return view;
         }},
        {"breakdown", [=] { return showing<BreakdownView>(middle); }},
        {"breakdown_compared",
         [=] {
             auto view = showing<BreakdownView>(middle);
             Breakdown other = middle.candidate->breakdown;
             other.tp *= 2;
             other.bubble *= 1.5;
             view->setBars(
                 {{QStringLiteral("pipette pp=8 tp=8 dp=2"), middle.candidate->breakdown, 8.1, 8.7, 0},
                  {QStringLiteral("megatron pp=4 tp=8 dp=4 mb=2"), other, 9.1, 10.5, 1},
                  {QStringLiteral("amp pp=16 tp=4 dp=2"), other, 0, 0, 2}});
             return view;
         }},
        {"annealing", [] { return annealing(); }},
        {"topology", [=] { return showing<TopologyView>(middle, stage); }},
        {"topology_plain", [=] { return showing<TopologyView>(middle); }},
        {"topology_memory",
         [=] {
             auto view = showing<TopologyView>(marked());
             view->setColouring(TopologyColouring::memory);
             return view;
         }},
        {"topology_large",
         [] {
             auto view = showing<TopologyView>(demo::shown(512, 8, 16, 8, 32));
             view->setColouring(TopologyColouring::bandwidth);
             return view;
         }},
        {"topology_domains",
         [] {
             Shown shown = demo::shown(64, 4, 4, 4, 16);
             shown.cluster = demo::joined(shown.cluster, 18);
             return showing<TopologyView>(shown);
         }},
        {"board", [=] { return showing<AssignmentBoard>(middle, stage); }},
        {"board_spares", [] { return showing<AssignmentBoard>(marked()); }},
        {"board_small", [] { return showing<AssignmentBoard>(demo::shown(2, 4, 2, 2, 2)); }},
        {"board_large", [] { return showing<AssignmentBoard>(demo::shown(512, 8, 16, 8, 32)); }},
        {"topology_small", [] { return showing<TopologyView>(demo::shown(2, 4, 2, 2, 2)); }},
        {"heatmap", [=] { return showing<HeatmapView>(middle, stage); }},
        {"heatmap_gpus",
         [] { return showing<HeatmapView>(demo::shown(64, 8, 8, 8, 8, MatrixBetween::gpus)); }},
        {"heatmap_small", [] { return showing<HeatmapView>(demo::shown(2, 4, 2, 2, 2)); }},
        {"empty", [] { return std::make_unique<MemoryBars>(); }},
    };
    for (Scene& scene : faultScenes())
        all.push_back(std::move(scene));
    return all;
}

} // namespace

class PicturesTest : public QObject {
    Q_OBJECT

private slots:
    void everyViewDraws_data() {
        QTest::addColumn<int>("scene");
        QTest::addColumn<bool>("dark");
        const std::vector<Scene> all = scenes();
        for (std::size_t i = 0; i < all.size(); ++i)
            for (const bool dark : {false, true})
                QTest::addRow("%s_%s", all[i].name, dark ? "dark" : "light") << static_cast<int>(i) << dark;
    }
    void everyViewDraws() {
        QFETCH(int, scene);
        QFETCH(bool, dark);
        applyTheme(*qApp, dark ? ThemeKind::dark : ThemeKind::light);
        const std::unique_ptr<ChartView> view = scenes()[static_cast<std::size_t>(scene)].make();
        QVERIFY(!view->accessibleName().isEmpty());
        for (const QSize size : {QSize(400, 300), QSize(1600, 1000)}) {
            view->resize(size);
            view->show();
            QVERIFY(QTest::qWaitForWindowExposed(view.get()));
            const QImage image = view->grab().toImage();
            QVERIFY2(colours(image) > 8, "nothing was drawn");
            if (const QString folder = qEnvironmentVariable("PIPETTE_PICTURES"); !folder.isEmpty())
                QVERIFY(image.save(QStringLiteral("%1/%2_%3.png")
                                       .arg(folder, QString::fromLatin1(QTest::currentDataTag()))
                                       .arg(size.width())));
        }
    }

    void everyViewPrints_data() { everyViewDraws_data(); }
    void everyViewPrints() {
        QFETCH(int, scene);
        const std::unique_ptr<ChartView> view = scenes()[static_cast<std::size_t>(scene)].make();
        QBuffer svg;
        QVERIFY(svg.open(QIODevice::WriteOnly));
        QSvgGenerator generator;
        generator.setOutputDevice(&svg);
        generator.setSize({800, 600});
        generator.setViewBox(QRect(0, 0, 800, 600));
        QPainter painter(&generator);
        view->renderTo(&painter, {800, 600});
        painter.end();
        QVERIFY(svg.data().contains("<text"));
        QBuffer pdf;
        QVERIFY(pdf.open(QIODevice::WriteOnly));
        QPdfWriter writer(&pdf);
        writer.setResolution(96);
        painter.begin(&writer);
        view->renderTo(&painter, {700, 500});
        painter.end();
        QVERIFY(pdf.data().startsWith("%PDF"));
    }
};

QTEST_MAIN(PicturesTest)
#include "pictures_test.moc"
