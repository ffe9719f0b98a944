// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/hops.h"
#include "core/search/moves/placement_moves.h"
#include "core/search/time/placement_cost.h"
#include "tests/core/search/faulty_cluster.h"

#include <QtTest>
#include <numeric>

using namespace pipette;

namespace {

/// The problem of one configuration on a cluster where some links are broken.
struct Instance {
    Instance(const PlanInputs& given, const ParallelConfig& shape)
        : inputs(given), config(shape), links(make_links(*inputs.cluster)), broken(*inputs.cluster) {
        const ConfigWork work =
            config_work(*inputs.cluster, inputs.model, inputs.job, config, some_knowledge().calibration);
        // Blocks that span nodes may hold a broken link: what is counted is tested, not how they are made.
        const SlotLayout layout =
            host_order_layout(empty_layout(*inputs.cluster, {}, config.tp * config.cp), config);
        const SlotGroups groups = group_slots(*inputs.cluster, links, layout);
        problem = placement_problem(links, node_table(links), work, layout, groups,
                                    class_times(links, work, layout, groups));
        problem.broken = &broken;
        problem.units = slot_units(*inputs.cluster, problem.layout, problem.blocks());
    }
    bool meets_a_fault(std::span<const std::uint32_t> placement) const {
        return !reliance_of(*inputs.cluster, links, traffic_of(inputs.model, inputs.job, config),
                            mapping_of(problem.layout, config, placement))
                    .faults.empty();
    }
    PlanInputs inputs;
    ParallelConfig config;
    Links links;
    BrokenLinks broken;
    PlacementProblem problem;
};

void shuffle(std::vector<std::uint32_t>& order, Random& random) {
    for (std::uint32_t i = std::uint32_t(order.size()); i > 1; --i)
        std::swap(order[i - 1], order[random.below(i)]);
}

} // namespace

class BrokenHopsTest : public QObject {
    Q_OBJECT

private slots:
    void countsWhereTheTrafficMeetsFaults_data() {
        QTest::addColumn<int>("pp");
        QTest::addColumn<int>("tp");
        QTest::addColumn<int>("cp");
        QTest::addColumn<int>("dp");
        QTest::addColumn<int>("vpp");
        QTest::addColumn<ScheduleKind>("schedule");
        QTest::newRow("blocks of whole nodes")
            << 3 << 4 << 1 << 2 << 1 << ScheduleKind(ScheduleKind::one_f_one_b);
        QTest::newRow("blocks share nodes")
            << 3 << 1 << 1 << 8 << 1 << ScheduleKind(ScheduleKind::one_f_one_b);
        QTest::newRow("chunks wrap round")
            << 3 << 2 << 1 << 4 << 2 << ScheduleKind(ScheduleKind::interleaved);
        QTest::newRow("a V") << 4 << 2 << 1 << 2 << 2 << *schedule_named("zb-v");
        QTest::newRow("both ways") << 4 << 2 << 1 << 2 << 1 << *schedule_named("dualpipe");
        QTest::newRow("blocks over two nodes")
            << 3 << 8 << 1 << 1 << 1 << ScheduleKind(ScheduleKind::one_f_one_b);
        QTest::newRow("contexts over two nodes")
            << 1 << 4 << 2 << 3 << 1 << ScheduleKind(ScheduleKind::one_f_one_b);
    }
    void countsWhereTheTrafficMeetsFaults() {
        QFETCH(int, pp);
        QFETCH(int, tp);
        QFETCH(int, cp);
        QFETCH(int, dp);
        QFETCH(int, vpp);
        QFETCH(ScheduleKind, schedule);
        Random random(5);
        int met = 0, clean = 0;
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            ClusterSketch sketch{6, 4, 2, 0.1, MatrixBetween::nodes};
            sketch.domain = seed % 2 == 0 ? 1 : 2 + int(seed % 3);
            const PlanInputs inputs = faulty_inputs(sketch, seed, 1 + int(seed % 3));
            ParallelConfig config = config_of(inputs, pp, tp, dp, vpp);
            config.cp = cp, config.schedule = schedule;
            const Instance instance(inputs, config);
            std::vector<std::uint32_t> order(std::size_t(instance.problem.places()));
            std::iota(order.begin(), order.end(), 0u);
            const std::size_t blocks = std::size_t(instance.problem.blocks());
            PlacementCost placement(instance.problem, instance.problem.layout.slot_of_block);
            for (int i = 0; i < 100; ++i) {
                if (i > 0)
                    shuffle(order, random);
                placement.reset(std::span(order).first(blocks));
                const bool meets = instance.meets_a_fault(std::span(order).first(blocks));
                QCOMPARE(placement.broken_hops() > 0, meets);
                ++(meets ? met : clean);
            }
        }
        QVERIFY2(met > 0 && clean > 0, qPrintable(QString("%1 met, %2 clean").arg(met).arg(clean)));
    }

    void movesAreCountedAsFromScratch_data() {
        QTest::addColumn<int>("domain");
        QTest::addColumn<int>("dp");
        QTest::newRow("nodes") << 1 << 8;
        QTest::newRow("domains of two nodes") << 2 << 8;
        QTest::newRow("domains with spare slots") << 3 << 6;
    }
    void movesAreCountedAsFromScratch() {
        QFETCH(int, domain);
        QFETCH(int, dp);
        ClusterSketch sketch{6, 4, 2, 0.1, MatrixBetween::nodes};
        sketch.domain = domain;
        const PlanInputs inputs = faulty_inputs(sketch, 3, 3);
        const Instance instance(inputs, config_of(inputs, 3, 1, dp));
        PlacementCost placement(instance.problem, instance.problem.layout.slot_of_block);
        PlacementCost fresh(instance.problem, instance.problem.layout.slot_of_block);
        PlacementMoves moves(instance.problem);
        Random random(9);
        int kept = 0, dearer = 0;
        for (int i = 0; i < 3000; ++i) {
            const auto changes = moves.propose(placement, 0, random);
            if (changes.empty())
                continue;
            const long before = placement.broken_hops();
            const double change = placement.attempt(changes, 0.1 * placement.cost());
            const long after = placement.broken_hops();
            if (after > before) { // never for the sake of time
                QVERIFY(change > 0.1 * placement.cost());
                ++dearer;
            }
            if (change > 0.1 * placement.cost()) {
                placement.undo();
                QCOMPARE(placement.broken_hops(), before);
                continue;
            }
            placement.keep();
            fresh.reset(placement.slot_of_block());
            QCOMPARE(placement.broken_hops(), fresh.broken_hops());
            QCOMPARE(placement.cost(), fresh.cost());
            ++kept;
        }
        QVERIFY(kept > 100 && dearer > 100);
    }
};

QTEST_GUILESS_MAIN(BrokenHopsTest)
#include "broken_hops_test.moc"
