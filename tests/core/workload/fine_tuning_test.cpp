// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/fine_tuning.h"
#include "core/workload/layers/model_layers.h"
#include "core/workload/layers/part_folds.h"

#include "core/base/input_error.h"

#include <QtTest>

using namespace pipette;

namespace {

TransformerModel llama_2(int layers, int hidden, int heads, int kv_heads, int ffn_hidden) {
    TransformerModel model;
    model.name = "llama-2", model.layers = layers, model.hidden = hidden;
    model.heads = heads, model.kv_heads = kv_heads, model.ffn_hidden = ffn_hidden;
    model.vocab = 32000, model.sequence_length = 4096, model.gated_mlp = true;
    return model;
}
const TransformerModel llama_7b = llama_2(32, 4096, 32, 32, 11008);
const TransformerModel llama_70b = llama_2(80, 8192, 64, 8, 28672);

std::string refused_place(const TrainingJob& job) {
    try {
        check(job);
    } catch (const InputError& error) {
        return error.place();
    }
    return {};
}

PartTable part_named(const TransformerModel& model, std::string_view name) {
    for (const ModelPart& part : layers_of(model)->parts())
        if (part.name == name)
            return part.table;
    throw std::logic_error("the model has no such part");
}

} // namespace

class FineTuningTest : public QObject {
    Q_OBJECT

private slots:
    /// Of each matrix the rank times what goes in and what comes out, added by hand.
    void adaptersAreCounted_data() {
        QTest::addColumn<bool>("large");
        QTest::addColumn<int>("rank");
        QTest::addColumn<bool>("attentionAlone");
        QTest::addColumn<double>("trained");
        QTest::newRow("7B, all") << false << 32 << false
                                 << 32.0 * 32 *
                                        ((4096 + 3 * 4096) + (4096 + 4096) + (4096 + 2 * 11008) +
                                         (11008 + 4096));
        QTest::newRow("7B, attention") << false << 8 << true << 32.0 * 8 * (4 * 4096 + 2 * 4096);
        QTest::newRow("70B, all") << true << 32 << false << 351'272'960.0;
        // As in MLPerf Training's Llama 2 70B LoRA.
        QTest::newRow("70B, attention") << true << 16 << true << 44'564'480.0;
    }

    void adaptersAreCounted() {
        QFETCH(bool, large);
        QFETCH(int, rank);
        QFETCH(bool, attentionAlone);
        QFETCH(double, trained);
        const FineTuning tuning{rank, attentionAlone ? AdapterTargets::attention : AdapterTargets::all};
        QCOMPARE(trained_parameters(large ? llama_70b : llama_7b, tuning), trained);
    }

    void withoutAdaptersAllWeightsAreTrained() {
        QCOMPARE(trained_parameters(llama_7b, {}), total_parameters(llama_7b));
    }

    void everyExpertHasItsOwn() {
        TransformerModel model = llama_2(4, 1024, 16, 4, 4096);
        model.moe = Experts{.experts = 8, .experts_per_token = 2, .ffn_hidden = 512};
        model.moe->first_dense_layers = 1;
        const FineTuning all{4, AdapterTargets::all}, attention_alone{4, AdapterTargets::attention};
        const PartParameters attention = adapters_of(part_named(model, "grouped-query attention"), all),
                             experts = adapters_of(part_named(model, "experts"), all);
        QCOMPARE(experts.experts, 8 * 4.0 * ((1024 + 2 * 512) + (512 + 1024)));
        QCOMPARE(experts.shared, 0.0);
        QCOMPARE(attention.shared, 4.0 * ((1024 + 1024 + 2 * 256) + 2 * 1024));
        QCOMPARE(adapters_of(part_named(model, "experts"), attention_alone).total(), 0.0);
        QCOMPARE(trained_parameters(model, all) - trained_parameters(model, attention_alone),
                 3 * experts.experts + 4.0 * ((1024 + 2 * 4096) + (4096 + 1024)));
    }

    /// Of latent attention what is compressed is whole on every tensor parallel GPU.
    void latentAttentionHasAdaptersForEachOfItsMatrices() {
        TransformerModel model = llama_2(2, 1024, 16, 16, 4096);
        model.mla = LatentAttention{.q_lora = 256, .kv_lora = 128, .nope = 64, .rope = 32, .v = 64};
        const FineTuning tuning{8, AdapterTargets::attention};
        const PartTable part = part_named(model, "latent attention");
        const double whole = 8.0 * ((1024 + 256) + (1024 + 128 + 32)),
                     cut = 8.0 * ((256 + 16 * 96) + (128 + 16 * 128) + (16 * 64 + 1024));
        QCOMPARE(adapters_of(part, tuning).shared, whole + cut);
        QCOMPARE(adapters_of(part, tuning, AxisSizes{}.with(axis::tp, 2)).shared, whole + cut / 2);
    }

    /// Frozen matrices count twice their forward pass, attention and adapters three times.
    void operationsOfFrozenWeights() {
        TrainingJob job;
        job.global_batch = 8, job.sequence_length = 4096;
        const double full = model_flops_per_sequence(llama_70b, job);
        QCOMPARE(full, model_flops_per_sequence(llama_70b, 4096));
        job.tuning.adapter_rank = 16, job.tuning.targets = AdapterTargets::attention;
        const double tokens = 4096, head = 8192.0 * 32000,
                     layer = 2 * 8192.0 * 8192 + 2 * 8192.0 * 1024 + 3 * 8192.0 * 28672,
                     attention = 80 * 2 * 4096.0 * 2 * 8192;
        const double expected = tokens * (2 * 2 * (80 * layer + head) + 3 * (attention + 2 * 44'564'480.0));
        QVERIFY(std::abs(model_flops_per_sequence(llama_70b, job) / expected - 1) < 1e-12);
    }

    void packedSequencesAttendToTheirOwn() {
        TrainingJob job;
        job.global_batch = 8, job.sequence_length = 4096;
        QCOMPARE(attended_tokens(job), 4096);
        const double whole = model_flops_per_sequence(llama_7b, job);
        job.tuning.mean_sequence = 512;
        QCOMPARE(attended_tokens(job), 512);
        const double attention = 3 * 32 * 2 * 2 * 4096.0 * 4096;
        QVERIFY(std::abs((whole - model_flops_per_sequence(llama_7b, job)) / (attention * (4096 - 512)) - 1) <
                1e-9);
        job.sequence_length = 256; // holds none that are longer
        QCOMPARE(attended_tokens(job), 256);
    }

    void wordsForAPerson() {
        QCOMPARE(tuning_text({}), std::string());
        QCOMPARE(tuning_text({32, AdapterTargets::all, 0}), std::string("LoRA of rank 32 on all matrices"));
        QCOMPARE(tuning_text({16, AdapterTargets::attention, 512}),
                 std::string("LoRA of rank 16 on matrices of attention, sequences packed from 512 tokens"));
        QCOMPARE(tuning_clause({0, AdapterTargets::all, 512}),
                 std::string(", sequences packed from 512 tokens"));
        for (const AdapterTargets targets : {AdapterTargets::all, AdapterTargets::attention})
            QVERIFY(adapter_targets_named(name_of(targets)) == targets);
        QVERIFY(!adapter_targets_named("heads"));
    }

    void whatNoJobHasIsRefused() {
        TrainingJob job;
        job.global_batch = 8, job.sequence_length = 4096;
        QCOMPARE(refused_place(job), std::string());
        job.tuning.adapter_rank = -1;
        QCOMPARE(refused_place(job), std::string("lora_rank"));
        job.tuning = {70'000};
        QCOMPARE(refused_place(job), std::string("lora_rank"));
        job.tuning = {0, AdapterTargets::all, 4097};
        QCOMPARE(refused_place(job), std::string("mean_sequence"));
        job.tuning.mean_sequence = -5;
        QCOMPARE(refused_place(job), std::string("mean_sequence"));
    }
};

QTEST_APPLESS_MAIN(FineTuningTest)
#include "fine_tuning_test.moc"
