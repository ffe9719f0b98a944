// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cost/ring_formulas.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace pipette;

/// What devices exchange once an iteration.
class GradientExchangeTest : public QObject {
    Q_OBJECT

private slots:
    void exchangesThatChangeRailsShareWhatIsAboveTheLeaves() {
        const auto difference = [](int tp,
                                   int dp) { // of the first stage's exchange, with and without congestion
            SmallCase c(uniform_cluster(16, 8, 4, 20), 2, tp, 1, dp);
            const double without = c.costs().exchange[0];
            Congestion& congestion = c.cluster.fabric.congestion;
            congestion.rail_change_gb_per_s = 10, congestion.beyond_nodes = 4;
            return c.costs().exchange[0] - without;
        };
        const SmallCase c(uniform_cluster(16, 8, 4, 20), 2, 4, 1, 16);
        // Four rings a stage over eight nodes: seven hops there and seven back, of an eighth of all bytes
        // each.
        const double bytes = 4 * (4 + 2) * (c.parameters(0) + c.parameters(1)); // fp32 there, bf16 back
        COMPARE_CLOSE(difference(4, 16), 7.0 / 8 * bytes / 10e9);
        COMPARE_CLOSE(difference(8, 8), 0.0);  // one GPU a node: the ring keeps its rail
        COMPARE_CLOSE(difference(1, 64), 0.0); // whole nodes
        COMPARE_CLOSE(difference(4, 8), 0.0);  // four nodes, one leaf
    }

    void congestionHoldsUpEveryPassOverALayersGradients_data() {
        QTest::addColumn<int>("pp");
        QTest::addColumn<int>("zeroStage");
        QTest::addColumn<bool>("amongSends");
        QTest::addColumn<bool>("overlapped");
        QTest::addColumn<double>("fromGpus"); // of the 64 that there are
        QTest::addColumn<double>("passes");
        QTest::newRow("all-reduce") << 1 << 0 << false << false << 16.0 << 2.0;
        QTest::newRow("no backward hides it") << 1 << 0 << false << true << 16.0 << 2.0;
        QTest::newRow("reduce-scatter") << 1 << 1 << false << false << 16.0 << 1.0;
        QTest::newRow("all-reduces among sends") << 2 << 0 << true << false << 16.0 << 2.0;
        QTest::newRow("a third of the jobs that have it") << 2 << 0 << true << false << 3 * 64.0 << 1.0;
        QTest::newRow("only of 32 replicas or more") << 4 << 0 << true << false << 16.0 << 0.0;
        QTest::newRow("pipelines with ZeRO") << 2 << 1 << true << false << 16.0 << 0.0;
        QTest::newRow("pipelines that send first") << 2 << 0 << false << false << 16.0 << 0.0;
    }

    void congestionHoldsUpEveryPassOverALayersGradients() {
        QFETCH(int, pp);
        QFETCH(int, zeroStage);
        QFETCH(bool, amongSends);
        QFETCH(bool, overlapped);
        QFETCH(double, fromGpus);
        QFETCH(double, passes);
        SmallCase c(uniform_cluster(16, 4, 4, 20), pp, 1, 1, 64 / pp);
        Congestion& congestion = c.cluster.fabric.congestion;
        congestion.from_gpus = fromGpus, congestion.many_replicas = 32, congestion.all_reduce_factor = 3;
        c.job.framework = amongSends ? "nanotron" : "megatron";
        c.job.overlap_gradient_exchange = overlapped;
        c.config.zero_stage = zeroStage;
        const PipelineCosts without = c.costs();
        congestion.gradient_wait_s = 0.1;
        const PipelineCosts with = c.costs();
        for (std::size_t i = 0; i < with.exchange.size(); ++i)
            COMPARE_CLOSE(with.exchange[i] - without.exchange[i], passes * 8 / pp * std::sqrt(64 / pp) * 0.1);
    }

    void nothingIsCongestedInsideANode() {
        SmallCase c(uniform_cluster(1, 64, 8, 20), 1, 2, 1, 32);
        const double without = c.costs().exchange[0];
        c.cluster.fabric.congestion.gradient_wait_s = 0.1;
        QCOMPARE(c.costs().exchange[0], without);
    }

    void aTiedEmbeddingIsOneMessageWhateverItsLayers() {
        SmallCase c(uniform_cluster(4, 8, 8, 20), 4, 8, 1, 1);
        c.model = small_model(true);
        KindCalibration& fit = c.calibration.kinds.emplace_back();
        const PipelineCosts without = c.costs();
        fit.inter_latency_s = 1e-3;
        COMPARE_CLOSE(c.costs().exchange[0] - without.exchange[0], 2e-3);
    }

    void exchangeFollowsTheParametersOfEachStage() {
        const SmallCase c(uniform_cluster(8, 8, 8, 20), 4, 8, 1, 2);
        const PipelineCosts costs = c.costs();
        const KindCalibration fit;
        const RingLink link = as_used({20, 5e-6, Wire::inter_node}, fit);
        for (int device = 0; device < 4; ++device) {
            const double parameters = c.parameters(device);
            const double expected = ring_reduce_scatter_s(4 * parameters, 2, link) +
                                    ring_reduce_scatter_s(2 * parameters, 2, link);
            for (const int replica : {0, 1})
                COMPARE_CLOSE(costs.exchange[static_cast<std::size_t>(replica * 4 + device)], expected);
        }
        QVERIFY(costs.exchange[0] > costs.exchange[1]); // the embedding
    }

    void withoutZeroTheGradientsAreAllReduced() {
        SmallCase c(uniform_cluster(8, 8, 8, 20), 4, 8, 1, 2);
        c.config.zero_stage = 0;
        const double bytes = 4 * c.parameters(1);
        COMPARE_CLOSE(c.costs().exchange[1],
                      ring_all_reduce_s(bytes, 2, as_used({20, 5e-6, Wire::inter_node}, {})));
    }

    void contextParallelPeersShareTheGradientExchange() {
        const SmallCase c(uniform_cluster(4, 8, 8, 20), 4, 4, 2, 1);
        const double parameters = c.parameters(1);
        const RingLink link = as_used({200, 3e-6, Wire::intra_node}, {});
        COMPARE_CLOSE(c.costs().exchange[1], ring_reduce_scatter_s(4 * parameters, 2, link) +
                                                 ring_reduce_scatter_s(2 * parameters, 2, link));
    }

    void tiedEmbeddingsAreExchangedBetweenTheEnds() {
        SmallCase c(uniform_cluster(4, 8, 8, 20), 4, 8, 1, 1);
        QCOMPARE(c.costs().exchange[0], 0.0);
        c.model = small_model(true);
        const double expected =
            ring_all_reduce_s(4.0 * 1024 * 32000 / 8, 2, as_used({20, 5e-6, Wire::inter_node}, {}));
        COMPARE_CLOSE(c.costs().exchange[0], expected);
        COMPARE_CLOSE(c.costs().exchange[3], expected);
        QCOMPARE(c.costs().exchange[1], 0.0);
    }

    /// Gradients of experts and of all else hide behind the same backward pass, which hides each second once.
    void exchangesBehindTheSamePassPartIt() {
        SmallCase c(uniform_cluster(8, 8, 8, 2), 1, 1, 1, 64);
        c.model.moe = {.experts = 8, .experts_per_token = 2, .ffn_hidden = 4096};
        c.config.ep = 8;
        const PipelineCosts plain = c.costs();
        c.job.overlap_gradient_exchange = c.job.overlap_parameter_gather = true;
        const PipelineCosts overlapped = c.costs();
        QVERIFY(plain.exchange[0] > 2 * (plain.forward[0] + plain.backward[0])); // a slow network
        const double hidden = plain.exchange[0] - overlapped.exchange[0];
        QVERIFY(hidden > 0.5 * (plain.forward[0] + plain.backward[0]));
        QVERIFY(hidden <= (plain.forward[0] + plain.backward[0]) * (1 + 1e-9));
    }

    void overlapHidesAllButTheLastLayerOfTheReduction() {
        SmallCase c(uniform_cluster(8, 8, 8, 20), 4, 8, 1, 2);
        const PipelineCosts plain = c.costs();
        c.job.overlap_gradient_exchange = true;
        const PipelineCosts overlapped = c.costs();
        const double reduce = plain.exchange[1] * 4 / 6;                   // four bytes out, two back
        const double hidden = std::min(plain.backward[1] / 2, reduce / 2); // two layers: one hides behind one
        COMPARE_CLOSE(overlapped.exchange[1], plain.exchange[1] - hidden);
    }
};

QTEST_GUILESS_MAIN(GradientExchangeTest)
#include "gradient_exchange_test.moc"
