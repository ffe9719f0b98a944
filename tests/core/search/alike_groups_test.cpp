// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/group_time.h"
#include "core/search/problem/alike_groups.h"
#include "core/search/problem/search_tables.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <set>

using namespace pipette;

namespace {

/// A problem of a small model with 16 experts on 8 nodes of 4 GPUs, with all that it refers to.
struct Problem {
    Problem(int nics, const ParallelConfig& sizes, int domain = 1, double slower_half = 1)
        : inputs(with_experts({8, 4, nics, 0.1, MatrixBetween::nodes}, domain, slower_half)),
          knowledge(some_knowledge()),
          tables(inputs, knowledge) {
        ParallelConfig config = config_of(inputs, sizes.pp, sizes.tp, sizes.dp);
        config.cp = sizes.cp, config.ep = sizes.ep, config.zero_stage = sizes.zero_stage;
        const ConfigWork work =
            config_work(*inputs.cluster, inputs.model, inputs.job, config, knowledge.calibration);
        const SlotShape& shape = tables.shape(config.tp * config.cp);
        problem =
            placement_problem(tables.links, tables.nodes, work, host_order_layout(shape.layout, config),
                              shape.groups, class_times(tables.links, work, shape.layout, shape.groups));
    }

    PlanInputs inputs;
    Knowledge knowledge;
    SearchTables tables;
    PlacementProblem problem;

private:
    static PlanInputs with_experts(ClusterSketch sketch, int domain, double slower_half) {
        sketch.domain = domain, sketch.slower_half = slower_half, sketch.slower_links = slower_half;
        PlanInputs inputs = random_inputs(sketch, 21);
        inputs.model.moe = Experts{.experts = 16, .experts_per_token = 2, .ffn_hidden = 2048};
        return inputs;
    }
};

ParallelConfig sizes(int pp, int tp, int cp, int dp, int ep, int zero_stage = 1) {
    ParallelConfig config;
    config.pp = pp, config.tp = tp, config.cp = cp, config.dp = dp, config.ep = ep;
    config.zero_stage = zero_stage;
    return config;
}

/// What each group takes where the blocks are so, from its GPUs alone.
class EachGroup {
public:
    EachGroup(const PlacementProblem& problem, std::span<const std::uint32_t> placement)
        : problem_(problem), placement_(placement), time_(*problem.links) {
        std::array<std::set<int>, 2> senders;
        each([&](const StageExchange& exchange, int, int, const std::vector<int>& gpus) {
            if (spans(gpus))
                senders[in_layers(exchange)].insert(gpus.begin(), gpus.end());
        });
        for (std::size_t i = 0; i < 2; ++i) {
            users_[i].assign(std::size_t(problem.links->nics), 0);
            for (const int gpu : senders[i])
                ++users_[i][std::size_t(problem.links->nic_of_gpu[std::size_t(gpu)])];
        }
    }

    /// Calls function(exchange, device, group, GPUs).
    template <class Function>
    void each(const Function& function) const {
        const int peers = problem_.layout.block_size;
        for (const StageExchange& exchange : problem_.exchange.collectives)
            for (int device = 0; device < problem_.devices; ++device)
                for (int group = 0; group < exchange.groups.count(); ++group) {
                    std::vector<int> gpus;
                    for (int member = 0; member < exchange.groups.size(); ++member) {
                        const int rank = exchange.groups.rank(group, member);
                        const int block = rank / peers * problem_.devices + device;
                        gpus.push_back(problem_.layout.gpus_of(
                            int(placement_[std::size_t(block)]))[std::size_t(rank % peers)]);
                    }
                    function(exchange, device, group, gpus);
                }
    }

    double time_s(const StageExchange& exchange, int device, const std::vector<int>& gpus) {
        return time_.collective_s(
            exchange.collective, device, {gpus.data(), int(gpus.size()), 1}, users_[in_layers(exchange)],
            exchange.use[std::size_t(problem_.links->kind_of_gpu[std::size_t(gpus.front())])]);
    }
    const std::vector<int>& users(std::size_t in_layers) const { return users_[in_layers]; }

private:
    static std::size_t in_layers(const StageExchange& exchange) {
        return exchange.collective.when == When::layer;
    }
    bool spans(const std::vector<int>& gpus) const {
        return std::any_of(gpus.begin(), gpus.end(),
                           [&](int gpu) { return !problem_.links->same_node(gpu, gpus.front()); });
    }

    const PlacementProblem& problem_;
    std::span<const std::uint32_t> placement_;
    GroupTime time_;
    std::array<std::vector<int>, 2> users_; // [in layers][NIC]
};

std::vector<int> counts_of_unlike(const PlacementProblem& problem) {
    std::vector<int> counts;
    for (const StageExchange& exchange : problem.exchange.collectives)
        counts.push_back(int(exchange.different.size()));
    return counts;
}

} // namespace

class AlikeGroupsTest : public QObject {
    Q_OBJECT

private slots:
    void groupsLeftOutTakeTheTimeOfOthers_data() {
        QTest::addColumn<ParallelConfig>("config");
        QTest::addColumn<int>("domain");
        QTest::addColumn<bool>("has_twins");
        QTest::addColumn<double>("slower_half");
        QTest::newRow("blocks over nodes") << sizes(1, 2, 4, 4, 8) << 1 << true << 1.0;
        QTest::newRow("blocks over nodes with spares") << sizes(1, 2, 4, 2, 16) << 1 << true << 1.0;
        QTest::newRow("sharded") << sizes(1, 2, 4, 3, 2, 3) << 1 << true << 1.0;
        QTest::newRow("stages over nodes") << sizes(2, 2, 8, 1, 4) << 1 << true << 1.0;
        QTest::newRow("two blocks a node") << sizes(2, 2, 1, 8, 8) << 1 << true << 1.0;
        QTest::newRow("two blocks a node with spares") << sizes(1, 2, 1, 12, 4) << 1 << true << 1.0;
        QTest::newRow("two kinds of nodes") << sizes(1, 2, 4, 4, 8) << 1 << true << 0.5;
        QTest::newRow("single GPUs") << sizes(2, 1, 1, 16, 4) << 1 << false << 1.0;
        QTest::newRow("domains") << sizes(1, 2, 4, 4, 8) << 2 << false << 1.0;
        QTest::newRow("domains of three nodes") << sizes(1, 2, 2, 6, 4) << 3 << false << 1.0;
    }

    void groupsLeftOutTakeTheTimeOfOthers() {
        QFETCH(ParallelConfig, config);
        QFETCH(int, domain);
        QFETCH(bool, has_twins);
        QFETCH(double, slower_half);
        Random random(3);
        long left_out = 0, known = 0;
        for (const int nics : {1, 2, 4}) {
            const Problem p(nics, config, domain, slower_half);
            for (int i = 0; i < 40; ++i) {
                const std::vector<std::uint32_t> placement =
                    random_placement(p.problem.blocks(), p.problem.places(), random);
                EachGroup groups(p.problem, placement);
                std::set<std::tuple<const StageExchange*, int, double>> worked_out;
                for (const bool different : {true, false})
                    groups.each([&](const StageExchange& exchange, int device, int group,
                                    const std::vector<int>& gpus) {
                        const bool is_listed =
                            std::count(exchange.different.begin(), exchange.different.end(), group) > 0;
                        const std::tuple key(&exchange, device, groups.time_s(exchange, device, gpus));
                        if (is_listed && different)
                            worked_out.insert(key);
                        if (!is_listed && !different)
                            ++left_out, known += worked_out.contains(key);
                    });
            }
        }
        QCOMPARE(left_out > 100, has_twins);
        QCOMPARE(known, left_out);
    }

    void onlyWhatDiffersIsWorkedOut() {
        // Blocks of four pairs of tensor parallelism on two nodes. Each rank of a pair shards its parameters
        // over a group of its own, on the same nodes. Replicas of an expert are the peers at one place of the
        // blocks: four such groups lie on the first nodes of all blocks, four on the second ones. Each block
        // has one group of experts.
        const Problem p(4, sizes(1, 2, 4, 4, 8));
        std::vector<int> groups;
        for (const StageExchange& exchange : p.problem.exchange.collectives)
            groups.push_back(exchange.groups.count());
        QCOMPARE(groups, (std::vector{2, 8, 4}));
        QCOMPARE(counts_of_unlike(p.problem), (std::vector{1, 2, 4}));
        // Cards that blocks share have other users from placement to placement.
        const Problem shared(1, sizes(2, 2, 1, 8, 8));
        QVERIFY(shared.problem.nics_shared);
        QVERIFY(counts_of_unlike(shared.problem).back() > 1);
    }

    /// Where slots are alike the cards of a block have as many users in every placement.
    void usersOfAlikeSlotsStay() {
        const Problem p(2, sizes(1, 2, 4, 3, 8));
        QVERIFY(are_slots_alike(*p.problem.links, p.problem.layout));
        QVERIFY(!are_slots_alike(*p.problem.links, Problem(4, sizes(2, 2, 1, 8, 8)).problem.layout));
        Random random(4);
        std::array<std::set<int>, 2> users;
        for (int i = 0; i < 40; ++i) {
            const std::vector<std::uint32_t> placement =
                random_placement(p.problem.blocks(), p.problem.places(), random);
            const EachGroup groups(p.problem, placement);
            for (const std::uint32_t slot : placement)
                for (const int gpu : p.problem.layout.gpus_of(int(slot)))
                    for (std::size_t in_layers = 0; in_layers < 2; ++in_layers)
                        users[in_layers].insert(groups.users(
                            in_layers)[std::size_t(p.problem.links->nic_of_gpu[std::size_t(gpu)])]);
        }
        for (const std::set<int>& each : users)
            QCOMPARE(each.size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(AlikeGroupsTest)
#include "alike_groups_test.moc"
