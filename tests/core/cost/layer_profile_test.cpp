// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cost/compute_time.h"
#include "core/cost/config_work.h"
#include "tests/core/cost/small_clusters.h"

#include <QtTest>
#include <cmath>

using namespace pipette;

namespace {

struct Case {
    TransformerModel model;
    TrainingJob job;
    ParallelConfig config;
    KindCalibration fit;
    LayerProfile profile;

    Case() {
        model.name = "small";
        model.layers = 4, model.hidden = 1024, model.heads = model.kv_heads = 16, model.ffn_hidden = 4096;
        model.vocab = 32000, model.sequence_length = 2048;
        job.global_batch = 32, job.sequence_length = 2048;
        config.pp = 2, config.tp = 2, config.global_batch = 32, config.sequence_parallel = false;
        config.layers_per_stage = {2, 2};
        fit.launch_s = 1e-3;
        profile = {"layers.csv",
                   {{LayerKind::block, 2, 1, 2048, 3e-3, 7e-3},
                    {LayerKind::block, 2, 4, 2048, 9e-3, 20e-3},
                    {LayerKind::block, 1, 1, 2048, 5e-3, 11e-3},
                    {LayerKind::head, 2, 1, 2048, 1e-3, 2e-3}}};
    }
    LayerTimes roofline(LayerKind kind = LayerKind::block) const {
        return roofline_times(kind, model, job, config, {a100(), fit});
    }
    LayerTimes times(LayerKind kind = LayerKind::block) const {
        return profiled_times(profile, kind, model, job, config, {a100(), fit});
    }
    /// Measured over estimated at another size, forward.
    double ratio(int tp, int micro_batch, double measured_s) const {
        Case there = *this;
        there.config.tp = tp, there.config.micro_batch = micro_batch;
        return measured_s / there.roofline().forward;
    }
};

} // namespace

class LayerProfileTest : public QObject {
    Q_OBJECT

private slots:
    void aMeasuredSizeTakesItsTime() {
        Case c;
        COMPARE_CLOSE(c.times().forward, 3e-3);
        COMPARE_CLOSE(c.times().backward, 7e-3);
        COMPARE_CLOSE(c.times().again, c.roofline().again * 3e-3 / c.roofline().forward);
        c.config.micro_batch = 4;
        COMPARE_CLOSE(c.times().forward, 9e-3);
        c.config.sequence_parallel = true; // measured without, used as it is
        COMPARE_CLOSE(c.times().forward, 9e-3);
    }

    void betweenAndBeyondMicroBatchesTheRooflineScales() {
        Case c;
        const double low = c.ratio(2, 1, 3e-3), high = c.ratio(2, 4, 9e-3);
        c.config.micro_batch = 2; // half way in the logarithm
        COMPARE_CLOSE(c.times().forward, c.roofline().forward * std::sqrt(low * high));
        c.config.micro_batch = 16;
        COMPARE_CLOSE(c.times().forward, c.roofline().forward * high);
    }

    void theNearestTensorParallelSizeIsTaken() {
        Case c;
        c.config.tp = 8;
        COMPARE_CLOSE(c.times().forward, c.roofline().forward * c.ratio(2, 1, 3e-3));
        c.config.tp = 1;
        COMPARE_CLOSE(c.times().forward, 5e-3);
        std::reverse(c.profile.timings.begin(), c.profile.timings.end());
        c.config.tp = 8;
        COMPARE_CLOSE(c.times().forward, c.roofline().forward * c.ratio(2, 1, 3e-3));
    }

    void aLayerThatWasNotMeasuredKeepsTheRoofline() {
        const Case c;
        COMPARE_CLOSE(c.times(LayerKind::embedding).forward, c.roofline(LayerKind::embedding).forward);
        COMPARE_CLOSE(c.times(LayerKind::head).backward, 2e-3);
        const std::string said = assumption_of(c.profile);
        QVERIFY(said.find("layers.csv (tp 1, 2, micro batch 1, 4, sequence 2048)") != std::string::npos);
        QVERIFY(said.find("the embedding was not measured") != std::string::npos);
        QVERIFY(said.find("the head was not measured") == std::string::npos);
    }

    void chunksAddMeasuredLayersUpWithoutLaunches() {
        Case c;
        const ChunkCompute last = chunk_compute(c.model, c.job, c.config, 1, {a100(), c.fit}, &c.profile);
        COMPARE_CLOSE(last.forward, 2 * 3e-3 + 1e-3);
        COMPARE_CLOSE(last.backward, 2 * 7e-3 + 2e-3);
        COMPARE_CLOSE(last.forward_launch + last.backward_launch, 0.0);
        c.config.recompute = Recompute::full;
        COMPARE_CLOSE(chunk_compute(c.model, c.job, c.config, 0, {a100(), c.fit}, &c.profile).recompute,
                      2 * 3e-3);
    }

    void aCalibrationCarriesTheProfileToTheCosts() {
        const Case c;
        Calibration calibration;
        const Cluster cluster = uniform_cluster(2, 2, 2, 20);
        const ConfigWork without = config_work(cluster, c.model, c.job, c.config, calibration);
        calibration.layers = c.profile;
        const ConfigWork with = config_work(cluster, c.model, c.job, c.config, calibration);
        COMPARE_CLOSE(with.forward[1], 2 * 3e-3 + 1e-3);
        QVERIFY(without.forward[1] != with.forward[1]);
    }

    void aProfileSpeaksOfOneKindOfGpu() {
        const Case c;
        Cluster cluster = uniform_cluster(2, 2, 2, 20);
        check(c.profile, cluster, c.model, c.job);
        cluster.node_kinds.push_back(cluster.node_kinds.front());
        check(c.profile, cluster, c.model, c.job);
        cluster.node_kinds.back().gpu.name = "H100";
        try {
            check(c.profile, cluster, c.model, c.job);
            QFAIL("accepted");
        } catch (const InputError& error) {
            QCOMPARE(std::string(error.what()), std::string("layers.csv: holds times of one kind of GPU, but "
                                                            "the cluster has A100 and H100"));
        }
    }

    void aTimeThatThePeakDoesNotAllowIsRefused() {
        const Cluster cluster = uniform_cluster(2, 2, 2, 20);
        const auto refusal = [&](const Case& c) {
            try {
                check(c.profile, cluster, c.model, c.job);
            } catch (const InputError& error) {
                return std::string(error.what());
            }
            return std::string();
        };
        QCOMPARE(refusal(Case()), std::string());
        // 2 * 2048 tokens * (2 * 1024 * 1024 * 2 + ...) products: 12 h^2 = 12.6 M weights, and half of the
        // attention, on two peers at 312 TFLOP/s
        Case fast;
        fast.profile.timings[0].forward_s = 3e-6;
        QVERIFY2(refusal(fast).starts_with(
                     "layers.csv: forward_ms of block at tp 2, micro batch 1, sequence 2048: is 0.003 ms"),
                 refusal(fast).c_str());
        Case slow_enough;
        const double least = (2.0 * 12 * 1024 * 1024 + 2 * 1024 * 2 * 1024) * 2048 / 2 / 312e12;
        slow_enough.profile.timings[0].forward_s = least * (1 + 1e-9);
        QCOMPARE(refusal(slow_enough), std::string());
        slow_enough.profile.timings[0].forward_s = least * (1 - 1e-9);
        QVERIFY(!refusal(slow_enough).empty());
        Case head;
        head.profile.timings[3].backward_s = 1e-7;
        QVERIFY(refusal(head).find("backward_ms of head") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(LayerProfileTest)
#include "layer_profile_test.moc"
