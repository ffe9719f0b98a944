// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_model.h"

#include <QtTest>
#include <cmath>

using namespace pipette;

namespace {

struct Sharded {
    TransformerModel model;
    TrainingJob job;
    ParallelConfig config;
};

/// Eight layers over 16 replicas.
Sharded sharded(int zero_stage, int shard) {
    Sharded c;
    c.model.name = "small", c.model.layers = 8, c.model.hidden = 1024, c.model.heads = 16;
    c.model.kv_heads = 4, c.model.ffn_hidden = 4096, c.model.vocab = 32000, c.model.sequence_length = 2048;
    c.job.global_batch = 32, c.job.sequence_length = 2048;
    c.config.dp = 16, c.config.global_batch = 32, c.config.layers_per_stage = {8};
    c.config.zero_stage = zero_stage, c.config.shard = shard;
    return c;
}

double part(const Sharded& c, const std::string& name) {
    const std::vector<DeviceMemory> devices = analytic_memory(c.model, c.job, c.config, {{80e9}});
    for (const MemoryPart& of : devices.front().parts)
        if (of.name == name)
            return of.bytes;
    return 0;
}

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

} // namespace

class ShardedMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void aGpuHoldsItsPartAndTwoLayers() {
        const Sharded whole = sharded(1, 0), parts = sharded(3, 0), near = sharded(3, 4);
        QVERIFY(close(part(parts, "parameters"), part(whole, "parameters") / 16));
        QVERIFY(close(part(parts, "gradients"), part(whole, "gradients") / 16));
        QVERIFY(close(part(parts, "optimizer"), part(whole, "optimizer")));
        QVERIFY(close(part(near, "parameters"), part(whole, "parameters") / 4));
        QVERIFY(close(part(near, "optimizer"), 4 * part(whole, "optimizer")));
        const double layer = total_parameters(whole.model) / 8;
        QVERIFY(close(part(parts, "gathered layers"), layer * (2 * 2 + 4)));
    }

    /// torchtitan's selective recomputation: of a layer its input, queries, values, attention's output with
    /// four bytes a head, one of the widening products' and the last one's are kept.
    void everySecondProductIsKept() {
        Sharded c = sharded(3, 0);
        c.job.framework = "fsdp2", c.config.recompute = Recompute::selective, c.model.gated_mlp = true;
        const double tokens = 2048, h = 1024, kv = h / 4, f = 4096, layers = 8;
        QVERIFY(close(part(c, "activations"),
                      layers * tokens * (2 * (h + h + kv + h + f + h) + 4 * c.model.heads)));
        const double one = part(c, "temporary");
        c.config.recompute = Recompute::full;
        QVERIFY(close(part(c, "activations"), layers * 2 * tokens * h));
        QVERIFY(part(c, "temporary") > one); // the layer at work has all of its activations
    }

    /// NeMo's recipes of models with latent attention keep moments in 16 bits.
    void momentsMayBeShort() {
        Sharded c = sharded(1, 0);
        c.model.mla = LatentAttention{0, 256, 64, 32, 64};
        const double full = part(c, "optimizer");
        c.job.framework = "nemo";
        QVERIFY(close(part(c, "optimizer"), full * (4 + 4) / (8 + 4)));
        c.model.mla.reset();
        const double grouped = part(c, "optimizer");
        c.job.framework = "megatron";
        QVERIFY(close(part(c, "optimizer"), grouped));
    }

    void aFusedLossKeepsNoCopies() {
        Sharded c = sharded(3, 0);
        const double logits = 2048.0 * 32000;
        QVERIFY(close(part(c, "logits"), (4 + 2) * logits));
        c.job.framework = "composer";
        QVERIFY(close(part(c, "logits"), 2 * logits));
        c.job.framework = "fsdp2";
        QVERIFY(close(part(c, "logits"), (4 + 5 * 2) * logits));
    }

    void gradientsAloneAreSpreadByTheSecondStage() {
        const Sharded whole = sharded(1, 0), parts = sharded(2, 0);
        QVERIFY(close(part(parts, "parameters"), part(whole, "parameters")));
        QVERIFY(close(part(parts, "gradients"), part(whole, "gradients") / 16));
        QVERIFY(close(part(parts, "gathered layers"), total_parameters(whole.model) / 8 * 4));
    }
};

QTEST_GUILESS_MAIN(ShardedMemoryTest)
#include "sharded_memory_test.moc"
