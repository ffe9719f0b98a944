// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cost/iteration_time.h"
#include "core/framework/framework.h"
#include "tests/core/cost/small_case.h"

#include <QtTest>
#include <numeric>

using namespace pipette;

namespace {

SmallCase sharded(int zero_stage, int tp, int dp, int shard = 0, double nic_gb_per_s = 20) {
    SmallCase c(uniform_cluster(4, 8, 8, nic_gb_per_s), 1, tp, 1, dp);
    c.config.zero_stage = zero_stage, c.config.shard = shard;
    return c;
}

/// Bytes of an iteration that come together, or that are added up, over all calls.
struct Moved {
    double gathered = 0, reduced = 0;
};
Moved moved(const SmallCase& c) {
    Moved all;
    const Traffic traffic = traffic_of(c.model, c.job, c.config);
    for (const When when : {When::layer, When::iteration})
        traffic.each_inside(when, [&](const Collective& collective) {
            if (collective.axes.front() == axis::tp || collective.axes.front() == axis::ep)
                return;
            const double calls = when == When::layer
                                     ? c.config.microbatches() * (collective.forward_calls.front() +
                                                                  collective.backward_calls.front())
                                     : 1;
            all.reduced += calls * collective.bytes_of(0);
            if (collective.kind == CollectiveKind::reduce_and_gather)
                all.gathered += calls * collective.gathered_of(0);
        });
    return all;
}

} // namespace

class ShardedTest : public QObject {
    Q_OBJECT

private slots:
    void everyMicrobatchMovesWhatTheStageSays() {
        const double parameters = sharded(3, 2, 16).parameters(0);
        const int n = sharded(3, 2, 16).config.microbatches();
        QVERIFY(n > 1);
        COMPARE_CLOSE(moved(sharded(3, 2, 16)).gathered, n * 2 * 2 * parameters);
        COMPARE_CLOSE(moved(sharded(3, 2, 16)).reduced, n * 4 * parameters);
        COMPARE_CLOSE(moved(sharded(2, 2, 16)).gathered, 2 * parameters); // once an iteration
        COMPARE_CLOSE(moved(sharded(2, 2, 16)).reduced, n * 4 * parameters);
        SmallCase fsdp = sharded(2, 2, 16);
        fsdp.job.framework = "fsdp2";
        COMPARE_CLOSE(moved(fsdp).gathered, n * 2 * parameters); // in each forward pass
        // Replicas add up what is left of the gradients once.
        COMPARE_CLOSE(moved(sharded(3, 2, 16, 4)).reduced, n * 4 * parameters + 4 * parameters / 4);
    }

    /// What every second product keeps costs more to make whole again than attention's scores, and less than
    /// the layer; what was gathered for the layer's products is gathered again.
    void selectiveRecomputationIsTheFrameworks() {
        SmallCase c = sharded(3, 2, 16);
        c.config.sequence_parallel = true;
        const auto recompute = [&](const char* framework, Recompute kind) {
            c.job.framework = framework, c.config.recompute = kind;
            return c.costs().recompute.front();
        };
        const double scores = recompute("megatron", Recompute::selective),
                     second = recompute("fsdp2", Recompute::selective),
                     all = recompute("fsdp2", Recompute::full);
        QVERIFY(0 < scores && scores < second && second < all);
        QVERIFY(second > 0.2 * all && second < 0.8 * all);
        const auto gathers = [&](const char* framework, Recompute kind) {
            c.job.framework = framework, c.config.recompute = kind;
            return traffic_of(c.model, c.job, c.config).collectives.front().backward_calls.front();
        };
        QCOMPARE(gathers("fsdp2", Recompute::selective), gathers("fsdp2", Recompute::full));
        QCOMPARE(gathers("megatron", Recompute::selective), gathers("megatron", Recompute::none));
    }

    /// As many forward passes of layers as the configuration says, of equal layers each as long.
    void someLayersAreComputedAgain() {
        SmallCase c = sharded(3, 1, 32);
        c.job.framework = "fms-fsdp", c.config.recompute = Recompute::full;
        const double all = c.costs().recompute.front();
        QVERIFY(all > 0);
        const int layers = c.model.layers;
        for (const int some : {1, layers / 2, layers - 1}) {
            c.config.recompute_layers = some;
            COMPARE_CLOSE(c.costs().recompute.front(), all * some / layers);
        }
    }

    /// Of what tensor parallelism sends, as much goes on beside the products as the framework's kernels
    /// manage.
    void asynchronousTensorParallelismHidesItsShare() {
        SmallCase c(uniform_cluster(1, 8, 8, 20), 1, 8, 1, 1);
        c.job.framework = "fsdp2", c.config.sequence_parallel = true;
        const double waits = c.costs().tp.front();
        c.job.overlap_tensor_parallel = true;
        const double hides = c.costs().tp.front();
        const double share = framework_of(c.job).tensor_parallel_overlap;
        QVERIFY(hides < waits && hides > (1 - share) * waits);
        c.job.framework = "nemo";
        QVERIFY(c.costs().tp.front() < hides); // its kernels hide all but a ring's first part
    }

    void shardGroupsAreNeighboursAndReplicasFar() {
        ParallelConfig config;
        config.tp = 2, config.cp = 2, config.dp = 8, config.pp = 2, config.zero_stage = 3, config.shard = 4;
        const RankGrid grid = shard_grid(config);
        const Axis shard[]{axis::shard}, replicas[]{axis::replicas};
        const RankGroups groups = grid.groups(shard), copies = grid.groups(replicas);
        QCOMPARE(groups.count() * groups.size(), 64);
        QCOMPARE(groups.size(), 4);
        QCOMPARE(copies.size(), 4); // 16 GPUs hold the same
        for (int group = 0; group < groups.count(); ++group)
            for (int member = 0; member < 4; ++member) { // tp is fastest, cp and dp follow
                const int rank = groups.rank(group, member);
                QCOMPARE(rank % 2, groups.rank(group, 0) % 2);
                QCOMPARE(rank / 8, groups.rank(group, 0) / 8);
            }
        for (int member = 0; member < 4; ++member)
            QCOMPARE(copies.rank(0, member), 8 * member);
    }

    void whatDoesNotDivideIsRefused() {
        SmallCase c = sharded(3, 2, 16, 3);
        QVERIFY_THROWS_EXCEPTION(InputError, check(c.config, c.model, c.job));
        c.config.shard = 8;
        check(c.config, c.model, c.job);
        c.config.zero_stage = 1;
        QVERIFY_THROWS_EXCEPTION(InputError, check(c.config, c.model, c.job));
        c.config.zero_stage = 4, c.config.shard = 0;
        QVERIFY_THROWS_EXCEPTION(InputError, check(c.config, c.model, c.job));
    }

    /// What holds the same experts is in as many replicas as the rest.
    void expertsAreInReplicasToo() {
        SmallCase c = sharded(3, 1, 16, 8);
        c.model.moe = Experts{.experts = 16, .experts_per_token = 2, .ffn_hidden = 4096};
        c.config.ep = 4;
        check(c.config, c.model, c.job);
        const Axis shard[]{axis::shard}, replicas[]{axis::replicas};
        const RankGrid grid = expert_shard_grid(c.config);
        const RankGroups shards = grid.groups(shard), copies = grid.groups(replicas);
        QCOMPARE(shards.size(), 2); // of the four that hold the same experts
        QCOMPARE(shards.rank(0, 1), 4);
        QCOMPARE(copies.rank(0, 1), 8);
        const StageShape stage = device_stages(c.model, c.job, c.config).front();
        QVERIFY(stage.experts > 0);
        const double kept = stage.shared_parameters() / 8 + stage.experts / 2;
        COMPARE_CLOSE(spread_parameters(stage, c.config), kept);
        COMPARE_CLOSE(moved(c).reduced, c.config.microbatches() * 4 * stage.parameters() + 4 * kept);
        const double time_s = exact_time(c.costs(), c.config);
        c.config.shard = 0;
        QVERIFY(time_s < exact_time(c.costs(), c.config)); // gathered inside nodes alone
        c.config.shard = 8, c.config.ep = 16;
        QVERIFY_THROWS_EXCEPTION(InputError, check(c.config, c.model, c.job)); // each expert is there once
    }

    void nearShardsCostLessOnSlowNetworks() {
        const auto time_s = [](const SmallCase& c) { return exact_time(c.costs(), c.config); };
        QVERIFY(time_s(sharded(3, 1, 32, 8, 5)) < time_s(sharded(3, 1, 32, 0, 5)));
        QVERIFY(time_s(sharded(3, 1, 32, 0, 5)) > time_s(sharded(3, 1, 32, 0, 50)));
    }

    void whatComputeHidesIsAllButTheFirstLayer() {
        SmallCase c = sharded(3, 1, 8); // inside a node
        const PipelineCosts plain = sharded(1, 1, 8).costs();
        for (NodeKind& kind : c.cluster.node_kinds)
            kind.intra_node.bandwidth_gb_per_s = 1e5; // so fast that a layer always hides the next
        const PipelineCosts fast = c.costs();
        const double layers = c.model.layers;
        QVERIFY(fast.dp.front() > 0);
        QVERIFY(fast.dp.front() < 0.05 * (plain.forward.front() + plain.backward.front()));
        for (NodeKind& kind : c.cluster.node_kinds)
            kind.intra_node.bandwidth_gb_per_s = 1e-2; // and so slow that compute hides next to nothing
        const PipelineCosts slow = c.costs();
        const Moved all = moved(c);
        const double sent_s = (all.gathered + all.reduced) / c.config.microbatches() * 7 / 8 / 1e7 /
                              KindCalibration{}.intra_efficiency;
        QVERIFY(slow.dp.front() < sent_s * 1.01);
        QVERIFY(slow.dp.front() > sent_s - (plain.forward.front() + plain.backward.front()) * layers);
        QVERIFY(slow.dp.front() > 0.9 * sent_s);
    }

    void partsOfTheTimeAddUp() {
        for (const int zero_stage : {2, 3}) {
            SmallCase c = sharded(zero_stage, 1, 32, 8, 2);
            const PipelineCosts costs = c.costs();
            PipelineTimer timer = timer_of(c.config);
            const ExactTime exact = exact_iteration(costs, c.config, timer);
            const Breakdown parts = breakdown_of(costs, c.config, exact, timer);
            COMPARE_CLOSE(parts.total(), exact.time_s);
            QVERIFY(parts.dp_exposed > c.config.microbatches() * costs.dp.front() * 0.999);
            QVERIFY(parts.compute > 0 && parts.bubble >= 0);
        }
    }
};

QTEST_GUILESS_MAIN(ShardedTest)
#include "sharded_test.moc"
