// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/framework/framework.h"
#include "core/framework/optimizer.h"
#include "core/memory/memory_model.h"

#include <QtTest>

using namespace pipette;

namespace {

TransformerModel two_layers() {
    TransformerModel model;
    model.name = "test", model.layers = 2, model.hidden = 1024, model.heads = 16, model.kv_heads = 4;
    model.ffn_hidden = 4096, model.vocab = 1000, model.sequence_length = 512, model.gated_mlp = true;
    return model;
}

TrainingJob job_in(Precision precision, const char* framework, PrimaryWeights weights) {
    TrainingJob job;
    job.global_batch = 8, job.sequence_length = 512;
    job.precision = precision, job.framework = framework, job.primary_weights = weights;
    return job;
}

double parameter_bytes(const TrainingJob& job, const ParallelConfig& config, MatrixLayouts layouts) {
    const DeviceRoom room{.gpu_bytes = 80e9, .layouts = layouts};
    const std::vector<DeviceMemory> devices = analytic_memory(two_layers(), job, config, {room});
    for (const MemoryPart& part : devices.front().parts)
        if (part.name == "parameters")
            return part.bytes;
    return -1;
}

ParallelConfig of_replicas(int dp, int zero_stage) {
    ParallelConfig config;
    config.dp = dp, config.global_batch = 8, config.zero_stage = zero_stage;
    config.layers_per_stage = {2};
    return config;
}

constexpr double h = 1024, f = 4096;
constexpr double matrices = 2 * (2 * h * h + 2 * h * h / 4 + 3 * h * f), others = 2 * 1000 * h + 5 * h;

} // namespace

/// Weights that products cast to 8 or 4 bits (help: precision.md, "Weights"; NVIDIA TransformerEngine).
class PrimaryWeightsTest : public QObject {
    Q_OBJECT

private slots:
    /// Hopper's products ask for two layouts, Blackwell's take one copy of a matrix with one scale both ways;
    /// blocks of 32 and of 16 elements have a scale of one byte in either layout.
    void bytesOfAMatrix_data() {
        QTest::addColumn<QByteArray>("precision");
        QTest::addColumn<bool>("eitherLayout");
        QTest::addColumn<double>("lowPrecision");
        QTest::addRow("Hopper") << QByteArray("fp8") << false << 2.0;
        QTest::addRow("Blackwell") << QByteArray("fp8") << true << 1.0;
        QTest::addRow("MXFP8") << QByteArray("mxfp8") << true << 2 + 2.0 / 32;
        QTest::addRow("NVFP4") << QByteArray("nvfp4") << true << 1 + 2.0 / 16;
    }
    void bytesOfAMatrix() {
        QFETCH(QByteArray, precision);
        QFETCH(bool, eitherLayout);
        QFETCH(double, lowPrecision);
        const Precision p = *precision_named(precision.toStdString());
        const ParallelConfig config = of_replicas(1, 1);
        const auto bytes = [&](const char* framework, PrimaryWeights weights) {
            return parameter_bytes(job_in(p, framework, weights), config,
                                   eitherLayout ? MatrixLayouts::either : MatrixLayouts::of_each_pass) -
                   2 * others;
        };
        using enum PrimaryWeights;
        QCOMPARE(bytes("megatron", low_precision), lowPrecision * matrices);
        QCOMPARE(bytes("megatron", in_16_bits), (2 + lowPrecision) * matrices);
        QCOMPARE(bytes("megatron", usual), bytes("megatron", in_16_bits));
        QCOMPARE(bytes("nemo", usual), bytes("megatron", low_precision));
        QCOMPARE(bytes("nemo", in_16_bits), bytes("megatron", in_16_bits));
        for (const PrimaryWeights weights : all_primary_weights) // casts what it gathers, keeps 16 bits
            QCOMPARE(bytes("fsdp2", weights), 2 * matrices);
    }

    void productsOf16BitsKeepOneCopy() {
        for (const PrimaryWeights weights : all_primary_weights)
            QCOMPARE(parameter_bytes(job_in(Precision::bf16, "nemo", weights), of_replicas(1, 1),
                                     MatrixLayouts::either),
                     2 * (matrices + others));
    }

    /// Spread weights are cast once they are gathered, unless they are kept so.
    void shardsKeepNoCopies() {
        const ParallelConfig config = of_replicas(4, 3);
        const auto bytes = [&](PrimaryWeights weights) {
            return parameter_bytes(job_in(Precision::fp8, "megatron", weights), config,
                                   MatrixLayouts::either);
        };
        QCOMPARE(bytes(PrimaryWeights::in_16_bits), 2 * (matrices + others) / 4);
        QCOMPARE(bytes(PrimaryWeights::low_precision), (matrices + 2 * others) / 4);
    }

    /// What 16 bits leave over cannot stand for a master copy beside fewer bits.
    void remaindersNeed16Bits() {
        const auto bytes = [](PrimaryWeights weights) {
            TrainingJob job = job_in(Precision::fp8, "megatron", weights);
            job.optimizer = "adam-bf16-moments";
            return optimizer_state_bytes(two_layers(), job, {});
        };
        QCOMPARE(bytes(PrimaryWeights::in_16_bits), 6.0);
        QCOMPARE(bytes(PrimaryWeights::low_precision), 8.0);
    }

    /// Frozen weights are turned around where they are asked for, if they turn alike; adapters stay in 16
    /// bits.
    void frozenWeights() {
        TrainingJob job = job_in(Precision::fp8, "nemo", PrimaryWeights::usual);
        const auto frozen = [&](Precision precision, MatrixLayouts layouts) {
            TrainingJob lora = job;
            lora.precision = precision, lora.tuning.adapter_rank = 8;
            return parameter_bytes(lora, of_replicas(1, 1), layouts);
        };
        QCOMPARE(frozen(Precision::fp8, MatrixLayouts::of_each_pass),
                 frozen(Precision::fp8, MatrixLayouts::either));
        QVERIFY(frozen(Precision::mxfp8, MatrixLayouts::either) >
                frozen(Precision::fp8, MatrixLayouts::either) + matrices);
        const double trained = parameter_bytes(job, of_replicas(1, 1), MatrixLayouts::either);
        job.tuning.adapter_rank = 8;
        const double ins = 2 * (2 * h + 3 * h + f), outs = 2 * (h + h / 2 + h + 2 * f + h);
        QVERIFY(parameter_bytes(job, of_replicas(1, 1), MatrixLayouts::either) > trained);
        QVERIFY(parameter_bytes(job, of_replicas(1, 1), MatrixLayouts::either) <=
                trained + 2 * 8 * (ins + outs));
    }

    /// Megatron-Core's activation_func_fp8_input_store: 2 f bytes a token and layer in the place of 4 f,
    /// whatever the precision (help: memory.md).
    void inputsOfActivationsIn8Bits() {
        const auto kept = [](const TransformerModel& model, TrainingJob job, const ParallelConfig& config) {
            double activations[2];
            for (const bool in_8_bits : {false, true}) {
                job.fp8_activation_inputs = in_8_bits;
                const DeviceRoom room{.gpu_bytes = 80e9};
                const std::vector<DeviceMemory> memory = analytic_memory(model, job, config, {room});
                for (const MemoryPart& part : memory.front().parts)
                    if (part.name == "activations")
                        activations[in_8_bits] = part.bytes;
            }
            return activations[0] - activations[1];
        };
        const double tokens = 512, layers = 2;
        for (const Precision precision : {Precision::bf16, Precision::fp8}) {
            const TrainingJob job = job_in(precision, "megatron", PrimaryWeights::usual);
            QCOMPARE(kept(two_layers(), job, of_replicas(1, 1)), tokens * layers * 2 * f);
        }
        const TrainingJob job = job_in(Precision::bf16, "nemo", PrimaryWeights::usual);
        ParallelConfig repeats = of_replicas(1, 1);
        repeats.recompute = Recompute::selective, repeats.recompute_modules = {RecomputeModule::mlp};
        QCOMPARE(kept(two_layers(), job, repeats), 0.0);
        TransformerModel experts = two_layers();
        experts.moe = Experts{.experts = 8, .experts_per_token = 2, .ffn_hidden = 512};
        QCOMPARE(kept(experts, job, of_replicas(1, 1)), tokens * layers * 2 * 2 * 512);
        repeats.recompute_modules = {RecomputeModule::moe_act}; // the recomputation starts from the input
        QCOMPARE(kept(experts, job, repeats), 0.0);
    }

    void whoCannotKeepThemSoIsRefused() {
        TransformerModel model = two_layers();
        TrainingJob job = job_in(Precision::bf16, "megatron", PrimaryWeights::usual);
        job.fp8_activation_inputs = true;
        check_habits(of_replicas(1, 1), model, job);
        job.framework = "fsdp2";
        QVERIFY_THROWS_EXCEPTION(InputError, check_habits(of_replicas(1, 1), model, job));
        job.framework = "megatron", model.gated_mlp = false;
        QVERIFY_THROWS_EXCEPTION(InputError, check_habits(of_replicas(1, 1), model, job));
    }
};

QTEST_GUILESS_MAIN(PrimaryWeightsTest)
#include "primary_weights_test.moc"
