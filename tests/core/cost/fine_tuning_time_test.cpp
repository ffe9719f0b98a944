// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/compute_time.h"
#include "core/cost/config_work.h"
#include "core/cost/iteration_time.h"
#include "core/plan/stage_shape.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>

using namespace pipette;

namespace {

/// Layers that are large enough for products to decide, on one node.
SmallCase wide_case(int pp = 1, int tp = 1, int dp = 8) {
    SmallCase c(uniform_cluster(pp * tp * dp / 8, 8, 8, 20), pp, tp, 1, dp);
    c.model.hidden = 8192, c.model.heads = 64, c.model.kv_heads = 8, c.model.ffn_hidden = 28672;
    return c;
}

SmallCase with(SmallCase c, const FineTuning& tuning) {
    c.job.tuning = tuning;
    return c;
}

LayerTimes layer(const SmallCase& c) {
    return roofline_times(LayerKind::block, c.model, c.job, c.config, {a100(), KindCalibration{}});
}

/// Bytes of a device's exchanges at the end of an iteration: reduced, and gathered.
std::pair<double, double> exchanged(const SmallCase& c) {
    std::pair<double, double> bytes;
    for (const Collective& collective : traffic_of(c.model, c.job, c.config).collectives)
        if (collective.when == When::iteration)
            bytes.first += collective.bytes_of(0), bytes.second += collective.gathered_of(0);
    return bytes;
}

const FineTuning lora{16, AdapterTargets::all, 0};

} // namespace

class FineTuningTimeTest : public QObject {
    Q_OBJECT

private slots:
    /// Two products for each backward, then one; the adapters' own are small beside them.
    void backwardHasOneProductForEachFrozenMatrix() {
        const SmallCase full = wide_case();
        const LayerTimes before = layer(full), after = layer(with(full, lora));
        QVERIFY(before.backward > 1.9 * before.forward && before.backward < 2.2 * before.forward);
        QVERIFY(after.backward > 0.95 * before.forward && after.backward < 1.4 * before.forward);
        QVERIFY(after.forward > before.forward && after.forward < 1.1 * before.forward);
        QVERIFY(after.weights > 0 && after.weights < 0.1 * after.backward);
        QCOMPARE(before.weights, 0.0);
        const LayerTimes attention = layer(with(full, {16, AdapterTargets::attention, 0}));
        QVERIFY(attention.forward < after.forward && attention.backward < after.backward);
    }

    void headAndEmbeddingAreFrozenToo() {
        const SmallCase full = wide_case(), frozen = with(full, lora);
        const auto of = [](const SmallCase& c, LayerKind kind) {
            return roofline_times(kind, c.model, c.job, c.config, {a100(), KindCalibration{}});
        };
        QCOMPARE(of(frozen, LayerKind::embedding).backward, 0.0);
        const LayerTimes head = of(full, LayerKind::head), kept = of(frozen, LayerKind::head);
        QCOMPARE(kept.forward, head.forward);
        QVERIFY(kept.backward < head.backward && kept.backward >= 0.99 * kept.forward);
    }

    /// Zero-bubble schedules move weight gradients about: of frozen weights there are hardly any.
    void weightGradientsAreTheAdapters() {
        const SmallCase full = wide_case(), frozen = with(full, lora);
        const auto share = [](const SmallCase& c) {
            return chunk_compute(c.model, c.job, c.config, 0, {a100(), KindCalibration{}}).weight_share;
        };
        QCOMPARE(share(full), 0.5);
        QVERIFY(share(frozen) > 0 && share(frozen) < 0.1);
    }

    void gradientsOfAdaptersAloneAreExchanged() {
        SmallCase c = with(wide_case(2, 2, 4), lora);
        c.model.tied_embeddings = true; // frozen: no gradient goes from the head to the embedding
        const double adapters =
            4 * 16.0 * ((8192 + 8192 + 2 * 1024) + (8192 + 8192) + (8192 + 2 * 28672) + (28672 + 8192)) / 2;
        COMPARE_CLOSE(exchanged(c).first, 4 * adapters);
        COMPARE_CLOSE(exchanged(c).second, 2 * adapters);
        c.config.zero_stage = 0;
        COMPARE_CLOSE(exchanged(c).first, 4 * adapters);
    }

    void shardedWeightsAreGatheredAllTheSame() {
        SmallCase full = wide_case(), frozen = with(full, lora);
        full.config.zero_stage = frozen.config.zero_stage = 3;
        const auto bytes = [](const SmallCase& c) {
            std::pair<double, double> all;
            for (const Collective& row : traffic_of(c.model, c.job, c.config).collectives)
                if (row.hidden_by == HiddenBy::next_unit)
                    all.first += row.bytes_of(0), all.second += row.gathered_of(0);
            return all;
        };
        QVERIFY(bytes(frozen).second >= bytes(full).second);
        QVERIFY(bytes(frozen).first < 0.01 * bytes(full).first);
    }

    void expertsWithoutAdaptersExchangeNothing() {
        SmallCase c = with(wide_case(), {16, AdapterTargets::attention, 0});
        c.model.moe = Experts{.experts = 8, .experts_per_token = 2, .ffn_hidden = 1024};
        c.config.ep = 2;
        const auto among_experts = [](const SmallCase& of) {
            const std::vector<Collective> all = traffic_of(of.model, of.job, of.config).collectives;
            return static_cast<int>(std::count_if(all.begin(), all.end(), [](const Collective& row) {
                return row.when == When::iteration && row.over_blocks();
            }));
        };
        QCOMPARE(among_experts(c), 0);
        c.job.tuning.targets = AdapterTargets::all;
        QCOMPARE(among_experts(c), 1);
    }

    void theOptimizerUpdatesAdapters() {
        const SmallCase full = wide_case(), frozen = with(full, lora);
        const auto optimized = [](const SmallCase& c) {
            return optimized_parameters(device_stages(c.model, c.job, c.config)[0], c.config);
        };
        COMPARE_CLOSE(optimized(frozen),
                      8 * 16.0 * ((8192 + 10240) + 2 * 8192 + (8192 + 2 * 28672) + (28672 + 8192)) / 8);
        QVERIFY(optimized(frozen) < 0.02 * optimized(full));
        QVERIFY(frozen.costs().optimizer[0] < full.costs().optimizer[0]);
    }

    void packedSequencesCostAttentionOfTheirOwnLength() {
        SmallCase c = wide_case();
        c.job.sequence_length = 16384, c.model.hidden = 1024, c.model.heads = 16, c.model.kv_heads = 16;
        c.model.ffn_hidden = 4096;
        const auto forward = [&](int mean) { return layer(with(c, {0, AdapterTargets::all, mean})).forward; };
        COMPARE_CLOSE(forward(0), forward(16384));
        const double eighth = forward(0) - forward(2048), half = forward(0) - forward(8192);
        COMPARE_CLOSE(eighth / (1 - 1.0 / 8), half / (1 - 1.0 / 2));
        QVERIFY(forward(2048) < 0.9 * forward(0));
        c.job.flash_attention = false; // every score goes through memory, whoever it is of
        COMPARE_CLOSE(forward(2048), forward(0));
    }

    void ringAttentionHidesLessBehindShorterSequences() {
        SmallCase c(uniform_cluster(1, 8, 8, 20), 1, 1, 4, 2);
        const auto step = [&](int mean) {
            c.job.tuning.mean_sequence = mean;
            return ring_attention_s(c.model, c.job, c.config, {a100(), KindCalibration{}});
        };
        COMPARE_CLOSE(step(512), step(0) / 4);
        COMPARE_CLOSE(step(2048), step(0));
    }

    /// Rank by rank an iteration takes longer; none takes as long as training all weights.
    void aLargerRankTakesLonger() {
        const SmallCase full = wide_case(2, 2, 4);
        const auto time = [&](int rank) {
            const SmallCase c = with(full, {rank, AdapterTargets::all, 0});
            return exact_time(c.costs(), c.config);
        };
        QVERIFY(time(16) <= time(128) && time(128) < time(512) && time(128) < time(0));
        QCOMPARE(time(0), exact_time(full.costs(), full.config));
    }
};

QTEST_APPLESS_MAIN(FineTuningTimeTest)
#include "fine_tuning_time_test.moc"
