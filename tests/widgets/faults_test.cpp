// SPDX-License-Identifier: GPL-3.0-or-later
// Known faults as every view shows them: drawn, told by pointer and keyboard, and in the tables behind the
// pictures.
#include "tests/widgets/demo_data.h"
#include "widgets/cluster/heatmap/heatmap_view.h"
#include "widgets/cluster/known_faults.h"
#include "widgets/cluster/topology/topology_view.h"
#include "widgets/plans/candidates_model.h"
#include "widgets/plans/selection_panel.h"
#include "widgets/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <QtTest>

using namespace pipette;

namespace {

template <class View>
class Open : public View {
public:
    using View::tipAt;
};

Shown broken(int nodes, MatrixBetween between = MatrixBetween::nodes) {
    Shown shown = demo::shown(nodes, 4, 2, 4, nodes / 2, between);
    shown.cluster = demo::broken(shown.cluster);
    return shown;
}

template <class View>
QImage picture(const Shown& shown, QSize size) {
    View view;
    view.setShown(shown);
    QImage image(size, QImage::Format_RGB32);
    QPainter painter(&image);
    view.resize(size);
    view.renderTo(&painter, size);
    return image;
}

/// Pixels of about that colour: edges are smooth.
int count(const QImage& image, const QColor& colour) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor at = image.pixelColor(x, y);
            found += std::abs(at.red() - colour.red()) + std::abs(at.green() - colour.green()) +
                         std::abs(at.blue() - colour.blue()) <
                     90;
        }
    return found;
}

/// All tool tips of a view, met at points a few pixels apart.
template <class View>
QString tips(const Shown& shown) {
    Open<View> view;
    view.resize(600, 500);
    view.setShown(shown);
    view.show();
    view.zoomTo(0, 0, 100);
    QString all;
    for (int y = 0; y < view.height(); y += 6)
        for (int x = 0; x < view.width(); x += 6)
            all += view.tipAt({x, y}) + QLatin1Char('\n');
    return all;
}

QString wholeTable(ChartView& view) {
    const QAbstractItemModel& table = *view.chartTable();
    QString all;
    for (int row = 0; row < table.rowCount(); ++row)
        for (int column = 0; column < table.columnCount(); ++column)
            all += table.index(row, column).data().toString() + QLatin1Char('\n');
    return all;
}

} // namespace

class FaultsTest : public QObject {
    Q_OBJECT

private slots:
    void faultsAreFoundByWhatTheyBreak() {
        const auto cluster = demo::broken(demo::cluster(8, 4)); // links 0-4 and 3-7, GPU 1:2, host 6
        const KnownFaults known(cluster);
        using Indices = std::vector<int>;
        QCOMPARE(known.ofLink(0, 4), Indices{0});
        QCOMPARE(known.ofLink(4, 0), Indices{0});
        QCOMPARE(known.ofLink(3, 7), Indices{1});
        QVERIFY(known.ofLink(1, 3).empty()); // the same sum as 0-4: not that link
        QVERIFY(known.ofLink(0, 1).empty()); // one broken GPU breaks no link
        QCOMPARE(known.ofLink(6, 2), Indices{3});
        QCOMPARE(known.ofGpu(cluster->first_gpu(1) + 2), Indices{2});
        QVERIFY(known.ofGpu(cluster->first_gpu(1) + 1).empty());
        QCOMPARE(known.ofGpu(cluster->first_gpu(6)), Indices{3});
        QCOMPARE(known.inside(1), Indices{2});
        QCOMPARE(known.ofNode(7), Indices{1});
        QCOMPARE(known.brokenPeers(0), (Indices{4, 6}));
        QCOMPARE(known.brokenPeers(6), (Indices{0, 1, 2, 3, 4, 5, 7}));
        QCOMPARE(faultText(*cluster, cluster->faults[0]),
                 QStringLiteral("link a01 – a05 is broken: unhandled system error / network error "
                                "(nccl_a01.log:41, 2024-05-01)"));
        QVERIFY(KnownFaults(demo::cluster(4, 4)).brokenPeers(0).empty());
    }

    void oneBrokenLinkIsSeenAtAnyZoom_data() {
        QTest::addColumn<int>("nodes");
        for (const int nodes : {8, 64, 1024})
            QTest::addRow("%d nodes", nodes) << nodes;
    }
    void oneBrokenLinkIsSeenAtAnyZoom() {
        QFETCH(int, nodes);
        applyTheme(*qApp, ThemeKind::light);
        Shown shown = broken(nodes);
        Cluster parts = *shown.cluster;
        parts.faults.resize(1);
        shown.cluster = std::make_shared<const Cluster>(make_cluster(parts));
        Shown whole = shown;
        parts.faults.clear();
        whole.cluster = std::make_shared<const Cluster>(make_cluster(parts));
        const QColor sign = lightTheme().error;
        const QImage before = picture<HeatmapView>(whole, {500, 400});
        // Both cells of the pair and the legend, each with its cross; the slowest links have frames before,
        // too.
        QVERIFY(count(picture<HeatmapView>(shown, {500, 400}), sign) >= count(before, sign) + 3 * 5);
    }

    void poolingNeverLosesAFault() {
        const auto cluster = demo::broken(demo::cluster(300, 4));
        HeatmapPool pool(cluster, -1);
        while (pool.advance()) {
        }
        const auto at = [&](int level, int row, int column) {
            return pool.row(level, row >> level)[column >> level];
        };
        for (int level = 0; level < pool.levels(); ++level) {
            QCOMPARE(at(level, 0, 150), HeatmapPool::broken);
            QCOMPARE(at(level, 150, 0), HeatmapPool::broken);
            QCOMPARE(at(level, 298, 5), HeatmapPool::broken); // of a broken host
        }
        QCOMPARE(at(0, 0, 299), HeatmapPool::unmeasured); // not measured is another matter
        QVERIFY(at(0, 0, 1) != HeatmapPool::broken);
        QVERIFY(HeatmapPool::codeOf(1e-300) != HeatmapPool::broken);
    }

    void heatmapTellsTheFaultOfACell() {
        for (const MatrixBetween between : {MatrixBetween::nodes, MatrixBetween::gpus}) {
            const Shown shown = broken(8, between);
            const QString all = tips<HeatmapView>(shown);
            QVERIFY(all.contains(QLatin1String("network error (nccl_a01.log:41, 2024-05-01)")));
            QVERIFY(all.contains(QLatin1String("host a07 is broken")));
            QVERIFY(all.contains(QLatin1String("GPU a02:2 is broken: GPU has fallen off the bus")));
            HeatmapView view;
            view.setShown(shown);
            const QString table = wholeTable(view);
            QVERIFY(table.contains(QLatin1String("broken (")));
            QVERIFY(table.contains(QStringLiteral("link a04 – a08 is broken: test timed out")));
        }
    }

    void topologyDrawsAndListsFaults() {
        applyTheme(*qApp, ThemeKind::light);
        const Shown shown = broken(8);
        Shown whole = shown;
        whole.cluster = demo::cluster(8, 4);
        const QColor sign = lightTheme().error;
        for (const QSize size : {QSize(300, 240), QSize(1200, 900)}) {
            const int before = count(picture<TopologyView>(whole, size), sign);
            QVERIFY(count(picture<TopologyView>(shown, size), sign) > before + 60);
        }
        TopologyView view;
        view.setShown(shown);
        const QAbstractItemModel& table = *view.chartTable();
        const int column = table.columnCount() - 1;
        QCOMPARE(table.headerData(column, Qt::Horizontal).toString(), QStringLiteral("Faults"));
        const auto cell = [&](int gpu) { return table.index(gpu, column).data().toString(); };
        QVERIFY(cell(0).startsWith(QStringLiteral("link a01 – a05 is broken")));
        QVERIFY(cell(4 + 2).contains(QLatin1String("GPU a02:2 is broken")));
        QVERIFY(cell(4 + 1).isEmpty());
        QVERIFY(cell(6 * 4).contains(QLatin1String("host a07 is broken")));
    }

    void theSelectionPanelTellsWhatTheSelectionMeets() {
        SelectionPanel panel;
        panel.setShown(broken(8));
        QVERIFY(
            panel.plainText().contains(QLatin1String("host a07 is broken"))); // nothing selected: all of them
        Selection pair;
        pair.gpus = {0, 16};
        panel.setSelection(pair);
        QVERIFY(panel.plainText().contains(QLatin1String("unhandled system error")));
        QVERIFY(!panel.plainText().contains(QLatin1String("host a07")));
        pair.gpus = {0, 8};
        panel.setSelection(pair);
        QVERIFY(!panel.plainText().contains(QLatin1String("broken")));
        pair.gpus = {4 + 2};
        panel.setSelection(pair);
        QVERIFY(panel.plainText().contains(QLatin1String("fallen off the bus")));
    }

    void candidatesSayWhatTheyRestOn() {
        const Shown shown = broken(8);
        Candidate crossing = *shown.candidate;
        crossing.planner = Planner::megatron;
        crossing.faults = {0, 2};
        Candidate assuming = *shown.candidate;
        assuming.assumed_links = {{0, 7}};
        CandidatesModel model;
        const auto line = [&](const Candidate& candidate) {
            return CandidateLine{std::make_shared<const Candidate>(candidate), false, false, shown.cluster};
        };
        model.setLines({line(*shown.candidate), line(crossing), line(assuming)}, nullptr);
        const auto note = [&](int row, int role) {
            return model.index(row, CandidatesModel::note).data(role);
        };
        QCOMPARE(note(0, Qt::DisplayRole).toString(), QString());
        QVERIFY(!note(0, Qt::DecorationRole).isValid());
        QCOMPARE(note(1, Qt::DisplayRole).toString(), QStringLiteral("crosses 2 faults"));
        QVERIFY(note(1, Qt::DecorationRole).isValid());
        for (const int row : {0, 1, 2}) { // the note may be out of sight
            const QModelIndex configuration = model.index(row, CandidatesModel::configuration);
            QCOMPARE(configuration.data(Qt::DecorationRole).isValid(), row > 0);
            QCOMPARE(configuration.data(Qt::ToolTipRole).toString().contains(QLatin1String("a0")), row > 0);
        }
        QVERIFY(note(1, Qt::ToolTipRole).toString().contains(QStringLiteral("link a01 – a05 is broken")));
        QCOMPARE(note(2, Qt::DisplayRole).toString(), QStringLiteral("relies on 1 link not measured"));
        QVERIFY(note(2, Qt::DecorationRole).isValid());
        QVERIFY(note(2, Qt::ToolTipRole).toString().contains(QLatin1String("a01 to a08: not measured")));
        QVERIFY(note(2, Qt::AccessibleTextRole).toString().contains(QLatin1String("relies on 1 link")));
    }

    void aPublishedRecipeNamesItsSource() {
        const Shown shown = broken(8);
        Candidate recipe = *shown.candidate;
        recipe.planner = Planner::recipe;
        recipe.recipe = "NeMo 24.07 (its summary); global batch 256 instead of 128";
        CandidatesModel model;
        model.setLines({{shown.candidate}, {std::make_shared<const Candidate>(recipe)}}, nullptr);
        const auto shownIn = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(shownIn(1, CandidatesModel::planner), QStringLiteral("Published recipe"));
        QCOMPARE(shownIn(1, CandidatesModel::note), QString::fromStdString(recipe.recipe));
        QVERIFY(shownIn(0, CandidatesModel::note).isEmpty());
        QVERIFY(model.index(1, CandidatesModel::planner)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QLatin1String("NeMo 24.07")));
        QCOMPARE(shownIn(1, CandidatesModel::speed_up), QString()); // it is no measure of the others
    }
};

QTEST_MAIN(FaultsTest)
#include "faults_test.moc"
