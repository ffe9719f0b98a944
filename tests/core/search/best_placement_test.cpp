// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/cost/iteration_time.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/search/exhaustive/exact_search.h"
#include "core/search/moves/structured_starts.h"
#include "core/search/rounds/planner.h"
#include "core/search/space/enumeration.h"
#include "core/search/time/placement_cost.h"
#include "tests/core/search/placement_instance.h"

#include <QtTest>

#include <cmath>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>

using namespace pipette;

namespace {

/// Blocks of consecutive GPUs over all slots of a cluster whose GPUs are all in use: every order of the slots
/// once, where slots with the same GPUs and NICs of one node are one to all times.
class EveryMapping {
public:
    EveryMapping(const Cluster& cluster, const ParallelConfig& config) : config_(config) {
        const int size = config.tp * config.cp;
        std::map<std::vector<int>, int> known;
        for (int first = 0; first < cluster.gpu_count(); first += size) {
            std::vector<int> nics;
            for (int gpu = first; gpu < first + size; ++gpu) {
                const GpuPlace place = cluster.place_of(gpu);
                const NodeKind& kind = cluster.kind_of_gpu(gpu);
                nics.push_back(place.node * kind.nics + place.local * kind.nics / kind.gpus);
            }
            const int key = known.try_emplace(nics, int(known.size())).first->second;
            keys_.push_back(key);
            slots_[key].push_back(first);
        }
    }
    /// Calls `visit` with every mapping.
    void each(const std::function<void(const RankMapping&)>& visit) const {
        std::vector<int> keys = keys_;
        std::sort(keys.begin(), keys.end());
        const int size = config_.tp * config_.cp;
        RankMapping mapping;
        mapping.gpu_of_rank.resize(std::size_t(config_.world()));
        do {
            std::map<int, std::size_t> used;
            // The slots of the last keys stay spare where there are more slots than blocks.
            for (std::size_t block = 0; block < std::size_t(config_.blocks()); ++block) {
                const int first = slots_.at(keys[block])[used[keys[block]]++];
                for (int i = 0; i < size; ++i)
                    mapping.gpu_of_rank[block * std::size_t(size) + std::size_t(i)] = first + i;
            }
            visit(mapping);
        } while (std::next_permutation(keys.begin(), keys.end()));
    }

private:
    const ParallelConfig& config_;
    std::vector<int> keys_;                 // of every slot
    std::map<int, std::vector<int>> slots_; // first GPUs of those with one key
};

double optimum_s(const PlanInputs& inputs, const ParallelConfig& config, const Knowledge& knowledge) {
    const Links links = links_of(inputs);
    const ConfigWork work =
        config_work(*inputs.cluster, inputs.model, inputs.job, config, knowledge.calibration);
    PipelineTimer timer = timer_of(config);
    double least = INFINITY;
    EveryMapping(*inputs.cluster, config).each([&](const RankMapping& mapping) {
        least = std::min(least, exact_iteration(pipeline_costs(links, work, mapping), config, timer).time_s);
    });
    return least;
}

/// Whether no two blocks of a placement of all slots make it faster when they change places.
bool no_exchange_gains(ExactSearch& exact, std::vector<std::uint32_t> placement) {
    const double time_s = exact.time_s(placement);
    for (std::size_t a = 0; a < placement.size(); ++a)
        for (std::size_t b = a + 1; b < placement.size(); ++b) {
            std::swap(placement[a], placement[b]);
            if (exact.time_s(placement) < time_s)
                return false;
            std::swap(placement[a], placement[b]);
        }
    return true;
}

/// Clusters of eight GPUs at most in all.
ClusterSketch drawn_sketch(Random& random) {
    ClusterSketch sketch;
    constexpr int nodes[]{2, 2, 4, 4, 8}, gpus[]{4, 2, 2, 1, 1};
    const std::uint32_t size = random.below(5);
    sketch.nodes = nodes[size], sketch.gpus = gpus[size];
    sketch.nics = random.below(2) == 0 ? 1 : sketch.gpus;
    sketch.slow_share = 0.2;
    return sketch;
}

PlanInputs starter_inputs(int global_batch) {
    PlanInputs inputs;
    inputs.cluster = share(read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json"));
    inputs.model = load_model("gpt-1.7b");
    inputs.job.global_batch = global_batch;
    inputs.job.sequence_length = inputs.model.sequence_length;
    return inputs;
}

Knowledge knowledge_of(Calibration calibration) {
    return {std::move(calibration),
            std::make_shared<const std::vector<MemoryEstimator>>(shipped_memory_estimators())};
}

} // namespace

/// Plans against all placements that there are.
class BestPlacementTest : public QObject {
    Q_OBJECT

private slots:
    /// PIPETTE_LONG_TESTS=1: forty clusters.
    void smallPlansAreTheBestThereAre() {
        const int clusters = qEnvironmentVariableIsSet("PIPETTE_LONG_TESTS") ? 40 : 16;
        Random random(3);
        for (int number = 0; number < clusters; ++number) {
            const ClusterSketch sketch = drawn_sketch(random);
            PlanInputs inputs = random_inputs(sketch, std::uint64_t(100 + number));
            inputs.job.global_batch = 16;
            const Plan found = plan(inputs, some_knowledge());
            QVERIFY(!found.candidates.empty());
            double best = INFINITY;
            for (const Candidate& candidate : found.candidates) {
                const double optimum = optimum_s(inputs, candidate.config, some_knowledge());
                best = std::min(best, optimum);
                QVERIFY2(candidate.iteration_time_s <= 1.005 * optimum,
                         fmt::format("cluster {}, {} x {}, {}: {} s, could be {} s", number, sketch.nodes,
                                     sketch.gpus, short_name(candidate.config), candidate.iteration_time_s,
                                     optimum)
                             .c_str());
            }
            QVERIFY2(found.candidates.front().iteration_time_s <= best * (1 + 1e-9),
                     fmt::format("cluster {}: {} s, could be {} s", number,
                                 found.candidates.front().iteration_time_s, best)
                         .c_str());
        }
    }

    /// What a plan says of the best that could exist holds against every placement of every configuration.
    void theBestLiesInsideTheStatedGap() {
        const int problems = 200;
        Random random(11);
        int proven = 0;
        for (int number = 0; number < problems; ++number) {
            const bool wide = random.below(2) == 0;
            const ClusterSketch sketch{
                .nodes = wide ? 2 : 4, .gpus = wide ? 2 : 1, .nics = 1, .slow_share = 0.2};
            PlanInputs inputs = random_inputs(sketch, std::uint64_t(300 + number));
            inputs.job.global_batch = 8 << random.below(3);
            inputs.limits.world_sizes = {4};
            if (random.below(4) == 0)
                inputs.limits.zero_stages = {0, 1, 3};
            const Plan found = plan(inputs, some_knowledge());
            // Its split of the layers may be none of the usual ones.
            double best = optimum_s(inputs, found.candidates.front().config, some_knowledge());
            for (const ParallelConfig& config : enumerate(inputs).configs)
                best = std::min(best, optimum_s(inputs, config, some_knowledge()));
            QVERIFY2(
                found.least_time_s > 0 && found.least_time_s <= best * (1 + 1e-9),
                fmt::format("problem {}: no less than {} s, could be {} s", number, found.least_time_s, best)
                    .c_str());
            QVERIFY(found.candidates.front().iteration_time_s >= best * (1 - 1e-9));
            proven += found.candidates.front().iteration_time_s <= found.least_time_s * (1 + 1e-6);
        }
        QVERIFY2(2 * proven > problems, qPrintable(QString::number(proven)));
    }

    void aBoundIsNotAboveTheSimulatedTime() {
        int bounds = 0;
        const auto compare = [&](const PlacementInstance& instance) {
            if (!instance.problem.cost_is_bound)
                return;
            ++bounds;
            const SearchTables tables(instance.inputs, knowledge_);
            ExactSearch exact(tables, instance.config, instance.problem);
            std::vector<std::uint32_t> placement = instance.problem.layout.slot_of_block;
            PlacementCost cost(instance.problem, placement);
            Random random(9);
            for (int i = 0; i < 200; ++i) {
                for (auto left = std::uint32_t(placement.size()); left > 1; --left)
                    std::swap(placement[left - 1], placement[random.below(left)]);
                cost.reset(placement);
                const double time_s = exact.time_s(placement);
                QVERIFY2(cost.cost() <= time_s * (1 + 1e-9),
                         fmt::format("{}: cost {} s, simulated {} s", short_name(instance.config),
                                     cost.cost(), time_s)
                             .c_str());
            }
        };
        for (const ClusterSketch& sketch : {ClusterSketch{2, 4, 1}, ClusterSketch{8, 1, 1}}) {
            const PlanInputs inputs = random_inputs(sketch, 5);
            for (const int pp : {2, 4, 8}) {
                compare({sketch, 5, config_of(inputs, pp, 1, 8 / pp), 16});
                compare({sketch, 5, config_of(inputs, pp, 1, 8 / pp, 3), 16});
            }
        }
        QCOMPARE(bounds, 12);
    }

    void costsOfOtherSchedulesAndOfMixedClustersAreNoBounds() {
        ClusterSketch mixed{4, 2, 2};
        mixed.slower_half = 0.5;
        for (const char* name : {"1f1b", "zb-h1", "gpipe"})
            for (const ClusterSketch& sketch : {ClusterSketch{4, 2, 2}, mixed}) {
                ParallelConfig config = config_of(random_inputs(sketch, 5), 4, 1, 2);
                config.schedule = *schedule_named(name);
                QCOMPARE(PlacementInstance(sketch, 5, config).problem.cost_is_bound,
                         config.schedule == ScheduleKind::one_f_one_b && sketch.slower_half == 1);
            }
    }

    void withoutABoundAllAreLookedAt_data() {
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<double>("slower_half");
        QTest::newRow("zb-h1") << "zb-h1" << 1.0;
        QTest::newRow("gpipe") << "gpipe" << 1.0;
        QTest::newRow("two kinds of GPUs") << "1f1b" << 0.5;
    }

    void withoutABoundAllAreLookedAt() {
        QFETCH(QString, schedule);
        QFETCH(double, slower_half);
        for (std::uint64_t seed = 1; seed <= 4; ++seed)
            for (ClusterSketch sketch : {ClusterSketch{2, 4, 1, 0.3}, ClusterSketch{4, 2, 1, 0.3}}) {
                sketch.slower_half = slower_half;
                ParallelConfig config = config_of(random_inputs(sketch, seed), 4, 1, 2);
                config.schedule = *schedule_named(schedule.toStdString());
                config.p2p = family_of(config.schedule).default_p2p;
                const PlacementInstance instance(sketch, seed, config, 16);
                const SearchTables tables(instance.inputs, knowledge_);
                ExactSearch exact(tables, instance.config, instance.problem);
                const double optimum = optimum_s(instance.inputs, instance.config, knowledge_);
                const DistinctPlacements all(instance.problem);
                const ProvenPlacement best = exact.best_of(all, 50'000);
                QCOMPARE(exact.time_s(best.slot_of_block), optimum);
                QCOMPARE(best.least_s, optimum);
                QVERIFY(
                    no_exchange_gains(exact, exact.descend(instance.problem.layout.slot_of_block, 50'000)));
            }
    }

    /// Stages 0 and 3 on one host, 1 and 2 on the other is a placement that a person finds.
    void theStarterSampleIsPlacedAsAPersonWould() {
        const Knowledge knowledge = knowledge_of(
            read_calibration(PIPETTE_SOURCE_DIR "/tests/core/search/data/calibration_a100.json"));
        const PlanInputs inputs = starter_inputs(32);
        const Candidate best = plan(inputs, knowledge).candidates.front();
        QCOMPARE(best.config.pp, 4);
        QCOMPARE(best.config.dp, 4);
        const RankMapping persons{{0, 1, 2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 4, 5, 6, 7}};
        const double time_s =
            estimate_time(inputs, best.config, persons, knowledge.calibration).iteration_time_s;
        QVERIFY2(best.iteration_time_s <= (1 + 1e-9) * time_s,
                 fmt::format("{} s, {} s", best.iteration_time_s, time_s).c_str());
    }

    void theStarterSampleIsTheBestThereIs() {
        const Knowledge knowledge = knowledge_of(shipped_calibration());
        PlanInputs inputs = starter_inputs(32);
        const Plan found = plan(inputs, knowledge);
        for (std::size_t row = 0; row < 3; ++row) {
            const Candidate& candidate = found.candidates[row];
            // Two nodes and one NIC each: what matters is on which of them a block is.
            QVERIFY(candidate.iteration_time_s <= 1.001 * optimum_s(inputs, candidate.config, knowledge));
        }
    }

    void everyTimeIsOneOfADistinctPlacement() {
        for (const ClusterSketch& sketch :
             {ClusterSketch{2, 3, 1}, ClusterSketch{2, 4, 2}, ClusterSketch{3, 2, 1}, ClusterSketch{6, 1, 1},
              ClusterSketch{3, 2, 2, 0.1, MatrixBetween::gpus}}) {
            const int gpus = sketch.nodes * sketch.gpus;
            for (int pp = 1; pp <= gpus; ++pp) {
                if (gpus % pp != 0)
                    continue;
                const PlacementInstance instance(sketch, 5, pp, 1, gpus / pp, 48);
                const SearchTables tables(instance.inputs, knowledge_);
                ExactSearch exact(tables, instance.config, instance.problem);
                const auto rounded = [&](std::span<const std::uint32_t> placement) {
                    return std::llround(1e12 * exact.time_s(placement));
                };
                std::set<long long> all, distinct;
                std::vector<std::uint32_t> order(std::size_t(gpus), 0);
                std::iota(order.begin(), order.end(), 0u);
                long permutations = 0, listed = 0;
                for (bool more = true; more; more = std::next_permutation(order.begin(), order.end()))
                    all.insert(rounded(order)), ++permutations;
                const DistinctPlacements placements(instance.problem);
                placements.each([&](std::span<const std::uint32_t> placement) {
                    distinct.insert(rounded(placement)), ++listed;
                    return true;
                });
                QVERIFY(all == distinct);
                QVERIFY(placements.at_most(listed) && !placements.at_most(listed - 1));
                if (sketch.between == MatrixBetween::nodes && sketch.gpus > 1)
                    QVERIFY(listed < permutations);
            }
        }
    }

    void structuredStartsPlaceEveryBlockOnce() {
        for (const ClusterSketch& sketch :
             {ClusterSketch{4, 4, 1}, ClusterSketch{2, 8, 1}, ClusterSketch{16, 1, 1}})
            for (const int pp : {1, 2, 4, 8, 16}) {
                const PlacementInstance instance(sketch, 5, pp, 1, 16 / pp);
                const auto starts = structured_starts(instance.problem);
                QVERIFY(!starts.empty());
                for (std::vector<std::uint32_t> start : starts) {
                    std::sort(start.begin(), start.end());
                    for (std::uint32_t slot = 0; slot < 16; ++slot)
                        QCOMPARE(start[slot], slot);
                }
            }
        // The ends of a pipeline of four on one node, its middle on the other.
        const PlacementInstance instance({2, 8, 1}, 5, 4, 1, 4);
        const auto node = [](std::uint32_t slot) { return slot / 8; };
        const auto starts = structured_starts(instance.problem);
        QVERIFY(std::any_of(starts.begin(), starts.end(), [&](const std::vector<std::uint32_t>& start) {
            bool ends_together = true;
            for (std::size_t replica = 0; replica < 4; ++replica)
                ends_together = ends_together && node(start[4 * replica]) == node(start[4 * replica + 3]) &&
                                node(start[4 * replica + 1]) == node(start[4 * replica + 2]) &&
                                node(start[4 * replica]) != node(start[4 * replica + 1]);
            return ends_together;
        }));
    }

private:
    const Knowledge knowledge_ = some_knowledge();
};

QTEST_GUILESS_MAIN(BestPlacementTest)
#include "best_placement_test.moc"
