// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/compute_time.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>
#include <cmath>

using namespace pipette;

namespace {

struct Case : SmallCase {
    explicit Case(int tp) : SmallCase(uniform_cluster(1, 8, 1, 20), 1, tp, 1, 1) {}

    ChunkCompute compute(double exponentials_tera_per_s = 0) const {
        GpuKind gpu = a100();
        gpu.exponentials_tera_per_s = exponentials_tera_per_s;
        KindCalibration fit;
        fit.launch_s = 1e-3;
        return chunk_compute(model, job, config, 0, {gpu, fit});
    }
};

bool are_close(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

} // namespace

class AttentionKernelsTest : public QObject {
    Q_OBJECT

private slots:
    void fusedAttentionTakesAnExponentialAScoreEachWay() {
        Case c(2);
        c.config.micro_batch = 2;
        // Half of 2048 x 2048 scores of 16 heads on 2 GPUs, 2 sequences, 8 layers; 10^12 a second.
        const double exponentials_s = 0.5 * 2048 * 2048 * 8 * 2 * 8 / 1e12;
        const ChunkCompute free = c.compute(), rated = c.compute(1), twice = c.compute(2);
        QVERIFY(are_close(rated.forward - free.forward, exponentials_s));
        QVERIFY(are_close(rated.backward - free.backward, exponentials_s));
        QVERIFY(are_close(twice.forward - free.forward, exponentials_s / 2));
    }

    void kernelsThatAreNotFusedWaitForMemoryInstead() {
        Case c(2);
        c.job.flash_attention = false;
        QCOMPARE(c.compute(1).forward, c.compute().forward);
    }

    void headsThatDoNotComeInFoursLaunchMore_data() {
        QTest::addColumn<QString>("framework");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("microBatch");
        QTest::addColumn<bool>("fused");
        QTest::addColumn<double>("more");
        QTest::newRow("eight heads on two GPUs") << "megatron" << 8 << 1 << false << 1.0;
        QTest::newRow("twelve heads on two GPUs") << "megatron" << 12 << 1 << false << 1 + 8.0 / 53;
        QTest::newRow("of two sequences") << "megatron" << 12 << 2 << false << 1.0;
        QTest::newRow("fused attention has no softmax of its own") << "megatron" << 12 << 1 << true << 1.0;
        QTest::newRow("nor has PyTorch's such a limit") << "nanotron" << 12 << 1 << false << 1.0;
    }
    void headsThatDoNotComeInFoursLaunchMore() {
        QFETCH(QString, framework);
        QFETCH(int, heads);
        QFETCH(int, microBatch);
        QFETCH(bool, fused);
        QFETCH(double, more);
        Case plain(2);
        plain.job.framework = framework.toStdString();
        Case c = plain;
        c.model.heads = heads, c.config.micro_batch = microBatch, c.job.flash_attention = fused;
        // Of eight layers, and of the head, which has no attention.
        const double all = (8 * more + 1) / (8 + 1);
        QVERIFY(are_close(c.compute().forward_launch, all * plain.compute().forward_launch));
        QVERIFY(are_close(c.compute().backward_launch, all * plain.compute().backward_launch));
    }
};

QTEST_GUILESS_MAIN(AttentionKernelsTest)
#include "attention_kernels_test.moc"
