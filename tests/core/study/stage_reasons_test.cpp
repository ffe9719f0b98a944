// SPDX-License-Identifier: GPL-3.0-or-later
// Why stages lie where they do, each cause on a machine that was made for it.
#include "core/study/find_stage_reasons.h"

#include "core/cost/iteration_time.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/plan/stages/unlike_gpus.h"
#include "core/search/rounds/evaluate.h"
#include "tests/core/search/random_cluster.h"

#include <QtTest>

using namespace pipette;

namespace {

/// How a second node differs from a first one of four A100.
struct Second {
    double speed = 1; ///< of its GPUs
    double memory_gib = 80;
    double gb_per_s = 235; ///< inside it
};

PlanInputs two_nodes(const Second& second) {
    Cluster parts;
    NodeKind kind;
    kind.name = "first", kind.gpu = gpu_kind_named("A100-SXM4-80GB"), kind.gpus = 4;
    kind.intra_node = {235, 3, {}, {}};
    parts.node_kinds = {kind, kind};
    NodeKind& other = parts.node_kinds.back();
    other.name = "second", other.gpu.name = "B200-other";
    for (double& peak : other.gpu.peak_tflops)
        peak *= second.speed;
    other.gpu.hbm_gb_per_s *= second.speed, other.gpu.memory_gib = second.memory_gib;
    other.intra_node.bandwidth_gb_per_s = second.gb_per_s;
    parts.nodes = {{"a", 0, ""}, {"b", 1, ""}};
    parts.inter_node.bandwidth = BandwidthMatrix(2);
    parts.inter_node.bandwidth.set(0, 1, 25), parts.inter_node.bandwidth.set(1, 0, 25);
    PlanInputs inputs;
    inputs.cluster = share(make_cluster(parts));
    inputs.model = load_model("gpt-3.6b");
    inputs.job.global_batch = 64, inputs.job.sequence_length = 2048;
    return inputs;
}

const Knowledge& knowledge() {
    static const Knowledge known{shipped_calibration(), nullptr};
    return known;
}

/// Two stages of four GPUs, the first one on the first node.
Candidate two_stages(const PlanInputs& inputs, int first_layers, int tp = 1) {
    ParallelConfig config;
    config.pp = 2, config.tp = tp, config.dp = 4 / tp, config.global_batch = inputs.job.global_batch;
    config.layers_per_stage = {first_layers, inputs.model.layers - first_layers};
    return evaluate(inputs, config, host_order_mapping(8, 8, {}), knowledge());
}

/// The split that takes least of those that fit.
Candidate fastest_of_two(const PlanInputs& inputs, int tp = 1) {
    std::optional<Candidate> best;
    for (int layers = 1; layers < inputs.model.layers; ++layers)
        if (const Candidate one = two_stages(inputs, layers, tp);
            verdict_of(one) != Verdict::over && (!best || one.iteration_time_s < best->iteration_time_s))
            best = one;
    return *best;
}

Plan plan_of(const PlanInputs& inputs, std::vector<Candidate> candidates) {
    Plan plan;
    plan.inputs = inputs, plan.candidates = std::move(candidates);
    plan.calibration = std::make_shared<const Calibration>(knowledge().calibration);
    return plan;
}

std::vector<StageReason> reasons_of(const PlanInputs& inputs, const Candidate& candidate) {
    return find_stage_reasons(plan_of(inputs, {candidate}), candidate, links_of(inputs));
}

std::string text_of(const std::vector<StageReason>& reasons, std::size_t at) {
    return stage_reason_text(reasons[at]);
}

} // namespace

class StageReasonsTest : public QObject {
    Q_OBJECT

private slots:
    void slowGpusAreBoundByCompute() {
        const PlanInputs inputs = two_nodes({.speed = 0.4});
        const Candidate best = fastest_of_two(inputs);
        const int fast = best.config.layers_per_stage[0], slow = best.config.layers_per_stage[1];
        QVERIFY(fast > 2 * slow - 2 && slow > 1);
        const std::vector<StageReason> reasons = reasons_of(inputs, best);
        QCOMPARE(reasons.size(), 2U);
        QVERIFY(reasons[0].bound == StageBound::compute && reasons[1].bound == StageBound::compute);
        QCOMPARE(reasons[1].gpus, std::string("4 B200"));
        QCOMPARE(reasons[1].fastest, std::string("A100"));
        QVERIFY(reasons[0].fastest.empty());
        QVERIFY2(reasons[1].times_fastest > 2.2 && reasons[1].times_fastest < 2.6,
                 qPrintable(QString::number(reasons[1].times_fastest)));
        QCOMPARE(reasons[1].one_more->other, 0);
        QCOMPARE(reasons[1].one_more->added_s,
                 two_stages(inputs, fast - 1).iteration_time_s - best.iteration_time_s);
        QCOMPARE(reasons[0].one_more->added_s,
                 two_stages(inputs, fast + 1).iteration_time_s - best.iteration_time_s);
        const std::string text = text_of(reasons, 1);
        QVERIFY2(
            text.starts_with("Stage 1 has " + std::to_string(slow) + " layers on 4 B200: it computes for "),
            text.c_str());
        QVERIFY2(
            text.find(" times as long as on A100; one layer more, from stage 0, would make the iteration ") !=
                std::string::npos,
            text.c_str());
    }

    void placesThatChangeAreEvaluated() {
        const PlanInputs inputs = two_nodes({.speed = 0.4});
        const Candidate best = fastest_of_two(inputs);
        ParallelConfig config = best.config;
        std::swap(config.layers_per_stage[0], config.layers_per_stage[1]);
        const Candidate swapped = evaluate(inputs, config, {{4, 5, 6, 7, 0, 1, 2, 3}}, knowledge());
        for (const StageReason& reason : reasons_of(inputs, best)) {
            QVERIFY(reason.exchanged);
            QCOMPARE(reason.exchanged->added_s, swapped.iteration_time_s - best.iteration_time_s);
            QCOMPARE(reason.exchanged->fits, verdict_of(swapped) != Verdict::over);
        }
    }

    void smallGpusAreBoundByMemory() {
        const PlanInputs inputs = two_nodes({.memory_gib = 16});
        const Candidate best = fastest_of_two(inputs);
        const std::vector<StageReason> reasons = reasons_of(inputs, best);
        QVERIFY(reasons[1].bound == StageBound::memory);
        const Candidate more = two_stages(inputs, best.config.layers_per_stage[0] - 1);
        QCOMPARE(reasons[1].used_bytes, best.memory[1].upper);
        QCOMPARE(reasons[1].more_bytes, more.memory[1].upper);
        QVERIFY(reasons[1].more_bytes > reasons[1].limit_bytes);
        const std::string text = text_of(reasons, 1);
        QVERIFY2(text.find(" of 16.0 GiB are full, and one layer more would need ") != std::string::npos,
                 text.c_str());
    }

    void slowLinksInsideAStageBoundIt() {
        const PlanInputs inputs = two_nodes({.gb_per_s = 5});
        const Candidate best = fastest_of_two(inputs, 4);
        QVERIFY(best.config.layers_per_stage[0] > best.config.layers_per_stage[1]);
        const std::vector<StageReason> reasons = reasons_of(inputs, best);
        QVERIFY(reasons[0].bound == StageBound::compute && reasons[1].bound == StageBound::links);
        const std::string text = text_of(reasons, 1);
        QVERIFY2(text.find(" ms of it for exchanges over links; one layer more") != std::string::npos,
                 text.c_str());
    }

    void aSplitByHandSaysWhatABetterOneWouldSave() {
        const PlanInputs inputs = two_nodes({.speed = 0.4});
        const Candidate even = two_stages(inputs, inputs.model.layers / 2);
        const std::vector<StageReason> reasons = reasons_of(inputs, even);
        QVERIFY(reasons[0].bound == StageBound::nothing && reasons[0].one_more->added_s < 0);
        QVERIFY(reasons[1].bound == StageBound::compute);
        QVERIFY2(text_of(reasons, 0).find(" ms shorter") != std::string::npos, text_of(reasons, 0).c_str());
    }

    void aStageMayHaveNobodyToTakeALayerFrom() {
        PlanInputs inputs = two_nodes({.speed = 0.4});
        inputs.model.layers = 2;
        const std::vector<StageReason> reasons = reasons_of(inputs, two_stages(inputs, 1));
        QVERIFY(reasons[0].bound == StageBound::supply && reasons[1].bound == StageBound::supply);
        QVERIFY2(text_of(reasons, 0).starts_with("Stage 0 has 1 layer on 4 A100: "),
                 text_of(reasons, 0).c_str());
        QVERIFY(text_of(reasons, 0).find("no other stage has a layer to give") != std::string::npos);
    }

    void pinnedGpusAreSaid() {
        PlanInputs inputs = two_nodes({.speed = 0.4});
        const Candidate best = fastest_of_two(inputs);
        inputs.start = best.mapping, inputs.pinned_ranks = {0, 1, 5};
        const std::vector<StageReason> reasons = reasons_of(inputs, best);
        QVERIFY(text_of(reasons, 0).ends_with("; 2 of 4 GPUs are pinned."));
        QVERIFY(text_of(reasons, 1).ends_with("; 1 of 4 GPUs are pinned."));
    }

    void fastGpusOfAStageWaitForSlowOnes() {
        const PlanInputs inputs = two_nodes({.speed = 0.4});
        ParallelConfig config;
        config.dp = 8, config.global_batch = inputs.job.global_batch;
        config.layers_per_stage = {inputs.model.layers};
        const std::vector<StageReason> reasons =
            reasons_of(inputs, evaluate(inputs, config, host_order_mapping(8, 8, {}), knowledge()));
        QCOMPARE(reasons.size(), 1U);
        QVERIFY(reasons[0].bound == StageBound::whole);
        QVERIFY2(text_of(reasons, 0).ends_with("times as long as on A100; its other GPUs wait for B200."),
                 text_of(reasons, 0).c_str());
    }

    void stagesThatAreAlikeAreToldTogether() {
        const PlanInputs inputs = two_nodes({.speed = 0.4});
        ParallelConfig config;
        config.pp = 8, config.global_batch = inputs.job.global_batch;
        config.layers_per_stage = {6, 5, 5, 5, 2, 2, 2, 3};
        const Candidate candidate = evaluate(inputs, config, host_order_mapping(8, 8, {}), knowledge());
        const std::vector<StageReason> reasons = reasons_of(inputs, candidate);
        std::vector<std::vector<int>> stages;
        for (const StageReason& reason : reasons)
            stages.push_back(reason.stages);
        QCOMPARE(stages, (std::vector<std::vector<int>>{{0}, {1, 2, 3}, {4, 5, 6}, {7}}));
        QVERIFY2(
            text_of(reasons, 1).starts_with("Stages 1-3 have 5 layers each on 1 A100: each computes for "),
            text_of(reasons, 1).c_str());
        QCOMPARE(layers_on_kinds_text(*inputs.cluster, candidate),
                 std::string("6 + 3*5 + 3*2 + 3 layers on 4 A100 + 4 B200"));
    }

    void idleGpusSayWhatUsingThemWouldCost() {
        const PlanInputs inputs = two_nodes({.speed = 0.2});
        ParallelConfig config;
        config.dp = 4, config.global_batch = inputs.job.global_batch;
        config.layers_per_stage = {inputs.model.layers};
        const Candidate alone = evaluate(inputs, config, host_order_mapping(8, 4, {}), knowledge());
        const Candidate on_all = two_stages(inputs, 25);
        const std::vector<IdleKind> idle = find_idle_kinds(plan_of(inputs, {alone, on_all}), alone);
        QCOMPARE(idle.size(), 1U);
        QCOMPARE(idle[0].gpus, std::string("4 B200"));
        QCOMPARE(idle[0].config, short_name(on_all.config));
        QCOMPARE(idle[0].added_s, on_all.iteration_time_s - alone.iteration_time_s);
        QVERIFY(idle[0].times_fastest > 4 && idle[0].times_fastest < 5.5);
        QVERIFY(find_stage_reasons(plan_of(inputs, {alone}), alone, links_of(inputs)).empty());
        const std::vector<IdleKind> never = find_idle_kinds(plan_of(inputs, {alone}), alone);
        QVERIFY(idle_kind_text(never.front()).ends_with("; no candidate uses them."));
        QVERIFY(find_idle_kinds(plan_of(inputs, {on_all}), on_all).empty());
    }

    void excludedGpusAreNotIdle() {
        PlanInputs inputs = two_nodes({.speed = 0.2});
        inputs.faults.excluded_gpus = {4, 5, 6, 7};
        ParallelConfig config;
        config.dp = 4, config.global_batch = inputs.job.global_batch;
        config.layers_per_stage = {inputs.model.layers};
        const Candidate alone = evaluate(inputs, config, host_order_mapping(8, 4, {}), knowledge());
        QVERIFY(find_idle_kinds(plan_of(inputs, {alone}), alone).empty());
    }

    void gpusOfOneKindNeedNoReasons() {
        PlanInputs inputs = two_nodes({});
        Cluster parts = *inputs.cluster;
        parts.node_kinds[1].gpu = parts.node_kinds[0].gpu;
        inputs.cluster = share(make_cluster(parts));
        const Candidate even = two_stages(inputs, 15);
        QVERIFY(reasons_of(inputs, even).empty());
        QVERIFY(layers_on_kinds_text(*inputs.cluster, even).empty());
        QCOMPARE(gpus_text(*inputs.cluster, even), std::string("8"));
    }

    void kindsThatBeginAlikeKeepTheirWholeNames() {
        const PlanInputs inputs = two_nodes({});
        QCOMPARE(brief_kinds(*inputs.cluster), (std::vector<std::string>{"A100", "B200"}));
        Cluster parts = *inputs.cluster;
        parts.node_kinds[1].gpu.name = "A100-SXM4-40GB";
        QCOMPARE(brief_kinds(make_cluster(parts)),
                 (std::vector<std::string>{"A100-SXM4-80GB", "A100-SXM4-40GB"}));
    }

    /// What the search settles on is no longer faster with a layer moved or two stages exchanged, for it has
    /// tried that: on links that the split by kinds of GPUs knows nothing of.
    void noChangeOfAPlanIsFaster() {
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            ClusterSketch sketch{4, 4, 1, 0.3, MatrixBetween::nodes};
            sketch.slower_half = 0.4;
            PlanInputs inputs = random_inputs(sketch, seed);
            inputs.budget.moves = 4'000;
            inputs.limits.world_sizes = {16};
            const Plan planned = plan(inputs, some_knowledge());
            QVERIFY(!planned.candidates.empty());
            const auto reasons =
                find_stage_reasons(planned, planned.candidates.front(), links_of(planned.inputs));
            QVERIFY(!reasons.empty());
            for (const StageReason& reason : reasons)
                for (const auto& change : {reason.one_more, reason.exchanged})
                    QVERIFY2(!change || !change->fits || change->added_s >= 0,
                             stage_reason_text(reason).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(StageReasonsTest)
#include "stage_reasons_test.moc"
