// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/iteration_time.h"
#include "core/plan/groups/expert_groups.h"
#include "core/search/problem/search_tables.h"
#include "core/search/space/enumeration.h"
#include "core/search/time/placement_cost.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <numeric>
#include <set>

using namespace pipette;

namespace {

/// Eight nodes of four, pairs of them NVLink domains where asked; a small model of 16 experts.
PlanInputs inputs_with_experts(std::uint64_t seed, bool domains) {
    PlanInputs inputs = random_inputs({8, 4, 4, 0.1, MatrixBetween::nodes}, seed);
    inputs.model.moe = Experts{.experts = 16, .experts_per_token = 2, .ffn_hidden = 2048};
    inputs.model.moe->first_dense_layers = 2;
    if (domains) {
        Cluster parts = *inputs.cluster;
        parts.node_kinds.front().domain_bandwidth_gb_per_s = 200;
        for (std::size_t node = 0; node < 8; ++node)
            parts.nodes[node].domain = "d" + std::to_string(node / 2);
        inputs.cluster = share(make_cluster(std::move(parts)));
    }
    return inputs;
}

RankMapping in_order(int world) {
    RankMapping mapping;
    mapping.gpu_of_rank.resize(std::size_t(world));
    std::iota(mapping.gpu_of_rank.begin(), mapping.gpu_of_rank.end(), 0);
    return mapping;
}

const Collective& to_experts(const Traffic& traffic) {
    return *std::find_if(traffic.collectives.begin(), traffic.collectives.end(),
                         [](const Collective& c) { return c.over_blocks() && c.when == When::layer; });
}

} // namespace

class ExpertsTest : public QObject {
    Q_OBJECT

private slots:
    void messagesAreAsLongAsMeasured() {
        // Primus prints 384.00 MB for a layer of Mixtral 8x22B: sequences of 8192, ep = 8, two experts a
        // token.
        PlanInputs inputs = inputs_with_experts(1, false);
        inputs.model = {};
        inputs.model.layers = 56, inputs.model.hidden = 6144, inputs.model.heads = 48,
        inputs.model.kv_heads = 8;
        inputs.model.ffn_hidden = 16384, inputs.model.vocab = 32000, inputs.model.sequence_length = 8192;
        inputs.model.gated_mlp = true;
        inputs.model.moe = Experts{.experts = 8, .experts_per_token = 2, .ffn_hidden = 16384};
        inputs.job.sequence_length = 8192;
        ParallelConfig config = config_of(inputs, 4, 1, 8);
        config.ep = 8;
        const Traffic traffic = traffic_of(inputs.model, inputs.job, config);
        const Collective& sends = to_experts(traffic);
        QCOMPARE(sends.bytes_of(0), 384.0 * 1024 * 1024 / 2);
        QCOMPARE(sends.forward_calls.front(), 2.0 * 14); // there and back in each layer
        QCOMPARE(traffic.members(sends), 8);
    }

    void groupsOverNodesCostMoreAndOnceANodeLess() {
        PlanInputs inputs = inputs_with_experts(2, false);
        ParallelConfig config = config_of(inputs, 2, 1, 16);
        const Knowledge knowledge = some_knowledge();
        const Links links = make_links(*inputs.cluster);
        const auto ep_s = [&](int ep, const char* dispatcher) {
            inputs.job.dispatcher = dispatcher;
            config.ep = ep;
            const ConfigWork work =
                config_work(*inputs.cluster, inputs.model, inputs.job, config, knowledge.calibration);
            return pipeline_costs(links, work, in_order(32)).ep.front();
        };
        QVERIFY(ep_s(4, "alltoall") > 0);
        QVERIFY(ep_s(8, "alltoall") > 3 * ep_s(4, "alltoall"));
        QVERIFY(ep_s(16, "deepep") < ep_s(16, "alltoall"));
        QCOMPARE(ep_s(1, "alltoall"), 0.0);
    }

    void aDomainIsOneNodeToItsGpus() {
        const PlanInputs apart = inputs_with_experts(3, false), joined = inputs_with_experts(3, true);
        const Links links = make_links(*joined.cluster), alone = make_links(*apart.cluster);
        QVERIFY(links.same_node(0, 7) && !links.same_node(7, 8));
        QCOMPARE(links.s_per_byte(0, 7), 1 / 200e9);
        QCOMPARE(links.s_per_byte(0, 1), alone.s_per_byte(0, 1));
        QCOMPARE(links.s_per_byte(7, 8), alone.s_per_byte(7, 8));
        QCOMPARE(links.host_of_gpu[7], 1);
        ParallelConfig config = config_of(joined, 2, 1, 16);
        config.ep = 8;
        const auto ep_s = [&](const PlanInputs& inputs, const Links& over) {
            const ConfigWork work =
                config_work(*inputs.cluster, inputs.model, inputs.job, config, some_knowledge().calibration);
            return pipeline_costs(over, work, in_order(32)).ep.front();
        };
        QVERIFY(ep_s(joined, links) < 0.5 * ep_s(apart, alone));
    }

    void whereGroupsLieIsSaid() {
        PlanInputs inputs = inputs_with_experts(4, true);
        Candidate candidate;
        candidate.config = config_of(inputs, 2, 1, 16);
        candidate.mapping = in_order(32);
        QCOMPARE(expert_groups_text(*inputs.cluster, candidate), std::string());
        candidate.config.ep = 4;
        QCOMPARE(expert_groups_text(*inputs.cluster, candidate),
                 std::string("8 expert groups of 4 GPUs: each inside one node"));
        candidate.config.ep = 8;
        QCOMPARE(expert_groups_text(*inputs.cluster, candidate),
                 std::string("4 expert groups of 8 GPUs: each inside one NVLink domain, on 2 of its 2 nodes, "
                             "0 to spare"));
        Candidate alone = candidate;
        alone.config = config_of(inputs, 1, 1, 8), alone.config.ep = 8;
        alone.mapping = in_order(8);
        QCOMPARE(expert_groups_text(*inputs.cluster, alone),
                 std::string("1 expert group of 8 GPUs: inside one NVLink domain, on 2 of its 2 nodes, 0 to "
                             "spare"));
        std::swap(candidate.mapping.gpu_of_rank.front(), candidate.mapping.gpu_of_rank.back());
        const GroupPlaces torn = expert_groups(*inputs.cluster, candidate);
        QCOMPARE(torn.inside_domain, 2);
        QCOMPARE(torn.most_domains, 2);
        QCOMPARE(expert_groups_brief(*inputs.cluster, candidate), std::string("over 2 domains"));
    }

    void whatADomainHoldsIsSaid() {
        PlanInputs inputs = inputs_with_experts(4, true);
        QCOMPARE(
            expert_room_text(*inputs.cluster, inputs.model),
            std::string("expert groups of 8 GPUs fill 2 of the 2 nodes of an NVLink domain, 0 to spare"));
        Cluster cluster = *inputs.cluster;
        for (std::size_t node = 0; node < 8; ++node)
            cluster.nodes[node].domain = node < 7 ? "large" : "small";
        cluster = make_cluster(std::move(cluster));
        const ExpertRoom room = expert_room(cluster, inputs.model);
        QCOMPARE(room.size, 16); // of 28 GPUs: a divisor of its 16 experts
        QCOMPARE(room.nodes, 4);
        QCOMPARE(room.domain_nodes, 7);
        QCOMPARE(expert_room_text(*inputs_with_experts(4, false).cluster, inputs.model), std::string());
        inputs.model.moe.reset();
        QCOMPARE(expert_room_text(cluster, inputs.model), std::string());
    }

    void aMoveCostsWhatThePlacementDoes_data() {
        QTest::addColumn<bool>("domains");
        QTest::addColumn<int>("tp");
        QTest::addColumn<int>("cp");
        QTest::addColumn<int>("ep");
        QTest::newRow("inside nodes or not") << false << 2 << 1 << 4;
        QTest::newRow("over nodes") << false << 1 << 1 << 16;
        QTest::newRow("blocks over nodes") << false << 2 << 4 << 8;
        QTest::newRow("domains") << true << 1 << 1 << 8;
        QTest::newRow("domains of blocks") << true << 2 << 1 << 8;
        QTest::newRow("blocks over the nodes of domains") << true << 1 << 8 << 16;
    }

    void aMoveCostsWhatThePlacementDoes() {
        QFETCH(bool, domains);
        QFETCH(int, tp);
        QFETCH(int, cp);
        QFETCH(int, ep);
        const Knowledge knowledge = some_knowledge();
        for (const bool spare : {false, true}) {
            PlanInputs inputs = inputs_with_experts(11, domains);
            inputs.job.dispatcher = spare ? "deepep" : "alltoall";
            ParallelConfig config = config_of(inputs, spare ? 1 : 2, tp, 16 / tp / cp);
            config.cp = cp, config.ep = ep;
            SearchTables tables(inputs, knowledge);
            const SlotShape& shape = tables.shape(tp * cp);
            const ConfigWork work =
                config_work(*inputs.cluster, inputs.model, inputs.job, config, knowledge.calibration);
            const PlacementProblem problem =
                placement_problem(tables.links, tables.nodes, work, host_order_layout(shape.layout, config),
                                  shape.groups, class_times(tables.links, work, shape.layout, shape.groups));
            QVERIFY(problem.exchange.form == ExchangeForm::groups);
            PlacementCost cost(problem, problem.layout.slot_of_block);
            Random random(12);
            for (int i = 0; i < 400; ++i) {
                const std::uint32_t block = random.below(std::uint32_t(problem.blocks())),
                                    slot = random.below(std::uint32_t(problem.places()));
                const std::int32_t other = cost.block_of_slot()[slot];
                std::vector<Change> changes{{block, slot}};
                if (other == std::int32_t(block))
                    continue;
                if (other >= 0)
                    changes.push_back({std::uint32_t(other), cost.slot_of_block()[block]});
                cost.attempt(changes);
                if (random.below(3) == 0)
                    cost.undo();
                else
                    cost.keep();
                const PlacementCost afresh(problem, cost.slot_of_block());
                QVERIFY2(
                    std::abs(cost.cost() - afresh.cost()) <= 1e-9 * afresh.cost(),
                    qPrintable(
                        QStringLiteral("move %1: %2 and %3").arg(i).arg(cost.cost()).arg(afresh.cost())));
            }
        }
    }

    void theSearchLaysExpertsEveryWayThatFolds() {
        const PlanInputs inputs = inputs_with_experts(5, false);
        std::set<int> found;
        for (const ParallelConfig& config : enumerate(inputs).configs) {
            check(config, inputs.model, inputs.job);
            found.insert(config.ep);
        }
        QCOMPARE(found, (std::set<int>{1, 2, 4, 8, 16}));
    }
};

QTEST_GUILESS_MAIN(ExpertsTest)
#include "experts_test.moc"
