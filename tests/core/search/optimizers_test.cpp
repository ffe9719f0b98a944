// SPDX-License-Identifier: GPL-3.0-or-later
// What optimizers keep and compute, and one that nobody knew before, from its row to a plan and back.
#include "core/base/input_error.h"
#include "core/formats/documents/plan_inputs_json.h"
#include "core/formats/documents/resources.h"
#include "core/framework/optimizer.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/planner.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

using namespace pipette;

namespace {

/// One momentum of a byte and no master copy, whatever the precision.
const Registered<Optimizer> byte_momentum_row({
    .name = "byte-momentum",
    .title = "A momentum of 8 bits",
    .source = "this test",
    .moment_bytes = 1,
    .master_bytes = 0,
});

TrainingJob job_with(const char* optimizer) {
    TrainingJob job;
    job.optimizer = optimizer, job.global_batch = 8, job.sequence_length = 4096;
    return job;
}

ParallelConfig one_gpu(const TransformerModel& model) {
    ParallelConfig config;
    config.global_batch = 8, config.layers_per_stage = {model.layers};
    return config;
}

double state_bytes(const TransformerModel& model, const char* optimizer) {
    const TrainingJob job = job_with(optimizer);
    return optimizer_state_bytes(model, job, stage_shapes(model, job, one_gpu(model), {{0}}).front());
}

MatrixUpdates updates_of(const TransformerModel& model, const ParallelConfig& config) {
    std::vector<int> chunks(std::size_t(config.chunks()));
    std::iota(chunks.begin(), chunks.end(), 0);
    return matrix_updates(model, job_with("muon"), config, chunks);
}

bool near(double a, double b, double share = 1e-9) {
    return std::abs(a - b) <= share * std::abs(b);
}

} // namespace

class OptimizersTest : public QObject {
    Q_OBJECT

private slots:
    void keepTheirBytesOfAParameter() {
        const TransformerModel model = load_model("llama-2-7b");
        QCOMPARE(state_bytes(model, "adam"), 12.0);
        QCOMPARE(state_bytes(model, "adam-bf16-moments"), 6.0);
        QCOMPARE(state_bytes(model, "sgd"), 8.0);
        // Embedding, head and the last norm are Adam's: 2*32000*4096 + 4096 of 6.74e9 parameters.
        const double rest = (2.0 * 32000 * 4096 + 4096) / total_parameters(model);
        QVERIFY(near(state_bytes(model, "muon"), 8 * (1 - rest) + 12 * rest));
        QVERIFY_THROWS_EXCEPTION(InputError, state_bytes(model, "adma"));
    }

    void newtonSchulzTakesTheShareOfTheFlopsThatItsFormulaSays() {
        // A matrix of u x w: 5(4u^2w + 2u^3), beside 6uw a token: at 4 M tokens under 1 % of a model of width
        // 8192.
        TransformerModel model = load_model("llama-2-70b");
        const ParallelConfig config = one_gpu(model);
        const double h = model.hidden, kv = h / 8, f = model.ffn_hidden;
        const auto one = [](double u, double w) { return 5 * (4 * u * u * w + 2 * u * u * u); };
        // Queries, keys and values are one matrix; so are gate and up.
        const double by_hand = model.layers * (one(h, h + 2 * kv) + one(h, h) + one(h, 2 * f) + one(h, f));
        const double flops = updates_of(model, config).flops;
        QVERIFY2(near(flops, by_hand), qPrintable(QString::number(flops / by_hand)));
        const double share = flops / (6 * 4e6 * total_parameters(model));
        QVERIFY2(share > 0.004 && share < 0.012, qPrintable(QString::number(share)));
    }

    void ranksShareMatricesOutAndTensorParallelPeersRepeatThem() {
        const TransformerModel model = load_model("llama-2-7b");
        ParallelConfig config = one_gpu(model);
        const double alone = updates_of(model, config).flops;
        config.dp = 4;
        QVERIFY(near(updates_of(model, config).flops, alone / 4));
        config.zero_stage = 0;
        QVERIFY(near(updates_of(model, config).flops, alone));
        config.tp = 8;
        const MatrixUpdates split = updates_of(model, config);
        QVERIFY(near(split.flops, alone));
        const double matrices = total_parameters(model) - 2.0 * 32000 * 4096;
        QVERIFY(near(split.bytes, 4 * matrices * 7 / 8, 0.001)); // norms are no matrices
    }

    void aNewOneIsPlannedAndReadBack() {
        PlanInputs inputs = random_inputs({2, 4, 2, 0.2, MatrixBetween::nodes}, 3);
        inputs.budget.moves = 1'000, inputs.top = 3;
        const Plan usual = pipette::plan(inputs, Knowledge{});
        inputs.job.optimizer = "byte-momentum";
        const Plan plan = pipette::plan(inputs, Knowledge{});
        QVERIFY(!plan.candidates.empty());
        const Candidate& best = plan.candidates.front();
        QVERIFY(best.iteration_time_s < usual.candidates.front().iteration_time_s);
        QVERIFY(best.breakdown.optimizer < usual.candidates.front().breakdown.optimizer);
        const nlohmann::json json = habits_to_json(inputs.job);
        QCOMPARE(json.at("optimizer").get<std::string>(), std::string("byte-momentum"));
        TrainingJob read;
        take_habits(read, JsonValue(json, "test"));
        QCOMPARE(read.optimizer, inputs.job.optimizer);
    }

    void muonTakesTimeAndLessMemory() {
        const PlanInputs adam = random_inputs({2, 4, 2, 0.2, MatrixBetween::nodes}, 3);
        PlanInputs muon = adam;
        muon.job.optimizer = "muon";
        ParallelConfig config;
        config.tp = 2, config.dp = 4, config.global_batch = 64, config.layers_per_stage = {24};
        RankMapping mapping{{0, 1, 2, 3, 4, 5, 6, 7}};
        const Candidate a = evaluate(adam, config, mapping, Knowledge{}),
                        m = evaluate(muon, config, mapping, Knowledge{});
        QVERIFY(m.breakdown.optimizer > a.breakdown.optimizer);
        QVERIFY(m.memory.front().estimate < a.memory.front().estimate);
        config.offload.optimizer = 0.5;
        QVERIFY_THROWS_EXCEPTION(InputError, evaluate(muon, config, mapping, Knowledge{}));
    }
};

QTEST_GUILESS_MAIN(OptimizersTest)
#include "optimizers_test.moc"
