// SPDX-License-Identifier: GPL-3.0-or-later
// Stages with a tp of their own, against configurations whose stages all have this tp.
#include "core/plan/stages/stage_tp.h"

#include "core/base/grid.h"
#include "core/base/input_error.h"
#include "core/cost/iteration_time.h"
#include "core/cost/traffic/transfers.h"
#include "core/plan/groups/parallel_groups.h"
#include "tests/core/cost/random_case.h"

#include <QtTest>

using namespace pipette;

namespace {

/// Two stages with these tp on blocks of eight GPUs, in host order.
SmallCase two_stages(int first_tp, int second_tp, int dp = 1, int nodes = 2) {
    SmallCase c(uniform_cluster(nodes, 8, 8, 20), 2, 8, 1, dp);
    c.config.micro_batch = 8;
    c.config = with_stage_tp(c.config, {first_tp, second_tp});
    return c;
}

SmallCase as_stage_of(SmallCase c, int stage) {
    c.config = as_stage(c.config, stage);
    return c;
}

/// The longest of what the groups of a block take: `even` has each of them as a replica.
double of_groups(const std::vector<double>& even, int columns, int block, int groups, int column) {
    double longest = 0;
    for (int group = 0; group < groups; ++group)
        longest = std::max(longest, Grid(even, columns)(block * groups + group, column));
    return longest;
}

std::string reason_of(const SmallCase& c) {
    try {
        check(c.config, c.model, c.job);
    } catch (const InputError& error) {
        return error.place() + ": " + error.reason();
    }
    return {};
}

} // namespace

class StageTpTest : public QObject {
    Q_OBJECT

private slots:
    void a_stage_has_the_same_gpus_and_microbatches() {
        const ParallelConfig config = two_stages(8, 2).config, second = as_stage(config, 1);
        QCOMPARE(second.tp, 2);
        QCOMPARE(second.dp, 4);
        QCOMPARE(second.micro_batch, 2);
        QCOMPARE(second.world(), config.world());
        QCOMPARE(second.microbatches(), config.microbatches());
        QCOMPARE(as_stage(config, 0), with_stage_tp(config, {}));
        QVERIFY(!has_stage_tp(with_stage_tp(config, {8, 8})));
        QCOMPARE(short_name(config), std::string("pp=2 tp=8 tp_per_stage=8+2 dp=1 mb=8 1f1b"));
    }

    void what_nobody_knows_is_refused() {
        QCOMPARE(reason_of(two_stages(8, 2)), std::string());
        QVERIFY(reason_of(two_stages(8, 3)).find("has 3, which does not divide tp = 8") != std::string::npos);
        QVERIFY(reason_of(two_stages(4, 2)).find("has no 8") != std::string::npos);
        SmallCase c = two_stages(8, 2);
        c.config.micro_batch = 2; // four groups
        QVERIFY(reason_of(c).find("do not divide a microbatch of 2") != std::string::npos);
        c = two_stages(8, 2);
        c.config.tp_per_stage.push_back(8);
        QVERIFY(reason_of(c).find("has 3 entries, expected pp = 2") != std::string::npos);
        c = two_stages(8, 2);
        c.config.zero_stage = 3;
        QVERIFY(reason_of(c).find("ZeRO") != std::string::npos);
        c = two_stages(8, 2);
        c.config.schedule = *schedule_named("dualpipe");
        QVERIFY(!reason_of(c).empty());
    }

    void groups_are_those_of_each_stage() {
        const ParallelConfig config = two_stages(8, 4, 2, 4).config; // two blocks a stage
        const GroupList tensor = groups_along(config, axis::tp), data = groups_along(config, axis::dp);
        QCOMPARE(tensor.count(), 2 + 4);
        QCOMPARE(tensor.members(0).size(), std::size_t(8));
        QCOMPARE(tensor.members(5).size(), std::size_t(4));
        QCOMPARE(tensor.members(5).front(), 28);
        QCOMPARE(data.count(), 8 + 4);
        QCOMPARE(data.members(0).size(), std::size_t(2));
        QCOMPARE(data.members(8).size(), std::size_t(4)); // over both groups of both blocks
        const std::vector<int> of_rank = group_of_rank(tensor);
        QCOMPARE(of_rank.size(), std::size_t(32));
        QCOMPARE(of_rank[16], 2);
        QCOMPARE(of_rank[20], 3);
    }

    // On like GPUs a stage costs what it does where all stages have its tp.
    void each_stage_costs_what_it_does_alone() {
        Random random(11);
        for (int drawn = 0; drawn < 60; ++drawn) {
            SmallCase c = two_stages(8, one_of(random, {1, 2, 4}), one_of(random, {1, 2}), 4);
            if (random.below(2) == 0)
                std::swap(c.config.tp_per_stage.front(), c.config.tp_per_stage.back());
            c.config.zero_stage = one_of(random, {0, 1});
            c.config.sequence_parallel = random.below(2) == 0;
            c.job.overlap_gradient_exchange = random.below(2) == 0;
            c.job.overlap_tensor_parallel = c.config.sequence_parallel && random.below(2) == 0;
            KindCalibration fit = random_fit(random);
            fit.architecture = "ampere", fit.framework = c.job.framework, fit.straggler_share = 0;
            c.calibration.kinds = {fit};
            c.cluster.fabric.congestion = random_congestion(random);
            c.cluster.fabric.congestion.beyond_nodes = 1;
            QCOMPARE(reason_of(c), std::string());
            const PipelineCosts costs = c.costs();
            for (int stage = 0; stage < 2; ++stage) {
                const PipelineCosts even = as_stage_of(c, stage).costs();
                const int groups = 8 / tp_of_stage(c.config, stage);
                for (int block = 0; block < c.config.dp; ++block)
                    for (auto member : {&PipelineCosts::forward, &PipelineCosts::backward, &PipelineCosts::tp,
                                        &PipelineCosts::exchange, &PipelineCosts::optimizer})
                        COMPARE_CLOSE(Grid(costs.*member, 2)(block, stage),
                                      of_groups(even.*member, 2, block, groups, stage));
            }
        }
    }

    // A GPU sends what it holds and gets what it needs. With sequence parallelism both are an eighth of a
    // microbatch's activation, without it a whole one of its group's share.
    void the_longer_end_of_a_boundary_counts() {
        SmallCase c = two_stages(8, 2);
        const auto bytes = [&] {
            double all = 0;
            traffic_of(c.model, c.job, c.config).each_between(When::boundary, [&](const Collective& sends) {
                all += sends.bytes_of(0);
            });
            return all;
        };
        const double activation = 2.0 * 2048 * 1024 * 8;
        c.config.sequence_parallel = true;
        COMPARE_CLOSE(bytes(), activation / 8);
        c.config.sequence_parallel = false;
        c.job.framework = "fsdp2"; // sends whole activations
        COMPARE_CLOSE(bytes(), activation);
        c.config = with_stage_tp(c.config, {2, 2});
        COMPARE_CLOSE(bytes(), activation / 4);
    }

    // Groups of a block wait for each other at both ends of a stage, so that no step is shorter than that of
    // as many replicas.
    void alike_stages_take_as_long_as_replicas() {
        for (const int tp : {1, 2, 4}) {
            SmallCase c = two_stages(8, 8);
            c.config.tp_per_stage = {tp, tp};
            SmallCase even = c;
            even.config = as_stage(c.config, 0);
            COMPARE_CLOSE(time_of(c), time_of(even));
            const auto moved = [](const SmallCase& one) {
                Cluster zones = one.cluster;
                for (std::size_t node = 0; node < zones.nodes.size(); ++node)
                    zones.nodes[node].zone = "z" + std::to_string(node);
                FabricLevel& level = zones.fabric.levels.emplace_back();
                level.name = "zone", level.by = SharedName::zone, level.price_per_gb = 1;
                return transfers_of(zones,
                                    config_work(zones, one.model, one.job, one.config, one.calibration),
                                    one.mapping)
                    .bytes;
            };
            COMPARE_CLOSE(moved(c), moved(even));
        }
        Random random(12);
        for (int drawn = 0; drawn < 30; ++drawn) {
            SmallCase c = two_stages(8, 8, 2, 4);
            c.cluster = random_cluster(4, 8, 4, 20, 0.4, random);
            c.config.tp_per_stage.assign(2, one_of(random, {2, 4}));
            SmallCase even = c;
            even.config = as_stage(c.config, 0);
            QVERIFY(time_of(c) >= time_of(even) * (1 - 1e-12));
        }
    }
};

QTEST_GUILESS_MAIN(StageTpTest)
#include "stage_tp_test.moc"
