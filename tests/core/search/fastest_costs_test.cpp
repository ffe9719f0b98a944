// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/time/fastest_costs.h"

#include "core/cost/iteration_time.h"
#include "tests/core/own_cluster.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

using namespace pipette;

namespace {

/// Half of its nodes have slower GPUs.
PlanInputs mixed_inputs(std::uint64_t seed) {
    PlanInputs inputs = random_inputs({8, 4, 2, 0.1, MatrixBetween::nodes}, seed);
    Cluster& cluster = own_cluster(inputs);
    NodeKind slow = cluster.node_kinds.front();
    slow.name = "slow", slow.gpu.name = "slower A100", slow.gpu.peak_tflops = {10, 0, 150, 150, 0},
    slow.gpu.hbm_gb_per_s = 900;
    cluster.node_kinds.push_back(slow);
    for (std::size_t node = 0; node < cluster.nodes.size(); node += 2)
        cluster.nodes[node].kind = 1;
    cluster = make_cluster(std::move(cluster));
    return inputs;
}

} // namespace

class FastestCostsTest : public QObject {
    Q_OBJECT

private slots:
    void noMappingIsBelowTheBound_data() {
        QTest::addColumn<int>("pp");
        QTest::addColumn<int>("tp");
        QTest::addColumn<int>("dp");
        QTest::newRow("no pipeline") << 1 << 4 << 8;
        QTest::newRow("blocks over two nodes") << 2 << 8 << 2;
        QTest::newRow("pipelines") << 4 << 2 << 4;
        QTest::newRow("single GPUs") << 4 << 1 << 8;
        QTest::newRow("one replica") << 4 << 4 << 1;
    }

    void noMappingIsBelowTheBound() {
        QFETCH(int, pp);
        QFETCH(int, tp);
        QFETCH(int, dp);
        const Knowledge knowledge = some_knowledge();
        Random random(3);
        for (const bool overlap : {false, true})
            for (const int zero_stage : {0, 1})
                for (const PlanInputs& drawn :
                     {random_inputs({8, 4, 4, 0.1, MatrixBetween::nodes}, 5), mixed_inputs(6)}) {
                    PlanInputs inputs = drawn;
                    // So large that a bound which counts it twice is above many mappings.
                    own_cluster(inputs).fabric.congestion.gradient_wait_s = 0.5;
                    inputs.job.overlap_gradient_exchange = overlap;
                    ParallelConfig config = config_of(inputs, pp, tp, dp);
                    config.zero_stage = zero_stage;
                    SearchTables tables(inputs, knowledge);
                    const SlotShape& shape = tables.shape(config.tp);
                    const ConfigWork work =
                        config_work(*inputs.cluster, inputs.model, inputs.job, config, knowledge.calibration);
                    QVERIFY(pp > 1 || work.exchange_wait_s > 0);
                    const double bound =
                        bound_time(fastest_costs(tables, work, shape,
                                                 class_times(tables.links, work, shape.layout, shape.groups)),
                                   config);
                    double best = std::numeric_limits<double>::infinity();
                    for (int i = 0; i < 200; ++i) {
                        const RankMapping mapping = mapping_of(
                            shape.layout, config, random_placement(pp * dp, shape.layout.size(), random));
                        best =
                            std::min(best, exact_time(pipeline_costs(tables.links, work, mapping), config));
                    }
                    QVERIFY2(bound <= best * (1 + 1e-9), qPrintable(QString::number(bound / best)));
                    QVERIFY2(bound > 0.3 * best,
                             qPrintable(QString::number(bound / best))); // or it says nothing
                }
    }

    /// Pipelines on all GPUs of both kinds: in some replica half of the stages are slow ones.
    void slowStagesCount() {
        const Knowledge knowledge = some_knowledge();
        const PlanInputs inputs = mixed_inputs(6);
        SearchTables tables(inputs, knowledge);
        tables.shape(1);
        const auto gained = [&](int dp) {
            const ParallelConfig config = config_of(inputs, 4, 1, dp);
            return fastest_time(tables, config) / fastest_time(fastest_costs(tables, config), config);
        };
        QVERIFY2(gained(8) > 1.2, qPrintable(QString::number(gained(8))));
        QCOMPARE(gained(4), 1.0); // the fast GPUs suffice
    }
};

QTEST_GUILESS_MAIN(FastestCostsTest)
#include "fastest_costs_test.moc"
