// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/search/rounds/planner.h"

#include <QtTest>
#include <fmt/format.h>

using namespace pipette;

namespace {

/// Plans whose blocks share network cards: sixteen nodes with one each.
PlanInputs shared_card_inputs(std::uint64_t seed, long moves) {
    PlanInputs inputs;
    inputs.cluster = share(read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/a100_hdr_16x8.json"));
    inputs.model = load_model("llama-2-7b");
    inputs.job.global_batch = 512;
    inputs.job.sequence_length = inputs.model.sequence_length;
    inputs.limits.world_sizes = {128}, inputs.limits.micro_batches = {1};
    inputs.limits.recompute = {Recompute::none};
    inputs.limits.max_tp = 2, inputs.limits.max_vpp = 3;
    inputs.budget.seed = seed, inputs.budget.moves = moves, inputs.budget.chains = 2;
    return inputs;
}

} // namespace

class LargerBudgetTest : public QObject {
    Q_OBJECT

private slots:
    void moreMovesNeverEndWithASlowerPlan() {
        const Knowledge knowledge{shipped_calibration(), nullptr};
        for (const std::uint64_t seed : {1, 2}) {
            double before_s = INFINITY;
            for (const long moves : {12'500, 40'000, 90'000}) {
                const double time_s =
                    plan(shared_card_inputs(seed, moves), knowledge).candidates.front().iteration_time_s;
                QVERIFY2(time_s <= before_s, fmt::format("seed {}, {} moves: {} s, with fewer {} s", seed,
                                                         moves, time_s, before_s)
                                                 .c_str());
                before_s = time_s;
            }
        }
    }
};

QTEST_GUILESS_MAIN(LargerBudgetTest)
#include "larger_budget_test.moc"
