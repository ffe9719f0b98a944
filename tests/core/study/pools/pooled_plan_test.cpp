// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/search/rounds/evaluate.h"
#include "core/study/pools/between_pools.h"
#include "core/study/pools/pools_answer.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace pipette;

namespace {

/// Six nodes of four GPUs; every second node computes half as fast.
PlanInputs unlike_inputs(std::uint64_t seed) {
    ClusterSketch sketch{6, 4, 4, 0.1, MatrixBetween::nodes};
    sketch.slower_half = 0.5, sketch.slower_links = 0.7;
    PlanInputs inputs = random_inputs(sketch, seed);
    inputs.budget.moves = 500, inputs.budget.chains = 1, inputs.budget.threads = 1;
    inputs.limits.micro_batches = {1, 2};
    return inputs;
}

} // namespace

class PooledPlanTest : public QObject {
    Q_OBJECT

private slots:
    void eachKindIsAPool() {
        PlanInputs inputs = unlike_inputs(1);
        inputs.faults.excluded_gpus = {0};
        const std::vector<Pool> pools = pools_of(inputs, PoolsBy::gpu_kind);
        QCOMPARE(pools.size(), std::size_t(2));
        QCOMPARE(pools[0].name, std::string("A100"));
        QCOMPARE(pools[0].gpus, (std::vector{1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19}));
        QCOMPARE(pools[1].gpus.size(), std::size_t(12));
        const PlanInputs alone = inputs_on(inputs, pools[0], 8);
        QCOMPARE(alone.job.global_batch, 8);
        QCOMPARE(alone.faults.excluded_gpus.size(), std::size_t(13));
    }

    void whatCannotBePartedIsRefused() {
        const PlanInputs alike = random_inputs({4, 4, 4, 0.1, MatrixBetween::nodes}, 1);
        QVERIFY_EXCEPTION_THROWN((void)pools_of(alike, PoolsBy::gpu_kind), InputError);
        QVERIFY_EXCEPTION_THROWN((void)pools_of(alike, PoolsBy::zone), InputError); // without names
        Cluster zones = *alike.cluster;
        for (std::size_t node = 0; node < zones.nodes.size(); ++node)
            zones.nodes[node].zone = node < 1 ? "east" : "west";
        PlanInputs inputs = alike;
        inputs.cluster = share(make_cluster(std::move(zones)));
        const std::vector<Pool> pools = pools_of(inputs, PoolsBy::zone);
        QCOMPARE(pools.size(), std::size_t(2));
        QCOMPARE(pools[0].name, std::string("east"));
        QCOMPARE(pools[1].gpus.size(), std::size_t(12));
    }

    void slicesCrossTheSlowestOfTheirLinks() {
        PlanInputs inputs = unlike_inputs(2);
        Cluster even = *inputs.cluster;
        even.inter_node.bandwidth = BandwidthMatrix(6);
        for (int a = 0; a < 6; ++a)
            for (int b = 0; b < 6; ++b)
                if (a != b)
                    even.inter_node.bandwidth.set(a, b, 10);
        inputs.cluster = share(make_cluster(std::move(even)));
        const Links links = make_links(*inputs.cluster);
        Candidate fast, slow;
        fast.config = config_of(inputs, 1, 1, 4), fast.mapping.gpu_of_rank = {0, 1, 2, 3};
        slow.config = config_of(inputs, 2, 1, 4), slow.mapping.gpu_of_rank = {4, 5, 6, 7, 12, 13, 14, 15};
        Calibration calibration = some_knowledge().calibration;
        calibration.kinds.front().inter_latency_s = 0;
        const double exchange_s = PoolExchange(inputs, calibration).seconds({&fast, &slow}).value();
        // Eight slices; each of the four fast GPUs owns two, which share its card. Both ends send a slice.
        const double slice_bytes = gradient_bytes(inputs) / 8;
        const double expected_s =
            2 * links.uniform_latency_s + 2 * slice_bytes / 10e9 / calibration.kinds.front().inter_efficiency;
        QVERIFY(std::abs(exchange_s - expected_s) < 1e-9 * expected_s);
        QCOMPARE(PoolExchange(inputs, calibration).seconds({&slow, &fast}), exchange_s);
        QCOMPARE(PoolExchange(inputs, calibration).seconds({&fast}), 0.0);
        Cluster torn = *inputs.cluster;
        Fault fault;
        fault.node = 0, fault.other = 3;
        torn.faults.push_back(fault);
        inputs.cluster = share(make_cluster(std::move(torn)));
        QVERIFY(!PoolExchange(inputs, calibration).seconds({&fast, &slow}).has_value());
        inputs.limits.allow_faulty = true;
        QVERIFY(PoolExchange(inputs, calibration).seconds({&fast, &slow}).has_value());
    }

    /// Two zones; what crosses between them has a price.
    void theExchangeBetweenZonesHasAPrice() {
        PlanInputs inputs = unlike_inputs(2);
        Cluster zones = *inputs.cluster;
        for (std::size_t node = 0; node < zones.nodes.size(); ++node)
            zones.nodes[node].zone = node < 2 ? "east" : "west";
        zones.fabric.levels = {{.name = "zone", .by = SharedName::zone, .price_per_gb = 0.02}};
        inputs.cluster = share(make_cluster(std::move(zones)));
        Candidate east, west, more_east;
        east.config = config_of(inputs, 1, 1, 4), east.mapping.gpu_of_rank = {0, 1, 2, 3};
        more_east.config = east.config, more_east.mapping.gpu_of_rank = {4, 5, 6, 7};
        west.config = config_of(inputs, 2, 1, 4), west.mapping.gpu_of_rank = {8, 9, 10, 11, 12, 13, 14, 15};
        const Calibration calibration = some_knowledge().calibration;
        const PoolExchange exchange(inputs, calibration);
        const double bytes = gradient_bytes(inputs);
        const Transfers of_two = exchange.transfers({&east, &west}); // each sends half of a slice twice
        QVERIFY(std::abs(of_two.bytes - 2 * bytes) < 1e-9 * bytes);
        QVERIFY(std::abs(of_two.usd - of_two.bytes / 1e9 * 0.02) < 1e-9);
        // A ring of three sends each slice on by two thirds twice; two of its three hops cross.
        const Transfers of_three = exchange.transfers({&east, &more_east, &west});
        QVERIFY(std::abs(of_three.bytes - 2 * 2 * bytes * 2 / 3) < 1e-9 * bytes);
        QCOMPARE(exchange.transfers({&east, &more_east}), Transfers{});
        QCOMPARE(exchange.transfers({&east}), Transfers{});
        PooledPlan plan;
        plan.shares.resize(2), plan.transfers = of_two;
        QCOMPARE(pools_transfers(*inputs.cluster, plan).size(), std::size_t(1));
        plan.joint.emplace().transfer_bytes = 1e9;
        QVERIFY(
            pools_transfers(*inputs.cluster, plan).back().starts_with("With like replicas it sends 1 GB"));
        plan.joint.reset(), plan.transfers = {};
        QVERIFY(pools_transfers(*inputs.cluster, plan).empty());
    }

    void thePlanOfAPoolIsWhatItIsAlone() {
        const PlanInputs inputs = unlike_inputs(3);
        const PooledPlan found = plan_pools(inputs, pools_of(inputs, PoolsBy::gpu_kind), some_knowledge());
        for (const PoolShare& share : found.shares) {
            const Plan alone = plan_of_share(inputs, found, share);
            QCOMPARE(alone.inputs.job.global_batch, share.sequences);
            QCOMPARE(alone.candidates.size(), std::size_t(1));
            const Candidate& kept = alone.candidates.front();
            QCOMPARE(evaluate(alone.inputs, kept.config, kept.mapping, some_knowledge()).iteration_time_s,
                     share.candidate.iteration_time_s);
            QCOMPARE(alone.assumptions.size(), found.assumptions.size() + (found.shares.size() > 1));
            QVERIFY(alone.calibration != nullptr);
        }
    }

    void poolsShareTheBatchAndEndTogether() {
        const Knowledge knowledge = some_knowledge();
        int with_both = 0;
        for (const std::uint64_t seed : {3U, 4U, 5U}) {
            const PlanInputs inputs = unlike_inputs(seed);
            const std::vector<Pool> pools = pools_of(inputs, PoolsBy::gpu_kind);
            double fraction = 0;
            const PooledPlan found = plan_pools(inputs, pools, knowledge, [&](const Progress& progress) {
                QVERIFY(progress.fraction <= 1);
                fraction = std::max(fraction, progress.fraction);
            });
            QVERIFY(fraction > 0);
            QCOMPARE(found.shares.size() + found.left_out.size(), std::size_t(2));
            QVERIFY(found.joint.has_value());
            int sequences = 0;
            double slowest_s = 0;
            for (const PoolShare& share : found.shares) {
                sequences += share.sequences;
                QCOMPARE(share.candidate.config.global_batch, share.sequences);
                QVERIFY(verdict_of(share.candidate) != Verdict::over);
                for (const int gpu : share.candidate.mapping.gpu_of_rank)
                    QVERIFY(std::binary_search(share.pool.gpus.begin(), share.pool.gpus.end(), gpu));
                const Candidate again = evaluate(inputs_on(inputs, share.pool, share.sequences),
                                                 share.candidate.config, share.candidate.mapping, knowledge);
                QCOMPARE(share.candidate.iteration_time_s, again.iteration_time_s);
                slowest_s = std::max(slowest_s, again.iteration_time_s);
                QVERIFY(found.waits_s(share) > -1e-9);
            }
            QCOMPARE(sequences, inputs.job.global_batch);
            QCOMPARE(found.iteration_time_s, slowest_s + found.exchange_s);
            // No pool is faster alone.
            for (const Pool& pool : pools) {
                const Plan alone = plan(inputs_on(inputs, pool, inputs.job.global_batch), knowledge);
                QVERIFY(found.iteration_time_s <= alone.candidates.front().iteration_time_s * (1 + 1e-9));
            }
            if (found.shares.size() == 2)
                QVERIFY(++with_both && noOtherSharesAreFaster(inputs, found, knowledge));
        }
        QVERIFY(with_both > 0);
    }

    void aStoppedPlanSaysSo() {
        const PlanInputs inputs = unlike_inputs(3);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(
            plan_pools(inputs, pools_of(inputs, PoolsBy::gpu_kind), some_knowledge(), {}, stop.get_token())
                .stopped_early);
    }

    void whatThePoolsGainIsSaid() {
        PooledPlan plan;
        QCOMPARE(pools_answer(plan), std::string("No pool has a plan, and all GPUs together have none."));
        plan.joint.emplace().iteration_time_s = 2;
        plan.shares.resize(2);
        plan.shares[0].pool.name = "east", plan.shares[1].pool.name = "west";
        plan.iteration_time_s = 1.5, plan.low_s = 1.2, plan.high_s = 1.8;
        QCOMPARE(
            pools_answer(plan),
            std::string("With replicas of their own on east and west a step takes 1.500 s (range 1.200 s to "
                        "1.800 s): 25.0 % less than the best plan with like replicas, 2.000 s."));
        plan.joint->iteration_time_s = 1.5;
        QVERIFY(pools_answer(plan).ends_with(", as long as the best plan with like replicas, 1.500 s."));
        plan.joint->iteration_time_s = 1.25;
        QVERIFY(pools_answer(plan).find("20.0 % more than") != std::string::npos);
        QCOMPARE(pools_assumptions(plan).size(), std::size_t(2));
        plan.shares.pop_back();
        QVERIFY(pools_answer(plan).starts_with("Only replicas on east have a plan: a step"));
        plan.left_out.push_back({{"west", {}}, true, "slow"});
        QVERIFY(pools_answer(plan).starts_with("Replicas on east alone are the fastest: a step"));
    }

    /// Few sequences: some pools are best left out, and the others want the whole batch.
    void fewSequencesAreBestLeftToFewPools() {
        for (const int batch : {8, 16, 32}) {
            PlanInputs inputs = unlike_inputs(6);
            inputs.job.global_batch = batch;
            const std::vector<Pool> pools = pools_of(inputs, PoolsBy::gpu_kind);
            const PooledPlan found = plan_pools(inputs, pools, some_knowledge());
            for (const Pool& pool : pools) {
                const Plan alone = plan(inputs_on(inputs, pool, batch), some_knowledge());
                QVERIFY(found.iteration_time_s <= alone.candidates.front().iteration_time_s * (1 + 1e-9));
            }
        }
    }

    void aJobThatNothingCanRunIsRefused() {
        PlanInputs inputs = unlike_inputs(1);
        inputs.job.precision = Precision::fp8;
        const std::vector<Pool> pools = pools_of(inputs, PoolsBy::gpu_kind);
        QVERIFY_EXCEPTION_THROWN((void)plan_pools(inputs, pools, some_knowledge()), InputError);
    }

    void theRangeIsNotNarrowerThanThatOfAPool() {
        const PlanInputs inputs = unlike_inputs(4);
        const PooledPlan found = plan_pools(inputs, pools_of(inputs, PoolsBy::gpu_kind), some_knowledge());
        for (const PoolShare& share : found.shares) {
            QVERIFY(found.low_s >= share.candidate.low_s);
            QVERIFY(found.high_s >= share.candidate.high_s);
        }
    }

private:
    /// Tries all shares of the two layouts that were chosen.
    static bool noOtherSharesAreFaster(const PlanInputs& inputs, const PooledPlan& found,
                                       const Knowledge& knowledge) {
        const auto time_s = [&](const PoolShare& share, int sequences) {
            ParallelConfig config = share.candidate.config;
            config.global_batch = sequences;
            return evaluate(inputs_on(inputs, share.pool, sequences), config, share.candidate.mapping,
                            knowledge)
                .iteration_time_s;
        };
        const auto grain = [](const PoolShare& share) {
            const ParallelConfig& config = share.candidate.config;
            return config.dp * config.micro_batch * (config.vpp > 1 ? config.pp : 1);
        };
        const PoolShare &first = found.shares[0], &second = found.shares[1];
        for (int taken = grain(first); taken < inputs.job.global_batch; taken += grain(first)) {
            const int rest = inputs.job.global_batch - taken;
            if (rest % grain(second) == 0 && std::max(time_s(first, taken), time_s(second, rest)) <
                                                 (found.iteration_time_s - found.exchange_s) * (1 - 1e-9))
                return false;
        }
        return true;
    }
};

QTEST_GUILESS_MAIN(PooledPlanTest)
#include "pooled_plan_test.moc"
