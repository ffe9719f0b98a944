// SPDX-License-Identifier: GPL-3.0-or-later
// What a configuration that does not fit computes again: of all sets of modules and all numbers of layers
// that fit, the fastest.
#include "core/base/units.h"
#include "core/cost/config_work.h"
#include "core/formats/documents/resources.h"
#include "core/search/rounds/planner.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/recompute_choice.h"
#include "tests/core/search/random_cluster.h"

#include <QRegularExpression>
#include <QtTest>

#include <algorithm>
#include <limits>
#include <numeric>

using namespace pipette;

namespace {

PlanInputs inputs_of(const char* model) {
    PlanInputs inputs = random_inputs({4, 4, 2, 0.2, MatrixBetween::nodes}, 1);
    inputs.model = load_model(model);
    inputs.job.sequence_length = 4096;
    return inputs;
}

ParallelConfig drawn_config(Random& random, const PlanInputs& inputs) {
    ParallelConfig config;
    config.pp = 1 << random.below(3), config.tp = 1 << random.below(2);
    config.dp = 16 / config.pp / config.tp, config.micro_batch = 1 << random.below(3);
    config.ep = inputs.model.moe ? 1 << random.below(2) : 1;
    config.global_batch = inputs.job.global_batch;
    config.layers_per_stage = usual_layers(inputs.model, config.pp);
    return config;
}

/// Backward seconds of all chunks: with what is computed again, and without messages.
double backward_s(const PlanInputs& inputs, const ParallelConfig& config) {
    const ConfigWork work = config_work(*inputs.cluster, inputs.model, inputs.job, config, {});
    return std::accumulate(work.backward.begin(), work.backward.end(), 0.0);
}

/// Every way to recompute that there is, whether it helps or not.
std::vector<ParallelConfig> all_ways(const PlanInputs& inputs, ParallelConfig config) {
    std::vector<ParallelConfig> ways;
    config.recompute = Recompute::selective;
    for (unsigned bits = 1; bits < 1U << recompute_module_count; ++bits) {
        config.recompute_modules = {};
        for (int i = 0; i < recompute_module_count; ++i)
            if ((bits >> i & 1U) != 0)
                config.recompute_modules = config.recompute_modules.with(static_cast<RecomputeModule>(i));
        if (divides(config, inputs))
            ways.push_back(config);
    }
    config.recompute = Recompute::full, config.recompute_modules = ParallelConfig{}.recompute_modules;
    const int most = *std::max_element(config.layers_per_stage.begin(), config.layers_per_stage.end());
    for (config.recompute_layers = 0; config.recompute_layers < most; ++config.recompute_layers)
        ways.push_back(config);
    return ways;
}

} // namespace

class RecomputeChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void isTheFastestOfAllThatFit_data() {
        QTest::addColumn<QString>("model");
        for (const char* model : {"moonlight-16b-a3b", "qwen3-30b-a3b", "llama-2-7b"})
            QTest::newRow(model) << model;
    }

    void isTheFastestOfAllThatFit() {
        QFETCH(QString, model);
        const PlanInputs inputs = inputs_of(model.toLatin1().constData());
        Random random(3);
        int fits = 0, in_part = 0;
        for (int turn = 0; turn < 100; ++turn) {
            const ParallelConfig config = drawn_config(random, inputs);
            const double plain = check_memory(inputs, {}, config, 1).fullest.bytes,
                         bytes = plain * random.uniform(0.5, 1);
            const auto time_s = [&](const ParallelConfig& some) { return backward_s(inputs, some); };
            const std::vector<RecomputeChoice> found =
                cheapest_recomputations(inputs, {}, config, bytes, time_s);
            double least[]{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
            for (const ParallelConfig& way : all_ways(inputs, config)) {
                const Verdict verdict = check_memory(inputs, {}, way, bytes).verdict;
                for (const Verdict wanted : {Verdict::safe, Verdict::tight})
                    if (verdict <= wanted)
                        least[int(wanted)] = std::min(least[int(wanted)], time_s(way));
            }
            QCOMPARE(found.empty(), least[int(Verdict::tight)] == std::numeric_limits<double>::infinity());
            if (found.empty())
                continue;
            QCOMPARE(found.front().time_s, least[int(Verdict::tight)]);
            QVERIFY(found.front().memory.fits());
            if (found.back().memory.verdict == Verdict::safe)
                QCOMPARE(found.back().time_s, least[int(Verdict::safe)]);
            else
                QVERIFY(least[int(Verdict::safe)] == std::numeric_limits<double>::infinity());
            ++fits;
            in_part += found.front().config.recompute == Recompute::selective ||
                       found.front().config.recompute_layers > 0;
        }
        QVERIFY2(fits > 25 && in_part > 20, qPrintable(QString("%1 %2").arg(fits).arg(in_part)));
    }

    void namesNoModuleThatAnotherOneRepeats() {
        PlanInputs inputs = inputs_of("moonlight-16b-a3b");
        using enum RecomputeModule;
        const std::vector<RecomputeModules> sets = module_choices(inputs);
        QCOMPARE(sets.size(), std::size_t(16 * 5 - 1)); // four modules; moe, or the two that it holds
        QVERIFY(std::none_of(sets.begin(), sets.end(), [](RecomputeModules set) {
            return set.has(moe) && set.meets({moe_act, shared_experts});
        }));
        inputs.job.framework = "fsdp2";
        QVERIFY(module_choices(inputs).empty());
        inputs = inputs_of("llama-2-7b");
        QVERIFY(
            (module_choices(inputs) == std::vector<RecomputeModules>{{core_attn}, {mlp}, {core_attn, mlp}}));
    }

    /// What is rejected for its memory says what would make it fit.
    void rejectionsSayWhatMendsThem() {
        PlanInputs inputs = inputs_of("moonlight-16b-a3b");
        Cluster cluster = *inputs.cluster;
        cluster.node_kinds.front().gpu.memory_gib = 32;
        inputs.cluster = share(make_cluster(std::move(cluster)));
        inputs.budget.moves = 1'000;
        const Plan plan = pipette::plan(inputs, Knowledge{});
        int mended = 0;
        for (const Rejection& rejection : plan.rejected)
            if (const QString reason = QString::fromStdString(rejection.reason);
                reason.contains("; it fits with ")) {
                QVERIFY2(QRegularExpression("^stage \\d+ needs .* GiB; it fits with .* recomputation, which "
                                            "\\d+ of \\d+ stages need: \\+\\d+\\.\\d %$")
                             .match(reason)
                             .hasMatch(),
                         qPrintable(reason));
                QCOMPARE(rejection.config.recompute, Recompute::none);
                ++mended;
            }
        QVERIFY(mended > 0);
    }
};

QTEST_GUILESS_MAIN(RecomputeChoiceTest)
#include "recompute_choice_test.moc"
