// SPDX-License-Identifier: GPL-3.0-or-later
// How many layers of a chunk are computed again: as few as the memory allows.
#include "core/base/input_error.h"
#include "core/search/rounds/planner.h"
#include "core/search/space/memory_check.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <algorithm>

using namespace pipette;

namespace {

/// A GPT on 16 GPUs of so much memory.
PlanInputs inputs_with(double gpu_gib, std::uint64_t seed) {
    PlanInputs inputs = random_inputs({4, 4, 2, 0.2, MatrixBetween::nodes}, seed);
    Cluster cluster = *inputs.cluster;
    cluster.node_kinds.front().gpu.memory_gib = gpu_gib;
    inputs.cluster = share(make_cluster(std::move(cluster)));
    inputs.budget.moves = 1'000;
    return inputs;
}

ParallelConfig drawn_config(Random& random, const PlanInputs& inputs) {
    ParallelConfig config;
    config.pp = 1 << random.below(3), config.tp = 1 << random.below(3);
    config.dp = 16 / config.pp / config.tp, config.micro_batch = 1 << random.below(3);
    config.global_batch = inputs.job.global_batch;
    config.vpp = config.pp > 1 && random.below(2) == 1 ? 2 : 1;
    if (config.vpp > 1)
        config.schedule = ScheduleKind::interleaved;
    config.recompute = Recompute::full;
    config.layers_per_stage = even_layers(inputs.model.layers, config.chunks());
    return config;
}

} // namespace

class FewestLayersTest : public QObject {
    Q_OBJECT

private slots:
    void areThoseThatTryingEveryNumberFinds() {
        constexpr double gib = 1024.0 * 1024 * 1024;
        Random random(7);
        int partly = 0;
        for (int turn = 0; turn < 300; ++turn) {
            const PlanInputs inputs = inputs_with(80, 1);
            const ParallelConfig full = drawn_config(random, inputs);
            const double bytes = random.uniform(4, 40) * gib;
            const Verdict wanted = check_memory(inputs, {}, full, bytes).verdict;
            if (wanted == Verdict::over)
                continue;
            const int all = *std::max_element(full.layers_per_stage.begin(), full.layers_per_stage.end());
            int fewest = all;
            for (int layers = all - 1; layers > 0; --layers) {
                ParallelConfig some = full;
                some.recompute_layers = layers;
                if (check_memory(inputs, {}, some, bytes).verdict <= wanted)
                    fewest = layers;
            }
            const int found = with_fewest_layers(inputs, {}, full, wanted, bytes).recompute_layers;
            QCOMPARE(found > 0 ? found : all, fewest);
            partly += found > 0;
        }
        QVERIFY2(partly > 50, qPrintable(QString::number(partly)));
    }

    /// One GPU, whose memory lies between what it takes with three layers computed again and with two.
    void areThreeWhereTwoAreTooFew() {
        PlanInputs inputs = inputs_with(80, 1);
        inputs.job.framework = "fms-fsdp";
        ParallelConfig config;
        config.dp = 16, config.zero_stage = 3, config.recompute = Recompute::full;
        config.global_batch = inputs.job.global_batch, config.layers_per_stage = {inputs.model.layers};
        const auto needed = [&](int layers) {
            config.recompute_layers = layers;
            return check_memory(inputs, {}, config, 1).fullest.bytes;
        };
        const double two = needed(2), three = needed(3), bytes = (two + three) / 2;
        QVERIFY(three < two);
        config.recompute_layers = 0;
        const auto fewest = [&] {
            return with_fewest_layers(inputs, {}, config, Verdict::tight, bytes).recompute_layers;
        };
        QCOMPARE(fewest(), 3);
        inputs.job.framework = "fsdp2"; // takes no number
        QCOMPARE(fewest(), 0);
    }

    /// What a framework cannot run is not among its plans.
    void areOfferedToFrameworksThatTakeThem() {
        PlanInputs inputs = inputs_with(10, 1);
        inputs.model.layers = 48, inputs.model.tied_embeddings = false;
        const auto plan_with = [&](const char* framework) {
            inputs.job.framework = framework;
            return plan(inputs, Knowledge{});
        };
        const auto some = [](const Candidate& candidate) { return candidate.config.recompute_layers > 0; };
        const Plan spaced = plan_with("fms-fsdp"), whole = plan_with("fsdp2");
        QVERIFY(!whole.candidates.empty());
        QVERIFY(std::none_of(whole.candidates.begin(), whole.candidates.end(), some));
        QVERIFY(std::any_of(spaced.candidates.begin(), spaced.candidates.end(), some));
        for (const Candidate& candidate : spaced.candidates) {
            QVERIFY(candidate.config.recompute != Recompute::selective);
            QCOMPARE(candidate.config.dp, candidate.config.world());
        }
        inputs.limits.recompute = {Recompute::selective};
        QVERIFY_THROWS_EXCEPTION(InputError, plan_with("fms-fsdp"));
    }

    /// Where whole layers must be computed again, plans do not compute all of them again.
    void makePlansFaster() {
        PlanInputs inputs = inputs_with(10, 1);
        inputs.model.layers = 48;
        const Plan some = plan(inputs, Knowledge{});
        QVERIFY(!some.candidates.empty());
        inputs.limits.recompute = {Recompute::full};
        const Plan all = plan(inputs, Knowledge{});
        QVERIFY(!all.candidates.empty());
        for (const Candidate& candidate : all.candidates) // as a person asked for
            QCOMPARE(candidate.config.recompute_layers, 0);
        QVERIFY(some.candidates.front().iteration_time_s <= all.candidates.front().iteration_time_s);
    }
};

QTEST_GUILESS_MAIN(FewestLayersTest)
#include "fewest_layers_test.moc"
