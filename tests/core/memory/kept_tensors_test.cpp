// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_model.h"

#include <QtTest>

#include <cmath>

using namespace pipette;

namespace {

constexpr double sequence = 4096;

TransformerModel plain_layers(int layers, int hidden, int heads, int kv_heads, int ffn_hidden) {
    TransformerModel model;
    model.name = "test", model.layers = layers, model.hidden = hidden, model.heads = heads;
    model.kv_heads = kv_heads, model.ffn_hidden = ffn_hidden, model.vocab = 1000;
    model.sequence_length = int(sequence), model.gated_mlp = true;
    return model;
}

TransformerModel llama_70b_layer() {
    return plain_layers(1, 8192, 64, 8, 28672);
}

TransformerModel qwen_235b_layer() {
    TransformerModel model = plain_layers(1, 4096, 64, 4, 12288);
    model.head_dim = 128, model.qk_norm = true;
    model.moe = Experts{.experts = 128, .experts_per_token = 8, .ffn_hidden = 1536};
    return model;
}

TransformerModel deepseek_v3_layer() {
    TransformerModel model = plain_layers(1, 7168, 128, 128, 18432);
    model.mla = LatentAttention{.q_lora = 1536, .kv_lora = 512, .nope = 128, .rope = 64, .v = 128};
    model.moe =
        Experts{.experts = 256, .experts_per_token = 8, .ffn_hidden = 2048, .shared_ffn_hidden = 2048};
    return model;
}

/// Bytes that one pipeline device keeps for a token of its only microbatch.
double kept_a_token(const TransformerModel& model, ParallelConfig config, Precision precision,
                    const std::string& framework = "megatron") {
    TrainingJob job;
    job.sequence_length = int(sequence), job.precision = precision, job.framework = framework;
    job.global_batch = config.global_batch = config.dp;
    config.layers_per_stage = {model.layers};
    check(config, model, job);
    const std::vector<DeviceMemory> devices = analytic_memory(model, job, config, {{80e9}});
    for (const MemoryPart& part : devices.front().parts)
        if (part.name == "activations")
            return part.bytes / sequence;
    return -1;
}

ParallelConfig with_modules(const char* names) {
    ParallelConfig config;
    if (*names != '\0') {
        config.recompute = Recompute::selective;
        config.recompute_modules = *set_named<RecomputeModule>(names);
    }
    return config;
}

} // namespace

/// What Megatron-Core with TransformerEngine keeps of a layer for its backward pass (help: memory.md,
/// "Activations").
class KeptTensorsTest : public QObject {
    Q_OBJECT

private slots:
    /// s*b*h(8/sp + (4 + 4k/a + 6f/h)/tp) in 16 bits, (6/sp + (4 + 4k/a + 5f/h)/tp) in 8; beside them four
    /// bytes a head of softmax statistics.
    void aDenseLayer_data() {
        QTest::addColumn<int>("tp");
        for (const int tp : {1, 4})
            QTest::addRow("tp %d", tp) << tp;
    }
    void aDenseLayer() {
        QFETCH(int, tp);
        const double h = 8192, kv = 8.0 / 64, f = 28672.0 / 8192, statistics = 4.0 * 64 / tp;
        ParallelConfig config;
        config.tp = tp;
        const double in_16_bits = h * (8.0 / tp + (4 + 4 * kv + 6 * f) / tp) + statistics,
                     in_8_bits = h * (6.0 / tp + (4 + 4 * kv + 5 * f) / tp) + statistics;
        QCOMPARE(kept_a_token(llama_70b_layer(), config, Precision::bf16), in_16_bits);
        QCOMPARE(kept_a_token(llama_70b_layer(), config, Precision::fp8), in_8_bits);
        // Blocks of 32 have a scale of one byte.
        const double scales = h * (2.0 / tp + f / tp) / 32;
        QVERIFY(std::abs(kept_a_token(llama_70b_layer(), config, Precision::mxfp8) - in_8_bits - scales) <
                1e-6);
        // torchtitan keeps 16 bits, and the gate beside the activation's input.
        QCOMPARE(kept_a_token(llama_70b_layer(), config, Precision::fp8, "fsdp2"),
                 in_16_bits + 2 * f * h / tp);
    }

    /// Bytes as counted row by row from the code of Megatron-LM (d98e8a64) and TransformerEngine (d0067d0d).
    void layersOfExperts_data() {
        QTest::addColumn<bool>("latent");
        QTest::addColumn<QString>("modules");
        QTest::addColumn<double>("in16Bits");
        QTest::addColumn<double>("in8Bits");
        QTest::newRow("Qwen3-235B") << false << "" << 225.9e3 << 176.7e3;
        QTest::newRow("Qwen3-235B, two") << false << "layernorm+moe_act" << 193.1e3 << 156.2e3;
        QTest::newRow("Qwen3-235B, moe") << false << "moe" << 85.0e3 << 80.9e3;
        QTest::newRow("DeepSeek-V3") << true << "" << 457.9e3 << 380.0e3;
        QTest::newRow("DeepSeek-V3, up") << true << "mla_up_proj" << 326.8e3 << 249.0e3;
        QTest::newRow("DeepSeek-V3, three") << true << "mla_up_proj+layernorm+moe_act" << 265.3e3 << 203.9e3;
        QTest::newRow("DeepSeek-V3, moe") << true << "moe" << 229.5e3 << 227.5e3;
    }
    void layersOfExperts() {
        QFETCH(bool, latent);
        QFETCH(QString, modules);
        QFETCH(double, in16Bits);
        QFETCH(double, in8Bits);
        const TransformerModel model = latent ? deepseek_v3_layer() : qwen_235b_layer();
        const double statistics = 4.0 * model.heads;
        for (const auto& [precision, bytes] :
             {std::pair(Precision::bf16, in16Bits), std::pair(Precision::fp8, in8Bits)}) {
            const double kept =
                kept_a_token(model, with_modules(qPrintable(modules)), precision) - statistics;
            QVERIFY2(std::abs(kept / bytes - 1) < 0.005,
                     qPrintable(QStringLiteral("%1 instead of %2").arg(kept).arg(bytes)));
        }
    }

    /// The first layers of a chunk keep their input alone.
    void someLayersAreComputedAgain() {
        const TransformerModel four = plain_layers(4, 1024, 16, 16, 4096);
        ParallelConfig none, all, two;
        all.recompute = two.recompute = Recompute::full, two.recompute_layers = 2;
        const double whole = kept_a_token(four, none, Precision::bf16),
                     inputs = kept_a_token(four, all, Precision::bf16);
        QCOMPARE(inputs, 4 * 2 * 1024.0);
        QCOMPARE(kept_a_token(four, two, Precision::bf16), (whole + inputs) / 2);
    }
};

QTEST_GUILESS_MAIN(KeptTensorsTest)
#include "kept_tensors_test.moc"
