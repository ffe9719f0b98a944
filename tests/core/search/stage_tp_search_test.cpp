// SPDX-License-Identifier: GPL-3.0-or-later
// Plans whose stages may have a tp of their own, on unlike GPUs.
#include "core/cost/iteration_time.h"
#include "core/plan/stages/stage_reason.h"
#include "core/plan/stages/stage_tp.h"
#include "core/search/rounds/evaluate.h"
#include "core/study/find_stage_reasons.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

#include <algorithm>

using namespace pipette;

namespace {

/// A fast node and some slow ones with slower links inside, each with eight GPUs.
PlanInputs unlike_inputs(std::uint64_t seed, int nodes, double slower, double slower_memory_gib) {
    ClusterSketch sketch;
    sketch.nodes = nodes, sketch.gpus = 8, sketch.nics = 8;
    sketch.slower_half = slower, sketch.slower_links = 0.5;
    PlanInputs inputs = random_inputs(sketch, seed);
    Cluster cluster = *inputs.cluster;
    cluster.node_kinds.back().gpu.memory_gib = slower_memory_gib;
    for (int node = 0; node < nodes; ++node)
        cluster.nodes[std::size_t(node)].kind = node == 0 ? 0 : 1;
    inputs.cluster = share(make_cluster(std::move(cluster)));
    TransformerModel& model = inputs.model; // 13 billion parameters
    model.layers = 40, model.hidden = 5120, model.heads = model.kv_heads = 40, model.ffn_hidden = 13'824;
    model.gated_mlp = true, model.tied_embeddings = model.biases = model.learned_positions = false;
    inputs.job.sequence_length = model.sequence_length = 4096;
    inputs.limits.world_sizes = {8 * nodes};
    inputs.budget.moves = 2'000, inputs.budget.chains = 2;
    return inputs;
}

double best_s(const Plan& plan) {
    return plan.candidates.empty() ? 0 : plan.candidates.front().iteration_time_s;
}

} // namespace

class StageTpSearchTest : public QObject {
    Q_OBJECT

private slots:
    // Small memory asks for a large tp, whose sums cost the others time: they do without.
    void stages_with_room_take_a_smaller_tp() {
        PlanInputs inputs = unlike_inputs(3, 3, 0.6, 10);
        const Plan even = plan(inputs, some_knowledge());
        inputs.limits.stage_tp = true;
        const Plan own = plan(inputs, some_knowledge());
        QVERIFY(!even.candidates.empty() && !own.candidates.empty());
        const Candidate& best = own.candidates.front();
        qInfo("%s: %.1f ms, %s: %.1f ms", short_name(even.candidates.front().config).c_str(),
              1000 * best_s(even), short_name(best.config).c_str(), 1000 * best_s(own));
        QVERIFY(has_stage_tp(best.config));
        QVERIFY(best_s(own) < 0.97 * best_s(even));
        QVERIFY(std::none_of(even.candidates.begin(), even.candidates.end(),
                             [](const Candidate& other) { return has_stage_tp(other.config); }));
        // With the tp of any of its stages everywhere it is slower, or does not fit.
        for (const StagesOfTp& alike : stages_by_tp(best.config)) {
            const Candidate plain = evaluate(inputs, alike.config, best.mapping, some_knowledge());
            const bool over = std::any_of(plain.memory.begin(), plain.memory.end(),
                                          [](const auto& device) { return device.verdict == Verdict::over; });
            QVERIFY2(over || plain.iteration_time_s > best_s(own), short_name(plain.config).c_str());
        }
        // What the plan says is what it is, and its bound is below.
        const Candidate again = evaluate(inputs, best.config, best.mapping, some_knowledge());
        QCOMPARE(again.iteration_time_s, best.iteration_time_s);
        QVERIFY(own.least_time_s <= best.iteration_time_s);
        const std::vector<StageReason> reasons = find_stage_reasons(own, best, links_of(inputs));
        QVERIFY(!reasons.empty());
        for (const StageReason& reason : reasons)
            QCOMPARE(reason.tp, tp_of_stage(best.config, reason.stages.front()));
        QVERIFY(stage_reason_text(reasons.front()).find("; its tp is ") != std::string::npos);
    }

    void more_choices_make_no_plan_slower() {
        int gained = 0;
        Random random(21);
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            PlanInputs inputs = unlike_inputs(seed, 2 + int(random.below(2)), random.uniform(0.35, 0.6),
                                              random.uniform(9, 13));
            const double even_s = best_s(plan(inputs, some_knowledge()));
            inputs.limits.stage_tp = true;
            const double own_s = best_s(plan(inputs, some_knowledge()));
            if (even_s > 0)
                QVERIFY2(own_s <= even_s * (1 + 1e-3),
                         qPrintable(QString("%1: %2 s, without %3 s").arg(seed).arg(own_s).arg(even_s)));
            gained += own_s > 0 && (even_s == 0 || own_s < 0.99 * even_s);
        }
        qInfo("%d of 12 plans gained", gained);
        QVERIFY(gained > 0);
    }
};

QTEST_GUILESS_MAIN(StageTpSearchTest)
#include "stage_tp_search_test.moc"
