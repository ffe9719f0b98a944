// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers are computed again as a whole: the first ones of a chunk, or layers at even distances.
#include "core/base/input_error.h"
#include "core/framework/framework.h"
#include "core/framework/kept_activations.h"
#include "core/framework/repeated_layers.h"

#include <QtTest>

#include <numeric>

using namespace pipette;

namespace {

TransformerModel plain_model(int layers) {
    TransformerModel model;
    model.name = "test", model.layers = layers, model.hidden = 1024, model.heads = model.kv_heads = 16;
    model.ffn_hidden = 4096, model.vocab = 1000, model.sequence_length = 4096;
    model.gated_mlp = true;
    return model;
}

ParallelConfig some_layers_of(const TransformerModel& model, int repeated) {
    ParallelConfig config;
    config.recompute = Recompute::full, config.recompute_layers = repeated, config.zero_stage = 3;
    config.layers_per_stage = {model.layers};
    return config;
}

TrainingJob job_of(const char* framework) {
    TrainingJob job;
    job.sequence_length = 4096, job.precision = Precision::bf16, job.framework = framework;
    return job;
}

/// What the check of the framework's habits complains of; empty: nothing.
std::string refused(const char* framework, const ParallelConfig& config, const TransformerModel& model) {
    try {
        check_habits(config, model, job_of(framework));
    } catch (const InputError& error) {
        return error.place();
    }
    return {};
}

} // namespace

class RepeatedLayersTest : public QObject {
    Q_OBJECT

private slots:
    void areSpacedByHand_data() {
        QTest::addColumn<int>("repeated");
        QTest::addColumn<int>("layers");
        QTest::addColumn<std::vector<int>>("expected"); // from 0
        QTest::newRow("none") << 0 << 8 << std::vector<int>{};
        QTest::newRow("one of 4") << 1 << 4 << std::vector<int>{1};
        QTest::newRow("two of 8") << 2 << 8 << std::vector<int>{1, 5};
        QTest::newRow("three of 8") << 3 << 8 << std::vector<int>{1, 3, 6}; // from 1: 4/3, 4, 20/3
        QTest::newRow("two of 3") << 2 << 3 << std::vector<int>{0, 2};      // from 1: 3/4, 9/4
        QTest::newRow("all") << 4 << 4 << std::vector<int>{0, 1, 2, 3};
    }
    void areSpacedByHand() {
        QFETCH(int, repeated);
        QFETCH(int, layers);
        QFETCH(std::vector<int>, expected);
        QCOMPARE(spaced_layers(repeated, layers), expected);
    }

    /// fms-fsdp counts blocks from 1 and computes one again once block * share passes 1/2, 3/2, ...
    void areThoseOfTheFrameworksLoop() {
        for (int layers = 1; layers <= 80; ++layers)
            for (int repeated = 0; repeated <= layers; ++repeated) {
                std::vector<int> chosen;
                for (int block = 1; block <= layers; ++block)
                    if (2 * block * repeated >= (2 * int(chosen.size()) + 1) * layers)
                        chosen.push_back(block - 1);
                QCOMPARE(int(chosen.size()), repeated);
                QCOMPARE(spaced_layers(repeated, layers), chosen);
            }
    }

    /// Of four layers of 48h + 4a bytes a token (8h of norms and residuals, 8h of attention, 32h of the
    /// network, whose gate is kept, too; softmax statistics) one keeps its input of 2h alone.
    void keepTheirInputAlone() {
        const TransformerModel model = plain_model(4);
        const double tokens = 4096, input = 2 * 1024, layer = 48 * 1024 + 4 * 16;
        const auto kept = [&](int repeated) {
            return chunk_activations(*layers_of(model), model, job_of("fms-fsdp"),
                                     some_layers_of(model, repeated))
                .front();
        };
        QCOMPARE(kept(1), tokens * (input + 3 * layer));
        QCOMPARE(kept(3), tokens * (3 * input + layer));
        QCOMPARE(kept(0), tokens * 4 * input);
    }

    /// A model has eight layers, and the first four of them are dense. Two layers are computed again: the
    /// second and the sixth, and not the first two.
    void areCountedWhereTheyLie() {
        TransformerModel model = plain_model(8);
        model.moe = Experts{.experts = 8, .experts_per_token = 2, .ffn_hidden = 1024};
        model.moe->first_dense_layers = 4;
        const auto layers = layers_of(model);
        const ParallelConfig two = some_layers_of(model, 2);
        const PartCounts dense = layers->counts(0, 1), routed = layers->counts(7, 8);
        PartCounts first = dense, spaced = dense;
        for (std::size_t i = 0; i < dense.size(); ++i)
            first[i] += dense[i], spaced[i] += routed[i];
        QVERIFY(dense != routed);
        QCOMPARE(parts_repeated(job_of("megatron"), two, model, *layers, 0), first);
        QCOMPARE(parts_repeated(job_of("fms-fsdp"), two, model, *layers, 0), spaced);
    }

    /// A configuration is refused where the framework cannot say it.
    void areRefusedWhereNobodyCanSayThem() {
        const TransformerModel model = plain_model(8);
        ParallelConfig config = some_layers_of(model, 3);
        QCOMPARE(refused("fms-fsdp", config, model), "");
        QCOMPARE(refused("megatron", config, model), "");
        QCOMPARE(refused("fsdp2", config, model), "recompute_layers");
        config.recompute_layers = 0;
        QCOMPARE(refused("fsdp2", config, model), "");
        config.recompute = Recompute::selective;
        QCOMPARE(refused("fsdp2", config, model), "");
        QCOMPARE(refused("fms-fsdp", config, model), "recompute");
        config.recompute = Recompute::none;
        for (int ParallelConfig::*size : {&ParallelConfig::tp, &ParallelConfig::pp, &ParallelConfig::cp}) {
            config.*size = 2;
            QVERIFY(!refused("fms-fsdp", config, model).empty());
            config.*size = 1;
        }
        TransformerModel experts = model;
        experts.moe = Experts{.experts = 8, .experts_per_token = 2, .ffn_hidden = 1024};
        QCOMPARE(refused("fms-fsdp", config, experts), "model");
    }
};

QTEST_GUILESS_MAIN(RepeatedLayersTest)
#include "repeated_layers_test.moc"
