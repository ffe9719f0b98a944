// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/units.h"
#include "core/cost/iteration_time.h"
#include "core/plan/plan_headline.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/planner.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/memory_check.h"
#include "tests/core/own_cluster.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <cmath>
#include <set>

using namespace pipette;

namespace {

PlanInputs small_inputs() {
    PlanInputs inputs = random_inputs({4, 4, 2, 0.2, MatrixBetween::nodes}, 9);
    inputs.budget.moves = 5'000;
    inputs.top = 1'000;
    return inputs;
}

/// The space counted by trying every number, not by divisors.
struct Count {
    long whole = 0, possible = 0;
};
Count count_by_hand(const PlanInputs& inputs, int world) {
    Count count;
    for (int tp = 1; tp <= 4; ++tp)
        for (int pp = 1; pp <= world; ++pp)
            for (int dp = 1; dp <= world; ++dp) {
                if (tp * pp * dp != world)
                    continue;
                for (const int micro : {1, 2, 4, 8})
                    for (int recompute = 0; recompute < 4; ++recompute) // none, core, mlp, all
                        for (int vpp = 1; vpp <= 4; ++vpp) {            // 1: 1f1b, else interleaved
                            ++count.whole;
                            const bool heads =
                                inputs.model.heads % tp == 0 && inputs.model.ffn_hidden % tp == 0;
                            const bool batch = inputs.job.global_batch % (dp * micro) == 0;
                            const bool layers = pp * vpp <= inputs.model.layers;
                            const bool loops = vpp == 1 || (pp > 1 && batch &&
                                                            inputs.job.global_batch / dp / micro % pp == 0);
                            count.possible += heads && batch && layers && loops;
                        }
            }
    return count;
}

} // namespace

class PlannerTest : public QObject {
    Q_OBJECT

private slots:
    void enumeratesAsCountedByHand() {
        const PlanInputs inputs = small_inputs();
        const ConfigSpace space = enumerate(inputs);
        const Count count = count_by_hand(inputs, 16);
        QCOMPARE(space.enumerated, count.whole);
        QCOMPARE(long(space.configs.size()), count.possible);
        QCOMPARE(space.indivisible, count.whole - count.possible);
        std::set<std::string> names;
        for (const ParallelConfig& config : space.configs)
            names.insert(short_name(config) + std::string(name_of(config.schedule)));
        QCOMPARE(names.size(), space.configs.size());
    }

    void everyConfigurationIsAccountedFor() {
        const PlanInputs inputs = small_inputs();
        std::vector<Candidate> found;
        SearchSinks sinks;
        sinks.found = [&](const Candidate& candidate) { found.push_back(candidate); };
        const Plan result = plan(inputs, some_knowledge(), sinks);
        QCOMPARE(result.enumerated, count_by_hand(inputs, 16).whole);
        QCOMPARE(result.feasible + result.rejected_counts.all() + result.indivisible, result.enumerated);
        QVERIFY(!result.candidates.empty() && !found.empty() && !result.stopped_early);
        for (const Candidate& candidate : result.candidates) {
            check(candidate.mapping, candidate.config.world(), inputs.cluster->gpu_count());
            const Candidate again = evaluate(inputs, candidate.config, candidate.mapping, some_knowledge());
            QCOMPARE(candidate.iteration_time_s, again.iteration_time_s);
            QVERIFY(std::abs(candidate.breakdown.total() - candidate.iteration_time_s) <=
                    1e-9 * candidate.iteration_time_s);
            QVERIFY(verdict_of(candidate) != Verdict::over);
            QVERIFY(candidate.iteration_time_s >= result.candidates.front().iteration_time_s);
        }
        // What was rejected as slower is slower, on a mapping at hand too.
        for (const Rejection& rejection : result.rejected)
            if (rejection.code == RejectionCode::slower_by_bound)
                QVERIFY(evaluate(inputs, rejection.config, host_order_mapping(16, 16, {}), some_knowledge())
                            .iteration_time_s > result.candidates.front().iteration_time_s);
            else
                QVERIFY(rejection.reason.find("GiB") != std::string::npos);
        for (const Candidate& baseline : result.baselines)
            QVERIFY(baseline.planner != Planner::pipette &&
                    baseline.iteration_time_s >= result.candidates.front().iteration_time_s);
        QVERIFY(!result.baselines.empty());
    }

    void hostOrderIsTheBestOfAllConfigurationsWithoutAMapping() {
        const PlanInputs inputs = small_inputs();
        const Plan result = plan(inputs, some_knowledge());
        const Candidate& best = result.baselines.front();
        QVERIFY(best.planner == Planner::host_order);
        QCOMPARE(best.mapping.gpu_of_rank, host_order_mapping(16, 16, {}).gpu_of_rank);
        double least = INFINITY;
        for (const ParallelConfig& config : enumerate(inputs).configs)
            if (check_memory(inputs, some_knowledge(), config, 80 * 1073741824.0).fits())
                least =
                    std::min(least, evaluate(inputs, config, host_order_mapping(16, 16, {}), some_knowledge())
                                        .iteration_time_s);
        // A split of the layers that balances stages may be faster than all usual ones.
        if (best.config.layers_per_stage == usual_layers(inputs.model, best.config.chunks()))
            QCOMPARE(best.iteration_time_s, least);
        else
            QVERIFY(best.iteration_time_s < least);
    }

    void fewerWholeNodesAreTriedToo() {
        const auto worlds_of = [](int nodes, int gpus) {
            return allowed_worlds(random_inputs({nodes, gpus, 1, 0.2, MatrixBetween::nodes}, 9));
        };
        QCOMPARE(worlds_of(17, 8), (std::vector{136, 128, 120}));
        QCOMPARE(worlds_of(4, 4), (std::vector{16}));
        QCOMPARE(worlds_of(128, 1),
                 (std::vector{128, 126, 124, 122, 120, 118, 116, 112})); // those with more factors of two

        PlanInputs inputs = random_inputs({9, 2, 1, 0.2, MatrixBetween::nodes}, 9);
        inputs.budget.moves = 5'000;
        const Plan result = plan(inputs, some_knowledge());
        QCOMPARE(result.candidates.front().config.world(), 16); // 18 hardly divides a batch of 64
        QVERIFY(spare_text(result).starts_with("1 of 9 nodes stays spare: "));
        QVERIFY(spare_text(result).ends_with(" ms on all"));

        inputs.limits.world_sizes = {4, 8, 16};
        inputs.top = 2;
        std::set<int> sizes;
        const Plan asked = plan(inputs, some_knowledge());
        for (const Candidate& candidate : asked.candidates)
            sizes.insert(candidate.config.world());
        QCOMPARE(sizes, (std::set{4, 8, 16}));
        QVERIFY(spare_text(asked).empty());
    }

    void threadsDoNotMatter() {
        PlanInputs inputs = small_inputs();
        std::vector<Plan> plans;
        for (const int threads : {1, 2, 7}) {
            inputs.budget.threads = threads;
            plans.push_back(plan(inputs, some_knowledge()));
        }
        for (const Plan& other : plans) {
            QVERIFY(other.candidates == plans.front().candidates);
            QVERIFY(other.rejected == plans.front().rejected);
            QVERIFY(other.rejected_counts == plans.front().rejected_counts);
            QVERIFY(other.baselines == plans.front().baselines);
        }
    }

    void nothingIsComputedAgainWithoutNeed() {
        PlanInputs inputs = small_inputs();
        const auto repeating = [&] {
            int count = 0;
            const Plan found = plan(inputs, some_knowledge());
            for (const Candidate& candidate : found.candidates) {
                ParallelConfig without = candidate.config;
                without.recompute = Recompute::none, without.recompute_layers = 0;
                const double bytes = inputs.cluster->node_kinds.front().gpu.memory_gib * bytes_per_gib;
                const bool repeats = candidate.config.recompute != Recompute::none;
                count += repeats;
                if (repeats &&
                    check_memory(inputs, some_knowledge(), without, bytes).verdict == Verdict::safe)
                    return -1;
            }
            return count;
        };
        QCOMPARE(repeating(), 0);
        inputs.limits.recompute = {Recompute::selective}; // as a person asked for
        QVERIFY(repeating() < 0);
    }

    void excludedGpusAreNotUsedAndPinnedOnesStay() {
        PlanInputs inputs = small_inputs();
        inputs.faults.excluded_gpus = {4, 5, 6, 7};
        inputs.limits.world_sizes = {8};
        RankMapping start;
        start.gpu_of_rank = {8, 9, 10, 11, 0, 1, 2, 3};
        inputs.start = start;
        inputs.pinned_ranks = {4};
        const Plan result = plan(inputs, some_knowledge());
        QVERIFY(!result.candidates.empty());
        for (const Candidate& candidate : result.candidates) {
            QCOMPARE(candidate.mapping.gpu_of_rank[4], 0);
            for (const int gpu : candidate.mapping.gpu_of_rank)
                QVERIFY(gpu < 4 || gpu > 7);
        }
    }

    void improvesFromHere() {
        const PlanInputs inputs = small_inputs();
        const ParallelConfig config = config_of(inputs, 4, 2, 2);
        const RankMapping start = host_order_mapping(16, 16, {});
        const Candidate before = evaluate(inputs, config, start, some_knowledge());
        const Candidate after = improve(inputs, config, start, some_knowledge());
        QVERIFY(after.iteration_time_s <= before.iteration_time_s);
        check(after.mapping, 16, 16);
    }

    void stopsWithTheBestSoFar() {
        PlanInputs inputs = small_inputs();
        std::stop_source source;
        SearchSinks sinks;
        sinks.found = [&](const Candidate&) { source.request_stop(); };
        const Plan result = plan(inputs, some_knowledge(), sinks, source.get_token());
        QVERIFY(result.stopped_early);
        QVERIFY(!result.candidates.empty());
        QVERIFY(result.baselines.empty());
    }

    void gpusWithoutFlashAttentionKeepTheScores() {
        PlanInputs inputs = small_inputs();
        ParallelConfig config;
        config.dp = 4, config.global_batch = inputs.job.global_batch;
        config.layers_per_stage = {inputs.model.layers};
        const auto bytes = [&] { return check_memory(inputs, {}, config, 1e12).device_bytes.front(); };
        const double fused = bytes();
        inputs.job.flash_attention = false;
        const double whole = bytes();
        QVERIFY(whole > fused);
        inputs.job.flash_attention = true;
        NodeKind other = inputs.cluster->node_kinds[0];
        other.name = "other", other.gpu.flash_attention = false;
        own_cluster(inputs).node_kinds.push_back(other);
        own_cluster(inputs).nodes[3].kind = 1;
        QCOMPARE(bytes(), fused); // the mapping may leave them out
        const auto evaluated = [&](const std::vector<int>& gpus) {
            return evaluate(inputs, config, RankMapping{gpus}, {}).memory.front().upper;
        };
        QCOMPARE(evaluated({0, 1, 2, 3}), fused);
        QCOMPARE(evaluated({0, 1, 2, 15}), whole);
    }

    void refusesWhatCannotBe() {
        PlanInputs inputs = small_inputs();
        inputs.limits.world_sizes = {17};
        QVERIFY_EXCEPTION_THROWN(plan(inputs, some_knowledge()), InputError);
        inputs = small_inputs();
        inputs.job.precision = Precision::fp8;
        QVERIFY_EXCEPTION_THROWN(plan(inputs, some_knowledge()), InputError);
    }
};

QTEST_GUILESS_MAIN(PlannerTest)
#include "planner_test.moc"
