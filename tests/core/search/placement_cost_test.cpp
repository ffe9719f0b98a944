// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/iteration_time.h"
#include "core/cost/pipeline_costs.h"
#include "core/schedule/pipeline_bound.h"
#include "core/search/moves/placement_moves.h"
#include "core/search/time/placement_cost.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <cstdlib>
#include <new>

using namespace pipette;

namespace {

thread_local long allocations = 0; // of this thread: Qt Test has another

/// A placement problem with all that it refers to.
struct Problem {
    Problem(const ClusterSketch& sketch, std::uint64_t seed, int pp, int tp, int dp, int vpp = 1,
            const Calibration& calibration = some_knowledge().calibration)
        : Problem(sketch, seed, config_of(random_inputs(sketch, seed), pp, tp, dp, vpp), calibration) {}

    Problem(const ClusterSketch& sketch, std::uint64_t seed, const ParallelConfig& wanted,
            const Calibration& calibration, bool overlap = false, const char* framework = "megatron")
        : inputs(random_inputs(sketch, seed)), config(wanted), links(make_links(*inputs.cluster)) {
        inputs.job.overlap_gradient_exchange = inputs.job.overlap_tensor_parallel = overlap;
        inputs.job.framework = framework;
        work = config_work(*inputs.cluster, inputs.model, inputs.job, config, calibration);
        work.exchange_wait_s = config.dp > 1 ? 0.02 : 0; // whatever the calibration says
        const SlotLayout layout =
            host_order_layout(empty_layout(*inputs.cluster, {}, config.tp * config.cp), config);
        const SlotGroups groups = group_slots(*inputs.cluster, links, layout);
        problem = placement_problem(links, node_table(links), work, layout, groups,
                                    class_times(links, work, layout, groups));
        problem.units = slot_units(*inputs.cluster, problem.layout, problem.blocks());
    }

    /// The cost by its definition, from pipeline_costs of the whole mapping: nothing of the annealer's
    /// tables. Where pipelines are simulated, the simulated time.
    double cost(const std::vector<std::uint32_t>& placement) const {
        const PipelineCosts costs =
            pipeline_costs(links, work, mapping_of(problem.layout, config, placement));
        if (problem.pipeline.schedule)
            return exact_time(costs, config);
        double worst = 0;
        for (int replica = 0; replica < costs.replicas; ++replica) {
            const double pipeline =
                config.vpp == 1 ? windows(costs, config.p2p, replica) : rounds(costs, replica);
            double tail = 0;
            for (int device = 0; device < costs.pp; ++device) {
                const std::size_t at = std::size_t(replica * costs.pp + device),
                                  chunk = std::size_t(replica * costs.chunks() + device);
                worst = std::max(worst, pipeline - tail + costs.exchange[at] + costs.optimizer[at]);
                tail += costs.backward[chunk] + costs.send_backward[chunk];
            }
        }
        return worst;
    }

    PlanInputs inputs;
    ParallelConfig config;
    Links links;
    ConfigWork work;
    PlacementProblem problem;

private:
    static double windows(const PipelineCosts& c, P2p p2p, int replica) {
        const auto of = [&](const std::vector<double>& values) {
            return std::span(values).subspan(std::size_t(replica * c.pp), std::size_t(c.pp));
        };
        PipelineTimes times;
        times.forward = of(c.forward), times.backward = of(c.backward);
        times.send_forward = of(c.send_forward), times.send_backward = of(c.send_backward);
        return pipeline_bound(c.pp, c.microbatches, times, p2p);
    }
    static double rounds(const PipelineCosts& c, int replica) {
        const int pp = c.pp, n = c.microbatches, chunks = c.chunks();
        const auto of = [&](const std::vector<double>& values, int chunk) {
            return values[std::size_t(replica * chunks + chunk)];
        };
        const auto way = [&](int chunk) {
            return of(c.forward, chunk) + of(c.backward, chunk) + of(c.send_forward, chunk) +
                   of(c.send_backward, chunk);
        };
        double most = 0, arrive = 0, leave = 0;
        for (int chunk = 0; chunk < chunks; ++chunk)
            most += way(chunk);
        for (int device = 0; device < pp; ++device) {
            double work = 0, held = 0;
            for (int chunk = device; chunk < chunks; chunk += pp) {
                work += of(c.forward, chunk) + of(c.backward, chunk);
                for (int later = chunk; later < chunks; ++later)
                    held += way(later);
            }
            const double in_flight =
                std::min(2.0 * (pp - 1 - device) + (c.vpp - 1.0) * pp + 1, double(n) * c.vpp);
            most = std::max({most, arrive + n * work + leave, n * held / in_flight});
            arrive += of(c.forward, device) + of(c.send_forward, device);
            leave += of(c.backward, device) + of(c.send_backward, device);
        }
        return most;
    }
};

/// `above`: by what share the cost may be too high.
void compare(double got, double expected, double above = 0) {
    if (!(got >= expected * (1 - 1e-9) && got <= expected * (1 + 1e-9 + above)))
        QCOMPARE(got, expected);
}

} // namespace

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size))
        return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { // a sanitizer's own is not freed below
    ++allocations;
    return std::malloc(size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

class PlacementCostTest : public QObject {
    Q_OBJECT

private slots:
    void movesCostWhatTheWholeCosts_data() {
        QTest::addColumn<ClusterSketch>("sketch");
        QTest::addColumn<int>("pp");
        QTest::addColumn<int>("tp");
        QTest::addColumn<int>("dp");
        QTest::addColumn<int>("vpp");
        const ClusterSketch whole{16, 8, 4, 0.1, MatrixBetween::nodes};
        QTest::newRow("a block a node") << whole << 8 << 8 << 2 << 1;
        QTest::newRow("a block a node, many replicas") << whole << 2 << 8 << 8 << 1;
        QTest::newRow("interleaved") << whole << 4 << 8 << 4 << 2;
        QTest::newRow("spare nodes") << whole << 4 << 8 << 3 << 1;
        const ClusterSketch shared{6, 4, 1, 0.1, MatrixBetween::nodes};
        QTest::newRow("blocks share a NIC") << shared << 3 << 2 << 4 << 1;
        QTest::newRow("single GPUs share NICs")
            << ClusterSketch{6, 4, 2, 0.1, MatrixBetween::nodes} << 4 << 1 << 6 << 1;
        QTest::newRow("shared and interleaved") << shared << 4 << 1 << 4 << 3;
        QTest::newRow("own NICs") << ClusterSketch{4, 4, 4, 0.1, MatrixBetween::nodes} << 4 << 2 << 2 << 1;
        QTest::newRow("own NICs, many replicas")
            << ClusterSketch{8, 4, 4, 0.1, MatrixBetween::nodes} << 2 << 2 << 8 << 1;
        QTest::newRow("own NICs, spare slots")
            << ClusterSketch{10, 4, 4, 0.1, MatrixBetween::nodes} << 3 << 2 << 6 << 1;
        QTest::newRow("own NICs, interleaved")
            << ClusterSketch{8, 4, 4, 0.1, MatrixBetween::nodes} << 4 << 1 << 8 << 2;
        QTest::newRow("shared NICs in full use")
            << ClusterSketch{8, 4, 1, 0.1, MatrixBetween::nodes} << 2 << 2 << 8 << 1;
        QTest::newRow("measured GPU by GPU")
            << ClusterSketch{4, 4, 2, 0.1, MatrixBetween::gpus} << 4 << 2 << 2 << 1;
        QTest::newRow("single GPUs measured GPU by GPU")
            << ClusterSketch{4, 4, 4, 0.1, MatrixBetween::gpus} << 2 << 1 << 8 << 1;
        ClusterSketch uneven{4, 4, 4, 0.1, MatrixBetween::nodes};
        uneven.inside_spread = 0.5;
        QTest::newRow("single GPUs, uneven links inside") << uneven << 2 << 1 << 8 << 1;
        uneven.inside_spread = 0, uneven.inside_latency_spread = 4;
        QTest::newRow("single GPUs, uneven latencies inside") << uneven << 2 << 1 << 8 << 1;
        ClusterSketch domains{6, 4, 2, 0.1, MatrixBetween::nodes};
        domains.domain = 2;
        QTest::newRow("domains, shared NICs") << domains << 4 << 1 << 6 << 1;
        QTest::newRow("domains with spares") << domains << 2 << 2 << 5 << 1;
        QTest::newRow("domains with spares, chunks") << domains << 4 << 2 << 2 << 2;
        domains.domain = 4;
        QTest::newRow("domains of different sizes") << domains << 4 << 1 << 5 << 1;
        QTest::newRow("blocks over nodes of domains") << domains << 3 << 8 << 1 << 1;
        ClusterSketch unlike{8, 4, 1, 0.1, MatrixBetween::nodes};
        unlike.slower_half = 0.5, unlike.slower_links = 0.3;
        QTest::newRow("unlike nodes share NICs") << unlike << 2 << 2 << 8 << 1;
        QTest::newRow("unlike nodes share NICs, interleaved") << unlike << 4 << 1 << 8 << 2;
        unlike.nics = 4;
        QTest::newRow("unlike nodes, own NICs") << unlike << 2 << 1 << 12 << 1;
        QTest::newRow("no pipeline") << shared << 1 << 2 << 8 << 1;
        QTest::newRow("no replicas") << shared << 12 << 2 << 1 << 1;
    }

    void movesCostWhatTheWholeCosts() {
        QFETCH(ClusterSketch, sketch);
        QFETCH(int, pp);
        QFETCH(int, tp);
        QFETCH(int, dp);
        QFETCH(int, vpp);
        ParallelConfig config = config_of(random_inputs(sketch, 11), pp, tp, dp, vpp);
        for (const P2p p2p : all_p2ps()) {
            config.p2p = p2p;
            makeMoves(Problem(sketch, 11, config, some_knowledge().calibration));
        }
        // The passes of the fastest GPUs hide gradients: on unlike ones the cost may be above the whole's.
        const double above = sketch.slower_half < 1 ? 0.05 : 0;
        makeMoves(Problem(sketch, 11, config, some_knowledge().calibration, true), above);
    }

    /// Rings over nodes know the links inside each: no group need be worked out as a whole.
    void ringsKnowUnlikeNodes() {
        ClusterSketch unlike{8, 4, 1, 0.1, MatrixBetween::nodes};
        unlike.slower_half = 0.5, unlike.slower_links = 0.3;
        QCOMPARE(Problem(unlike, 11, 2, 2, 8).problem.exchange.form, ExchangeForm::nodes);
        unlike.inside_spread = 0.5;
        QCOMPARE(Problem(unlike, 11, 2, 2, 8).problem.exchange.form, ExchangeForm::groups);
    }

private:
    /// FSDP on 24 GPUs, each shard group of so many blocks, whose replicas add up their gradients.
    static Problem sharded(int nics, int tp, int shard) {
        const ClusterSketch sketch{6, 4, nics, 0.1, MatrixBetween::nodes};
        ParallelConfig config = config_of(random_inputs(sketch, 11), 1, tp, 24 / tp);
        config.global_batch = 24, config.zero_stage = 3, config.shard = shard;
        return {sketch, 11, config, some_knowledge().calibration, true, "fsdp2"};
    }

    static void makeMoves(const Problem& p, double above = 0) {
        PlacementCost placement(p.problem, p.problem.layout.slot_of_block);
        compare(placement.cost(), p.cost(p.problem.layout.slot_of_block), above);
        PlacementMoves moves(p.problem);
        Random random(5);
        for (int i = 0; i < 5'000; ++i) {
            const auto changes = moves.propose(placement, random.below(std::uint32_t(p.config.dp)), random);
            if (changes.empty())
                continue;
            if (i % 64 == 0)
                placement.soften(placement.cost() * (i % 128 == 0 ? 0.1 : 0.003));
            const double before = placement.cost(), energy = placement.energy();
            const double change = placement.attempt(changes);
            if (random.uniform() < 0.5) {
                placement.undo();
                QCOMPARE(placement.cost(), before);
                QCOMPARE(placement.energy(), energy);
            } else {
                placement.keep();
                compare(placement.cost(), p.cost(placement.slot_of_block()), above);
                // Rings that cannot matter have parts below a hundred thousandth of the whole.
                QVERIFY(std::abs(placement.energy() - energy - change) <= 1e-9 * (energy + std::abs(change)));
            }
        }
        compare(placement.cost(), p.cost(placement.slot_of_block()), above);
        std::vector<std::uint32_t> taken = placement.slot_of_block();
        std::sort(taken.begin(), taken.end());
        QVERIFY(std::adjacent_find(taken.begin(), taken.end()) == taken.end());
    }

private slots:
    /// Blocks that fit into a node, and blocks whose groups along y lie over two.
    void movesOfTensorGridsCostWhatTheWholeCosts() {
        const ClusterSketch sketch{6, 4, 2, 0.1, MatrixBetween::nodes};
        for (const auto& [tp, overlap] : {std::pair(4, false), std::pair(4, true), std::pair(8, false)}) {
            ParallelConfig config = config_of(random_inputs(sketch, 11), 1, tp, 16 / tp);
            config.tp_x = 2, config.zero_stage = 0, config.sequence_parallel = false;
            makeMoves(Problem(sketch, 11, config, some_knowledge().calibration, overlap, "axonn"));
        }
    }

    /// Shards inside a node, over two, and over all; blocks of one GPU and of two. The cost is above where
    /// the replicas that wait longest for shards are not those that wait longest for other replicas.
    void movesOfShardedLayersCostWhatTheWholeCosts() {
        for (const int nics : {1, 2, 4})
            for (const auto& [tp, shard] :
                 {std::pair(1, 4), std::pair(1, 8), std::pair(2, 4), std::pair(2, 12)}) {
                // The cost adds up the slowest group of each collective. These may be groups of different
                // GPUs, so the cost may be too high: of this walk in one placement, by 2.4e-4.
                const bool differ = nics == 1 && tp == 2 && shard == 4;
                makeMoves(sharded(nics, tp, shard), differ ? 4e-4 : 2e-4);
            }
    }

    void launchesTakeLongerInPipelinesThatNoNodeHolds() {
        Calibration calibration = some_knowledge().calibration;
        KindCalibration& fit = calibration.kinds.front();
        fit.launch_s = 0.2;
        fit.inter_efficiency = 0.3, fit.inter_latency_s = 1e-4; // other than inside a node
        const Problem p({6, 4, 2, 0.1, MatrixBetween::nodes, 0.5}, 3, 4, 2, 2, 1, calibration);
        PlacementCost placement(p.problem, p.problem.layout.slot_of_block);
        compare(placement.cost(), p.cost(p.problem.layout.slot_of_block));
    }

    void whatIsTooDearIsKnownEarly() {
        ClusterSketch domains{6, 4, 2, 0.1, MatrixBetween::nodes};
        domains.domain = 3;
        for (const Problem& p :
             {Problem(domains, 3, 4, 1, 5), Problem(domains, 3, 2, 2, 5),
              Problem({16, 8, 4, 0.1, MatrixBetween::nodes}, 3, 4, 8, 4),
              Problem({8, 4, 4, 0.1, MatrixBetween::nodes}, 3, 2, 2, 8),
              Problem({6, 4, 2, 0.1, MatrixBetween::nodes}, 3, 4, 1, 6),
              Problem({8, 4, 1, 0.1, MatrixBetween::nodes}, 3, 4, 1, 8),
              Problem({8, 4, 1, 0.1, MatrixBetween::nodes}, 3, 4, 1, 8, 2),
              Problem({8, 4, 4, 0.1, MatrixBetween::nodes}, 3, 2, 4, 4, 2), sharded(2, 1, 8)}) {
            PlacementCost placement(p.problem, p.problem.layout.slot_of_block);
            PlacementMoves moves(p.problem);
            Random random(7);
            int above = 0;
            for (int i = 0; i < 5'000; ++i) {
                const auto changes =
                    moves.propose(placement, random.below(std::uint32_t(p.config.dp)), random);
                const double change = placement.attempt(changes);
                placement.undo();
                const double limit = change * random.uniform(0, 2);
                const double early = placement.attempt(changes, limit);
                const double rounding = 1e-9 * (std::abs(change) + placement.energy());
                QVERIFY(early <= change + rounding);
                if (std::abs(change - limit) > rounding)
                    QCOMPARE(early > limit, change > limit); // no good move is called dear
                above += early > limit;
                placement.undo();
            }
            QVERIFY(above > 0);
        }
    }

    void aMillionMovesDoNotDriftOrAllocate() {
        ClusterSketch domains{6, 4, 2, 0.1, MatrixBetween::nodes};
        domains.domain = 3;
        for (const Problem& p :
             {Problem({16, 8, 4, 0.1, MatrixBetween::nodes}, 3, 8, 8, 2), Problem(domains, 3, 4, 1, 5),
              Problem({8, 4, 4, 0.1, MatrixBetween::nodes}, 3, 2, 2, 8),
              Problem({6, 4, 2, 0.1, MatrixBetween::nodes}, 3, 4, 1, 6),
              Problem({8, 4, 1, 0.1, MatrixBetween::nodes}, 3, 4, 1, 8, 2)}) {
            PlacementCost placement(p.problem, p.problem.layout.slot_of_block);
            PlacementMoves moves(p.problem);
            Random random(7);
            allocations = 0;
            for (int i = 0; i < 1'000'000; ++i) {
                const auto changes =
                    moves.propose(placement, random.below(std::uint32_t(p.config.dp)), random);
                if (i % 256 == 0)
                    placement.soften(placement.cost() * 0.01);
                if (changes.empty())
                    continue;
                if (const double limit = placement.cost() * 0.005; placement.attempt(changes, limit) <= limit)
                    placement.keep();
                else
                    placement.undo();
            }
            QCOMPARE(allocations, 0);
            compare(placement.cost(), p.cost(placement.slot_of_block()));
        }
    }

    void pinnedBlocksStay() {
        const ClusterSketch sketch{6, 4, 2, 0.1, MatrixBetween::nodes};
        Problem p(sketch, 3, 3, 2, 4);
        const RankMapping start = mapping_of(p.problem.layout, p.config, p.problem.layout.slot_of_block);
        const SlotLayout layout = layout_from(*p.inputs.cluster, {}, p.config, start, {0, 13});
        const SlotGroups groups = group_slots(*p.inputs.cluster, p.links, layout);
        const PlacementProblem problem =
            placement_problem(p.links, node_table(p.links), p.work, layout, groups,
                              class_times(p.links, p.work, layout, groups));
        PlacementCost placement(problem, layout.slot_of_block);
        PlacementMoves moves(problem);
        Random random(7);
        for (int i = 0; i < 20'000; ++i) {
            const auto changes = moves.propose(placement, random.below(4), random);
            if (!changes.empty())
                placement.attempt(changes), placement.keep();
        }
        const RankMapping end = mapping_of(layout, p.config, placement.slot_of_block());
        QCOMPARE(end.gpu_of_rank[0], start.gpu_of_rank[0]);
        QCOMPARE(end.gpu_of_rank[13], start.gpu_of_rank[13]);
        QVERIFY(end != start);
    }
};

QTEST_GUILESS_MAIN(PlacementCostTest)
#include "placement_cost_test.moc"
