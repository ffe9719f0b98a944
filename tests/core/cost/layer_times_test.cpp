// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/layer_times.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>

using namespace pipette;

class LayerTimesTest : public QObject {
    Q_OBJECT

private slots:
    void scoresThatAreNotFusedGoThroughMemory() {
        SmallCase c(uniform_cluster(1, 8, 4, 20), 1, 4, 1, 2);
        const KindCalibration fit;
        GpuKind gpu = a100();
        const auto block = [&](bool flash_attention) {
            c.job.flash_attention = flash_attention;
            return roofline_times(LayerKind::block, c.model, c.job, c.config, {gpu, fit});
        };
        const LayerTimes fused = block(true), whole = block(false);
        const double tokens = 2048, scores = 2.0 * tokens * 2048 * 16 / 4,
                     bandwidth = 2039e9 * fit.memory_efficiency,
                     flops = 312e12 * fit.matmul_efficiency * fit.attention_efficiency;
        // Half of the products lie behind the causal mask.
        COMPARE_CLOSE(whole.forward - fused.forward,
                      6.5 * scores / bandwidth + 2 * tokens * 2048 * 1024 / 4 / flops);
        c.config.recompute = Recompute::selective;
        COMPARE_CLOSE(block(false).again - block(true).again, whole.forward - fused.forward);
        QVERIFY(whole.backward > fused.backward);
        gpu.flash_attention = false; // asked for, but the GPU has none
        COMPARE_CLOSE(block(true).forward, whole.forward);
        gpu = a100(), c.job.precision = Precision::fp32; // nor has this precision
        COMPARE_CLOSE(block(true).forward, block(false).forward);
    }

    /// Tensor cores take whole tiles of 128 by 128 results, from 64 elements at a time.
    void productsPayForTheTilesThatTheyDoNotFill() {
        const SmallCase c(uniform_cluster(1, 8, 4, 20), 1, 8, 1, 1);
        TransformerModel model = c.model;
        const auto head = [&](int vocab) {
            model.vocab = vocab;
            KindCalibration fit;
            fit.memory_efficiency = 1e9; // the products alone
            return roofline_times(LayerKind::head, model, c.job, c.config, {a100(), fit}).forward;
        };
        COMPARE_CLOSE(head(8 * 1280), head(8 * (1280 - 64)));
        COMPARE_CLOSE(head(8 * 1280 + 8) / head(8 * 1280), 11.0 / 10);
    }

    void eightBitsAreCastAndTransposed() {
        SmallCase c(uniform_cluster(1, 8, 4, 20), 1, 4, 1, 2);
        c.config.sequence_parallel = true;
        const KindCalibration fit;
        GpuKind gpu = a100();
        gpu.peak_tflops = {312, 0, 312, 312, 312, 0, 312, 312}; // so that nothing but the casts differs
        const auto block = [&](Precision precision) {
            c.job.precision = precision;
            return roofline_times(LayerKind::block, c.model, c.job, c.config, {gpu, fit});
        };
        const LayerTimes bf16 = block(Precision::bf16), fp8 = block(Precision::fp8);
        const double h = 1024, f = 4096, bandwidth = 2039e9 * fit.memory_efficiency; // a quarter of all each
        COMPARE_CLOSE(fp8.forward - bf16.forward, 4 * 2048 * (2 * h + h + f) / 4 / bandwidth);
        COMPARE_CLOSE(fp8.backward - bf16.backward, 4 * 2048 * (2 * h + 1.5 * h + 2 * f) / 4 / bandwidth);
    }

    /// By row after the gather, which all tensor parallel peers do whole; other recipes their part before.
    void everyRecipeCastsAsOftenAsItsScalesWant() {
        SmallCase c(uniform_cluster(1, 8, 4, 20), 1, 4, 1, 2);
        c.config.sequence_parallel = true;
        const KindCalibration fit;
        GpuKind gpu = a100();
        gpu.peak_tflops = {312, 0, 312, 312, 312, 0, 312, 312};
        const auto forward = [&](Precision precision) {
            c.job.precision = precision;
            return roofline_times(LayerKind::block, c.model, c.job, c.config, {gpu, fit}).forward;
        };
        const double h = 1024, f = 4096, bandwidth = 2039e9 * fit.memory_efficiency;
        const auto casts = [&](Precision precision, double whole) {
            const double bytes = recipe_of(precision).cast.both_ways;
            COMPARE_CLOSE(forward(precision) - forward(Precision::bf16),
                          bytes * 2048 * (2 * h / whole + (h + f) / 4) / bandwidth);
        };
        casts(Precision::mxfp8, 4);
        casts(Precision::nvfp4, 4);
        casts(Precision::fp8_rowwise, 1);
        QVERIFY(recipe_of(Precision::fp8).cast.both_ways < recipe_of(Precision::mxfp8).cast.both_ways);
        QVERIFY(recipe_of(Precision::mxfp8).cast.both_ways <
                recipe_of(Precision::fp8_rowwise).cast.both_ways);
    }

    /// The same share is lost again with each doubling beyond eight bits, and the head stays in 16 bits.
    void fasterProductsReachLessOfTheirPeak() {
        SmallCase c(uniform_cluster(1, 8, 4, 20), 1, 1, 1, 1);
        KindCalibration fit;
        fit.fp8_efficiency = 0.8, fit.memory_efficiency = 1e9; // products alone
        GpuKind gpu = a100();
        const auto of = [&](LayerKind kind, Precision precision, double peak_4) {
            gpu.peak_tflops = {0, 0, 100, 100, 200, 0, 200, peak_4};
            c.job.precision = precision;
            return roofline_times(kind, c.model, c.job, c.config, {gpu, fit}).forward;
        };
        const double core = of(LayerKind::block, Precision::bf16, 400) * 2 -
                            of(LayerKind::block, Precision::fp8, 400) * 2 * 0.8 * 2; // as kept * (2 - 3.2)
        const double kept = core / (2 - 3.2), products = of(LayerKind::block, Precision::bf16, 400) - kept;
        COMPARE_CLOSE(of(LayerKind::block, Precision::mxfp8, 400), kept + products / 2 / 0.8);
        COMPARE_CLOSE(of(LayerKind::block, Precision::nvfp4, 400), kept + products / 4 / 0.64);
        COMPARE_CLOSE(of(LayerKind::block, Precision::nvfp4, 800), kept + products / 8 / 0.512);
        COMPARE_CLOSE(of(LayerKind::head, Precision::nvfp4, 400), of(LayerKind::head, Precision::bf16, 400));
    }
};

QTEST_GUILESS_MAIN(LayerTimesTest)
#include "layer_times_test.moc"
