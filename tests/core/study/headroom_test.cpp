// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/find_headroom.h"

#include "core/base/units.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/search/space/enumeration.h"
#include "core/search/space/memory_check.h"

#include <QtTest>
#include <functional>

using namespace pipette;

namespace {

PlanInputs sample() {
    HypotheticalCluster choices;
    choices.gpu = gpu_kind_named("A100-SXM4-80GB");
    choices.nodes = 4;
    choices.nic_gb_per_s = 25, choices.nics = 1, choices.gpu_link_gb_per_s = 300;
    PlanInputs inputs;
    inputs.cluster = share(hypothetical_cluster(choices));
    inputs.model = load_model("llama-2-13b");
    inputs.job.global_batch = 64, inputs.job.sequence_length = 4096;
    inputs.limits.recompute = {Recompute::none, Recompute::selective};
    inputs.limits.micro_batches = {1, 2};
    return inputs;
}

/// Whether any configuration fits, one by one.
bool fits(const PlanInputs& inputs) {
    const double bytes = inputs.cluster->node_kinds[0].gpu.memory_gib * bytes_per_gib;
    for (const ParallelConfig& config : enumerate(inputs).configs)
        if (check_memory(inputs, {shipped_calibration(), nullptr}, config, bytes).fits())
            return true;
    return false;
}

bool fits_with(const std::function<void(PlanInputs&)>& change) {
    PlanInputs inputs = sample();
    change(inputs);
    return fits(inputs);
}

} // namespace

class HeadroomTest : public QObject {
    Q_OBJECT

private slots:
    void one_step_further_does_not_fit() {
        const Headroom found = find_headroom(sample(), {shipped_calibration(), nullptr});
        const auto sequence = [](int tokens) {
            return fits_with([&](PlanInputs& inputs) { inputs.job.sequence_length = tokens; });
        };
        QVERIFY(found.sequence_length.value > 4096);
        QVERIFY(sequence(found.sequence_length.value));
        QVERIFY(!sequence(found.sequence_length.value + sequence_step()));
        const auto layers = [](int count) {
            return fits_with([&](PlanInputs& inputs) { inputs.model.layers = count; });
        };
        QVERIFY(found.layers.value >= 40);
        QVERIFY(layers(found.layers.value) && !layers(found.layers.value + 1));
        const auto gpus = [](int count) {
            return fits_with([&](PlanInputs& inputs) { inputs.limits.world_sizes = {count}; });
        };
        QVERIFY(gpus(found.gpus.value));
        for (int fewer = 1; fewer < found.gpus.value; fewer *= 2)
            QVERIFY(!gpus(fewer));
        const auto micro_batch = [](int size) {
            return fits_with([&](PlanInputs& inputs) { inputs.limits.micro_batches = {size}; });
        };
        QVERIFY(micro_batch(found.micro_batch.value));
        for (int more = 2 * found.micro_batch.value; more <= 64; more *= 2)
            QVERIFY(!micro_batch(more));
    }

    /// What fits on fewer GPUs fits on more: nodes that part in few ways do not hide it.
    void more_gpus_never_have_less_room() {
        int tokens = 0, layers = 0;
        for (const int nodes : {2, 3, 4, 5, 6, 7, 8, 9, 10, 11}) {
            PlanInputs inputs = sample();
            HypotheticalCluster choices;
            choices.gpu = gpu_kind_named("A100-SXM4-80GB");
            choices.nodes = nodes;
            choices.nic_gb_per_s = 25, choices.nics = 1, choices.gpu_link_gb_per_s = 300;
            inputs.cluster = share(hypothetical_cluster(choices));
            const Headroom found = find_headroom(inputs, {shipped_calibration(), nullptr});
            QVERIFY2(found.sequence_length.value >= tokens,
                     qPrintable(QStringLiteral("%1 nodes: %2 tokens, %3 on fewer")
                                    .arg(nodes)
                                    .arg(found.sequence_length.value)
                                    .arg(tokens)));
            QVERIFY(found.layers.value >= layers);
            tokens = found.sequence_length.value, layers = found.layers.value;
        }
    }

    void its_configurations_fit_what_it_says() {
        const Headroom found = find_headroom(sample(), {shipped_calibration(), nullptr});
        QCOMPARE(found.micro_batch.config.micro_batch, found.micro_batch.value);
        QCOMPARE(found.gpus.config.world(), found.gpus.value);
        int layers = 0;
        for (const int chunk : found.layers.config.layers_per_stage)
            layers += chunk;
        QCOMPARE(layers, found.layers.value);
    }

    void a_job_that_needs_many_stages_has_headroom_too() {
        PlanInputs inputs = sample();
        HypotheticalCluster choices;
        choices.gpu = gpu_kind_named("H100-SXM5-80GB");
        choices.nodes = 64, choices.nics = 8, choices.nic_gb_per_s = 50, choices.gpu_link_gb_per_s = 450;
        inputs.cluster = share(hypothetical_cluster(choices));
        inputs.model = load_model("llama-2-70b");
        inputs.job.global_batch = 8; // fewer replicas than that: stages, each with a layer
        inputs.limits.world_sizes = {512};
        QVERIFY(fits(inputs));
        QVERIFY(find_headroom(inputs, {shipped_calibration(), nullptr}).layers.value >= inputs.model.layers);
    }

    void nothing_fits_on_tiny_gpus() {
        PlanInputs inputs = sample();
        Cluster parts = *inputs.cluster;
        parts.node_kinds[0].gpu.memory_gib = 0.1;
        inputs.cluster = share(make_cluster(parts));
        const Headroom found = find_headroom(inputs, {shipped_calibration(), nullptr});
        QVERIFY(found == Headroom{});
        QVERIFY(headroom_text(found).starts_with("nothing fits"));
    }

    void a_plan_document_keeps_it() {
        Plan plan;
        plan.inputs = sample();
        plan.headroom = find_headroom(plan.inputs, {shipped_calibration(), nullptr});
        QVERIFY(parse_plan(plan_to_text(plan), "p.json").headroom == plan.headroom);
        plan.headroom = Headroom{};
        QVERIFY(parse_plan(plan_to_text(plan), "p.json").headroom == plan.headroom);
        plan.headroom.reset();
        QVERIFY(!parse_plan(plan_to_text(plan), "p.json").headroom);
    }
};

QTEST_APPLESS_MAIN(HeadroomTest)
#include "headroom_test.moc"
