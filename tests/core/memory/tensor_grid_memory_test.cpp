// SPDX-License-Identifier: GPL-3.0-or-later
// What a rank of a tensor grid (AxoNN) holds, and the corners that are Megatron and FSDP (help:
// tensor-grids.md).
#include "core/base/random.h"
#include "core/memory/memory_model.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

using namespace pipette;

namespace {

struct Case {
    TransformerModel model;
    TrainingJob job;
    ParallelConfig config;

    DeviceMemory memory() const { return analytic_memory(model, job, config, {{80e9}}).front(); }
    double part(const std::string& name) const {
        const DeviceMemory of = memory();
        const auto found = std::find_if(of.parts.begin(), of.parts.end(),
                                        [&](const MemoryPart& part) { return part.name == name; });
        return found == of.parts.end() ? 0 : found->bytes;
    }
};

Case drawn_case(Random& random, int x, int y, int z, int replicas) {
    Case c;
    c.model.name = "drawn", c.model.layers = 1 + int(random.below(6));
    c.model.hidden = 1024 << random.below(3), c.model.heads = 16, c.model.kv_heads = 16 >> random.below(3);
    c.model.ffn_hidden = 16 * (100 + int(random.below(300))), c.model.vocab = 16 * 2000;
    c.model.sequence_length = 2048, c.model.gated_mlp = random.below(2) == 0;
    c.job.framework = "axonn", c.job.sequence_length = 2048, c.job.precision = Precision::fp16;
    c.config.tp = x * y, c.config.tp_x = x, c.config.dp = z * replicas, c.config.sequence_parallel = false;
    c.config.micro_batch = 1 << random.below(3);
    c.config.zero_stage = z > 1 ? 3 : 0, c.config.shard = z > 1 && replicas > 1 ? z : 0;
    c.job.global_batch = c.config.global_batch = 8 * c.config.dp;
    c.config.layers_per_stage = {c.model.layers};
    check(c.config, c.model, c.job);
    return c;
}

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

} // namespace

class TensorGridMemoryTest : public QObject {
    Q_OBJECT

private slots:
    /// Weights lie over all ranks of the grid, what flows between products over x, what flows inside
    /// attention and network over y; tokens over z.
    void eachTensorIsCutByItsOwnSides() {
        Random random(1);
        const auto power = [&](std::uint32_t most) { return 1 << random.below(most); };
        for (int i = 0; i < 300; ++i) {
            const int x = power(4), y = power(4), z = power(4);
            Case c = drawn_case(random, x, y, z, power(3));
            c.model.gated_mlp = true, c.model.biases = c.model.learned_positions = false;
            c.job.flash_attention = true;
            const TransformerModel& m = c.model;
            const double h = m.hidden, q = h, kv = h / m.heads * m.kv_heads, f = m.ffn_hidden,
                         tokens = double(c.job.sequence_length) * c.config.micro_batch;
            const double matrices = m.layers * (h * (q + 2 * kv) + q * h + 3 * h * f) + 2 * h * m.vocab,
                         norms = (2 * m.layers + 1) * h;
            QVERIFY(close(c.part("parameters"), 2 * (matrices / (x * y) + norms / x) / z));
            QVERIFY(
                close(c.part("activations"),
                      m.layers * tokens * (8 * h / x + (2 * q + 4 * kv + 2 * q + 6 * f + 4 * m.heads) / y)));
            QVERIFY(close(c.part("logits"), (4 + 2) * tokens * m.vocab / y));
        }
    }

    void itsCornersAreMegatronAndFsdp() {
        Random random(2);
        for (int i = 0; i < 100; ++i) {
            compare(drawn_case(random, 1, 2 << random.below(3), 1, 1 << random.below(4)), "megatron",
                    {"parameters", "gradients", "optimizer", "activations", "logits"});
            // FSDP2's loss keeps more copies of the logits, and PyTorch's gated activation its gate.
            const Case fsdp = drawn_case(random, 1, 1, 2 << random.below(4), 1);
            std::vector<std::string> parts{"parameters", "gradients", "gathered layers", "optimizer",
                                           "temporary"};
            if (!fsdp.model.gated_mlp)
                parts.emplace_back("activations");
            compare(fsdp, "fsdp2", parts);
        }
    }

private:
    static void compare(Case c, const char* framework, const std::vector<std::string>& parts) {
        for (const std::string& name : parts) {
            c.job.framework = "axonn";
            const double grid = c.part(name);
            c.job.framework = framework;
            QVERIFY2(close(grid, c.part(name)), qPrintable(QString::fromStdString(name)));
        }
    }
};

QTEST_GUILESS_MAIN(TensorGridMemoryTest)
#include "tensor_grid_memory_test.moc"
