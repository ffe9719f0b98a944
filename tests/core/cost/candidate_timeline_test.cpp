// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/candidate_timeline.h"
#include "core/schedule/schedule_family.h"
#include "tests/core/cost/small_clusters.h"

#include <QtTest>

using namespace pipette;

class CandidateTimelineTest : public QObject {
    Q_OBJECT

private slots:
    void totalIsTheIterationTimeOfEverySchedule_data() {
        QTest::addColumn<ScheduleKind>("kind");
        QTest::addColumn<int>("vpp");
        QTest::newRow("gpipe") << *schedule_named("gpipe") << 1;
        QTest::newRow("1f1b") << ScheduleKind(ScheduleKind::one_f_one_b) << 1;
        QTest::newRow("interleaved") << ScheduleKind(ScheduleKind::interleaved) << 2;
        QTest::newRow("chimera") << *schedule_named("chimera") << 1;
        QTest::newRow("zb-h1") << *schedule_named("zb-h1") << 1;
        QTest::newRow("zb-h2") << *schedule_named("zb-h2") << 1;
        QTest::newRow("zb-v") << *schedule_named("zb-v") << 2;
        QTest::newRow("dualpipe") << *schedule_named("dualpipe") << 1;
        QTest::newRow("dualpipe-v") << *schedule_named("dualpipe-v") << 2;
    }
    void totalIsTheIterationTimeOfEverySchedule() {
        QFETCH(ScheduleKind, kind);
        QFETCH(int, vpp);
        Random random(3);
        PlanInputs inputs;
        inputs.cluster = share(random_cluster(8, 4, 2, 20, 0.5, random));
        inputs.model.name = "m";
        inputs.model.layers = 32, inputs.model.hidden = 2048, inputs.model.heads = inputs.model.kv_heads = 16,
        inputs.model.ffn_hidden = 8192, inputs.model.vocab = 32000, inputs.model.sequence_length = 2048;
        inputs.job.global_batch = 32, inputs.job.sequence_length = 2048;
        inputs.faults.degraded = {{"n0", "n1", 0.1}};
        ParallelConfig config;
        config.pp = 4, config.tp = 2, config.dp = 4, config.vpp = vpp, config.schedule = kind;
        config.global_batch = 32;
        config.layers_per_stage = even_layers(32, config.chunks());
        KindCalibration fit;
        fit.architecture = "ampere", fit.framework = "megatron", fit.runs = 1;
        const Calibration calibration{{fit}};
        for (int shuffle = 0; shuffle < 5; ++shuffle) {
            RankMapping mapping = host_order_mapping(32, 32, {});
            for (std::uint32_t i = 32; shuffle > 0 && i > 1; --i)
                std::swap(mapping.gpu_of_rank[i - 1], mapping.gpu_of_rank[random.below(i)]);
            const double time = estimate_time(inputs, config, mapping, calibration).iteration_time_s;
            const Timeline timeline = candidate_timeline(inputs, config, mapping, calibration);
            COMPARE_CLOSE(timeline.total(), time);
            QVERIFY(timeline.makespan < time);
            QVERIFY(!timeline.tails.empty());
            for (const TimelineTail& tail : timeline.tails) {
                QVERIFY(tail.end > tail.start);
                const int last = timeline.schedule->last_backward(tail.device);
                QVERIFY(tail.start >= timeline.end[static_cast<std::size_t>(last)]);
            }
        }
    }

    // The last bar ends at the iteration time, whatever that is over the snapshots; no two bars of a device
    // overlap, and the drawn parts come after what they wait for.
    void withSnapshotsItEndsWhenThePlanSays() {
        Random random(5);
        PlanInputs inputs;
        Cluster cluster = random_cluster(4, 2, 2, 20, 0.8, random);
        for (int day = 0; day < 5; ++day) {
            cluster.history.times.push_back("2024-05-0" + std::to_string(day + 1) + "T00:00:00Z");
            cluster.history.snapshots.push_back(
                random_cluster(4, 2, 2, 10, 0.8, random).inter_node.bandwidth);
        }
        inputs.cluster = share(make_cluster(cluster));
        inputs.model.name = "m";
        inputs.model.layers = 8, inputs.model.hidden = 1024, inputs.model.heads = inputs.model.kv_heads = 16,
        inputs.model.ffn_hidden = 4096, inputs.model.vocab = 32000, inputs.model.sequence_length = 2048;
        inputs.job.global_batch = 16, inputs.job.sequence_length = 2048;
        ParallelConfig config;
        config.pp = 4, config.dp = 2, config.global_batch = 16, config.layers_per_stage = {2, 2, 2, 2};
        int waited = 0;
        for (const double quantile : {0.0, 0.5, 0.9, 1.0})
            for (int shuffle = 0; shuffle < 6; ++shuffle) {
                inputs.budget.history_quantile = quantile;
                RankMapping mapping = host_order_mapping(8, 8, {});
                for (std::uint32_t i = 8; shuffle > 0 && i > 1; --i)
                    std::swap(mapping.gpu_of_rank[i - 1], mapping.gpu_of_rank[random.below(i)]);
                const Timeline timeline = candidate_timeline(inputs, config, mapping, {});
                COMPARE_CLOSE(timeline.total(), estimate_time(inputs, config, mapping, {}).iteration_time_s);
                for (const TimelineTail& tail : timeline.tails)
                    waited += tail.name == waits_for_last;
                for (int device = 0; device < 4; ++device) {
                    double end = 0;
                    for (const std::int32_t i : timeline.schedule->order(device)) {
                        QVERIFY(timeline.start[static_cast<std::size_t>(i)] >= end - 1e-12);
                        end = timeline.end[static_cast<std::size_t>(i)];
                    }
                    for (const TimelineTail& tail : timeline.tails)
                        if (tail.device == device)
                            QVERIFY(tail.end > tail.start);
                }
                QCOMPARE(timeline_text(inputs), quantile == 0
                                                    ? std::string("each bar is the mean over 5 snapshots")
                                                    : timeline_text(inputs));
            }
        QVERIFY(waited > 0);
    }

    void whatTakesNoTimeIsLeftOut() {
        PipelineCosts costs;
        costs.pp = 2, costs.microbatches = 3;
        costs.forward = costs.backward = {1, 1};
        costs.weight_share = {0.5, 0.5};
        costs.recompute = costs.tp = costs.cp = costs.send_forward = costs.send_backward = {0, 0};
        costs.exchange = {0, 0.25}, costs.optimizer = {0.5, 0};
        ParallelConfig config;
        config.pp = 2, config.global_batch = 3;
        const Timeline timeline = candidate_timeline(costs, config);
        QCOMPARE(timeline.makespan, 8.0); // (3 + 1) * (1 + 1)
        QCOMPARE(timeline.tails.size(), std::size_t(2));
        QCOMPARE(timeline.tails[0].device, 0);
        QCOMPARE(timeline.tails[0].name, std::string("optimizer"));
        QCOMPARE(timeline.tails[0].start, 8.0);
        QCOMPARE(timeline.tails[1].name, std::string("gradient exchange"));
        QCOMPARE(timeline.tails[1].start, 7.0); // the last device is done one backward earlier
        QCOMPARE(timeline.total(), 8.5);
        QVERIFY(timeline.shares.empty());
    }

    void whatChunksWaitForIsNamed() {
        PipelineCosts costs;
        costs.pp = 2, costs.microbatches = 3;
        costs.forward = {1, 1}, costs.backward = {3, 1};
        costs.weight_share = {0.5, 0.5};
        costs.recompute = costs.tp = costs.cp = costs.send_forward = costs.send_backward = {0, 0};
        costs.ep = {1, 0.5};
        costs.exchange = costs.optimizer = {0, 0};
        ParallelConfig config;
        config.pp = 2, config.global_batch = 3;
        const Timeline timeline = candidate_timeline(costs, config);
        QCOMPARE(timeline.shares.size(), std::size_t(1));
        QCOMPARE(timeline.shares[0].name, std::string("expert parallel"));
        QCOMPARE(timeline.shares[0].of_chunk, (std::vector<double>{0.25, 0.25}));
    }
};

QTEST_GUILESS_MAIN(CandidateTimelineTest)
#include "candidate_timeline_test.moc"
