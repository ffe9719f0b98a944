// SPDX-License-Identifier: GPL-3.0-or-later
// When the search lays matrices over a grid (AxoNN; help: tensor-grids.md).
#include "core/cluster/hypothetical.h"
#include "core/search/problem/search_tables.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/planner.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/memory_check.h"
#include "tests/core/cost/small_clusters.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <limits>
#include <set>

using namespace pipette;

namespace {

/// A model of 69 billion parameters on two nodes, which have little room for it, and few sequences.
PlanInputs large_model_on_two_nodes(double gb_per_s) {
    PlanInputs inputs;
    HypotheticalCluster choices;
    choices.gpu = a100();
    choices.nodes = 2, choices.nic_gb_per_s = gb_per_s, choices.gpu_link_gb_per_s = 300;
    inputs.cluster = share(hypothetical_cluster(choices));
    TransformerModel& model = inputs.model;
    model.name = "large", model.layers = 80, model.hidden = 8192, model.heads = 64, model.kv_heads = 8;
    model.ffn_hidden = 28672, model.vocab = 32000, model.sequence_length = 4096, model.gated_mlp = true;
    inputs.job.framework = "axonn", inputs.job.global_batch = 4, inputs.job.sequence_length = 4096;
    inputs.job.overlap_tensor_parallel = true;
    inputs.limits.world_sizes = {16};
    inputs.budget.moves = 5'000;
    return inputs;
}

/// The time of the fastest configuration in host order, each with as few layers computed again as its memory
/// asks for, of those with one rank along x and of the others.
struct FastestOf {
    double line_s = std::numeric_limits<double>::infinity(), grid_s = line_s;
};
FastestOf fastest_of(const PlanInputs& inputs, const Knowledge& knowledge) {
    FastestOf fastest;
    const double gpu_bytes = SearchTables(inputs, knowledge).gpu_memory_bytes.back();
    for (ParallelConfig config : enumerate(inputs).configs) {
        const MemoryCheck memory = check_memory(inputs, knowledge, config, gpu_bytes);
        if (!memory.fits())
            continue;
        if (config.recompute == Recompute::full)
            config = with_fewest_layers(inputs, knowledge, config, Verdict::tight, gpu_bytes);
        const RankMapping in_order = host_order_mapping(inputs.cluster->gpu_count(), config.world(), {});
        double& best = config.tp_x > 1 ? fastest.grid_s : fastest.line_s;
        best = std::min(best, evaluate(inputs, config, in_order, knowledge).iteration_time_s);
    }
    return fastest;
}

} // namespace

class TensorGridSearchTest : public QObject {
    Q_OBJECT

private slots:
    void everyGridIsTried() {
        std::set<std::array<int, 4>> tried;
        PlanInputs inputs = large_model_on_two_nodes(20);
        inputs.job.global_batch = 16; // which every number of replicas divides
        for (const ParallelConfig& config : enumerate(inputs).configs)
            tried.insert({config.tp_x, config.tp_y(), config.zero_stage == 3 ? config.shards() : 1,
                          config.shard_replicas()});
        int expected = 0;
        for (const int x : {1, 2, 4, 8, 16})
            for (const int y : {1, 2, 4, 8, 16})
                for (const int z : {1, 2, 4, 8, 16})
                    if (16 % (x * y * z) == 0) {
                        ++expected;
                        QVERIFY(tried.contains({x, y, z, z == 1 ? 1 : 16 / (x * y * z)}));
                    }
        QCOMPARE(int(tried.size()), expected);
    }

    /// Over both nodes a grid adds up less than a line of 16 GPUs. Links at a tenth make that worth the
    /// attention that ranks along x compute alike.
    void aGridIsChosenWhereTheEstimateSaysItIsFaster() {
        const Knowledge knowledge = some_knowledge();
        for (const double gb_per_s : {25.0, 2.5}) {
            const PlanInputs inputs = large_model_on_two_nodes(gb_per_s);
            const FastestOf fastest = fastest_of(inputs, knowledge);
            const Plan found = plan(inputs, knowledge);
            QVERIFY(!found.candidates.empty());
            double best_s = std::numeric_limits<double>::infinity();
            int x = 0;
            for (const Candidate& candidate : found.candidates)
                if (candidate.planner == Planner::pipette && candidate.iteration_time_s < best_s)
                    best_s = candidate.iteration_time_s, x = candidate.config.tp_x;
            qInfo("%g GB/s: line %.3f s, grid %.3f s, found %.3f s", gb_per_s, fastest.line_s, fastest.grid_s,
                  best_s);
            QVERIFY(best_s <= std::min(fastest.line_s, fastest.grid_s) * (1 + 1e-9));
            QCOMPARE(fastest.grid_s < fastest.line_s, gb_per_s < 10);
            QCOMPARE(x > 1, fastest.grid_s < fastest.line_s);
        }
    }
};

QTEST_GUILESS_MAIN(TensorGridSearchTest)
#include "tensor_grid_search_test.moc"
