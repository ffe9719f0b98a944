// SPDX-License-Identifier: GPL-3.0-or-later
// A framework that the program does not know: everything about it stands in this file.
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/framework/framework.h"
#include "core/schedule/schedule_family.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/planner.h"

#include <QtTest>

#include <cmath>

using namespace pipette;

namespace {

/// Half the gradients of Megatron-LM, a spare gigabyte, and the last stage has one layer less.
Framework slim() {
    return {.name = "slim-lm",
            .title = "Slim-LM",
            .kernels = "megatron",
            .source = "made up",
            .gradient_bytes = 2,
            .waiting_transfers = P2p::in_turn,
            .memory = {.workspace_gib = 1.3, .stand_in_gradients = true},
            .layers = [](const TransformerModel& model, const ParallelConfig& config) {
                std::vector<int> layers = even_layers(model.layers, config.chunks());
                ++layers.front(), --layers.back();
                return layers;
            }};
}

PlanInputs inputs_for(const std::string& framework) {
    PlanInputs inputs;
    inputs.cluster = share(read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json"));
    inputs.model = load_model("gpt-1.7b");
    inputs.job.global_batch = 32;
    inputs.job.sequence_length = 2048;
    inputs.job.framework = framework;
    inputs.limits.schedules = {ScheduleKind::one_f_one_b};
    inputs.limits.micro_batches = {1, 2};
    inputs.budget = {.seed = 1, .chains = 1, .moves = 1000, .threads = 1};
    return inputs;
}

/// pp=2 tp=2 dp=4 on neighbouring GPUs.
Candidate estimate_under(const std::string& framework) {
    const PlanInputs inputs = inputs_for(framework);
    ParallelConfig config;
    config.pp = 2, config.tp = 2, config.dp = 4;
    config.micro_batch = 1, config.global_batch = 32;
    config.p2p = usual_p2p(config.schedule, framework_of(inputs.job));
    config.layers_per_stage = split_layers(inputs.model, config, framework_of(inputs.job));
    RankMapping mapping;
    for (int rank = 0; rank < config.world(); ++rank)
        mapping.gpu_of_rank.push_back(rank);
    return evaluate(inputs, config, mapping, {shipped_calibration(), nullptr});
}

double part(const Candidate& candidate, std::string_view name) {
    double bytes = 0;
    for (const MemoryPart& part : candidate.memory[0].parts)
        bytes += part.name == name ? part.bytes : 0;
    return bytes;
}

} // namespace

class OwnFrameworkTest : public QObject {
    Q_OBJECT

private slots:
    void itsHabitsCount() {
        const Candidate megatron = estimate_under("megatron"), unknown = estimate_under("slim-lm");
        QCOMPARE(unknown.config.p2p, megatron.config.p2p); // before it is known
        const Registered<Framework> row(slim());
        const Candidate own = estimate_under("slim-lm");
        QCOMPARE(own.config.p2p, P2p::in_turn);
        QCOMPARE(own.config.layers_per_stage, (std::vector<int>{13, 11}));
        const double gradients = part(own, "gradients") / part(megatron, "gradients");
        QVERIFY2(std::abs(gradients - 0.5 * 13 / 12) < 0.02, qPrintable(QString::number(gradients)));
        QVERIFY(std::abs(part(own, "temporary") - part(megatron, "temporary") - (1 << 30)) < 1);
        QVERIFY2(
            own.breakdown.dp_exposed < 0.9 * megatron.breakdown.dp_exposed,
            qPrintable(
                QString("%1 against %2").arg(own.breakdown.dp_exposed).arg(megatron.breakdown.dp_exposed)));
        QVERIFY(own.calibrated); // by the runs of its kernels
    }

    void runsAreLabelledAsItIsCalled() {
        QCOMPARE(framework_labelled("Slim-LM 2.1 (nightly)"), "slim-lm 2.1 (nightly)");
        const Registered<Framework> row(slim());
        QCOMPARE(framework_labelled("Slim-LM 2.1 (nightly)"), "slim-lm");
    }

    void plansOfItAreReadBack() {
        const Registered<Framework> row(slim());
        const Plan made = plan(inputs_for("slim-lm"), {shipped_calibration(), nullptr});
        QVERIFY(!made.candidates.empty());
        for (const Candidate& candidate : made.candidates)
            QCOMPARE(candidate.config.p2p, P2p::in_turn);
        const Plan read = parse_plan(plan_to_text(made), "plan.json");
        QVERIFY(read.inputs == made.inputs);
        QVERIFY(read.candidates == made.candidates);
        QCOMPARE(read.inputs.job.framework, "slim-lm");
    }
};

QTEST_GUILESS_MAIN(OwnFrameworkTest)
#include "own_framework_test.moc"
