// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cost/layer_times.h"
#include "core/plan/context_kind.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>

using namespace pipette;

namespace {

/// Two stages of the small model: 16 heads of 64, 4 of keys and values.
SmallCase small_case(const char* kind, int tp, int cp) {
    SmallCase c(uniform_cluster(4, 8, 8, 20), 2, tp, cp, 16 / (tp * cp));
    c.config.cp_kind = kind;
    return c;
}

/// Bytes that a GPU sends in the layers of the first stage, forward and backward, for one microbatch.
double sent_bytes(const SmallCase& c) {
    double bytes = 0;
    traffic_of(c.model, c.job, c.config).each_inside(When::layer, [&](const Collective& inner) {
        if (inner.axes.front() != axis::cp)
            return;
        const double calls = inner.forward_calls.front() + inner.backward_calls.front();
        const double whole = inner.bytes_of(0) + inner.gathered_of(0);
        bytes += calls * (inner.kind == CollectiveKind::ring_step ? inner.bytes_of(0)
                                                                  : whole * (c.config.cp - 1) / c.config.cp);
    });
    return bytes;
}

} // namespace

class ContextParallelTest : public QObject {
    Q_OBJECT

private slots:
    void everyKindSendsWhatItsPaperSays() {
        const double layers = 4, tokens = 2048.0 / 4, of_keys_and_values = 2 * tokens * 2 * 4 * 64;
        // Forward once, backward once more with the gradients beside them.
        COMPARE_CLOSE(sent_bytes(small_case("ring", 1, 4)), layers * 3 * 3 * of_keys_and_values);
        COMPARE_CLOSE(sent_bytes(small_case("all-gather", 1, 4)), layers * 3 * 3 * of_keys_and_values);
        const double of_heads = 2 * tokens * (2 * 16 + 2 * 4) * 64;
        COMPARE_CLOSE(sent_bytes(small_case("ulysses", 1, 4)), layers * 2 * of_heads * 3 / 4);
        COMPARE_CLOSE(sent_bytes(small_case("ulysses", 2, 2)),
                      layers * 2 * (2 * of_heads) / 2 * 1 / 2); // twice the tokens, half of the heads
    }

    void recomputationSendsTheForwardPassAgain() {
        for (const char* kind : {"ring", "all-gather", "ulysses"}) {
            SmallCase c = small_case(kind, 1, 4);
            const double once = sent_bytes(c);
            c.config.recompute = Recompute::full;
            COMPARE_CLOSE(sent_bytes(c), once * (QByteArray(kind) == "ulysses" ? 1.5 : 4.0 / 3));
        }
    }

    void wholeHeadsAreGivenToGpus() {
        SmallCase c = small_case("ulysses", 1, 4);
        check(c.config, c.model, c.job);
        c = small_case("ulysses", 2, 4); // of 4 key-value heads
        QVERIFY_THROWS_EXCEPTION(InputError, check(c.config, c.model, c.job));
        c = small_case("all-gather", 2, 4);
        check(c.config, c.model, c.job);
        c = small_case("helix", 1, 2);
        QVERIFY_THROWS_EXCEPTION(InputError, check(c.config, c.model, c.job));
    }

    void aMaskThatIsNotBalancedHoldsUpItsLastGpu() {
        const SmallCase balanced = small_case("ring", 1, 4), in_order = small_case("ring-in-order", 1, 4);
        QCOMPARE(causal_share(balanced.config), 1.0);
        QCOMPARE(causal_share(in_order.config), 7.0 / 4);
        const KindCalibration fit;
        const auto attention_s = [&](const SmallCase& c) {
            return roofline_times(LayerKind::block, c.model, c.job, c.config,
                                  {c.cluster.node_kinds.front().gpu, fit})
                .again;
        };
        const bool fused = c_fuses(balanced);
        COMPARE_CLOSE(attention_s(in_order), (fused ? 7.0 / 4 : 1) * attention_s(balanced));
    }

    void whatIsNotHiddenCountsAsContextParallel() {
        for (const char* kind : {"all-gather", "ulysses"}) {
            const SmallCase c = small_case(kind, 2, 2);
            const PipelineCosts costs = c.costs();
            QVERIFY(costs.cp.front() > 0);
            QVERIFY(costs.tp.front() > 0);
        }
        // Over the same links a ring sends beside attention what the others wait for.
        const PipelineCosts ring = small_case("ring", 1, 4).costs(),
                            gathered = small_case("all-gather", 1, 4).costs();
        QVERIFY(ring.cp.front() <= gathered.cp.front());
    }

private:
    static bool c_fuses(const SmallCase& c) {
        const LayerTimes fused = roofline_times(LayerKind::block, c.model, c.job, c.config,
                                                {c.cluster.node_kinds.front().gpu, KindCalibration{}});
        TrainingJob unfused = c.job;
        unfused.flash_attention = false;
        const LayerTimes other = roofline_times(LayerKind::block, c.model, unfused, c.config,
                                                {c.cluster.node_kinds.front().gpu, KindCalibration{}});
        return fused.again != other.again;
    }
};

QTEST_GUILESS_MAIN(ContextParallelTest)
#include "context_parallel_test.moc"
