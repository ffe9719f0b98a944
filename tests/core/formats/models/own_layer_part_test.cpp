// SPDX-License-Identifier: GPL-3.0-or-later
// A part of layers that the program does not know: everything about it stands in this file.
#include "core/cost/candidate_timeline.h"
#include "core/cost/layer_times.h"
#include "core/cost/traffic.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/models/model_json.h"
#include "core/formats/text/json_reader.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/planner.h"
#include "core/workload/layers/model_layers.h"
#include "core/workload/layers/part_folds.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

/// Half of the width that a head keeps goes into a state instead of scores: no core of attention.
constexpr double hidden = 2304, state = 1024;
constexpr int layers = 24;

PartTable gated_linear_table(const TransformerModel& m) {
    const double h = m.hidden, wide = other_size(m, "gated linear attention", "state");
    PartTable part;
    part.products = {
        {.name = "queries, keys, values and gates", .in = h, .out = 4 * wide, .out_cut = axis::tp},
        {.name = "output of the state", .in = wide, .out = h, .in_cut = axis::tp},
    };
    part.traffic = {{.name = "recurrence", .forward = 6 * wide, .backward = 12 * wide, .cut = axis::tp}};
    part.kept = {{.name = "queries, keys, values and gates", .elements = 4 * wide, .cut = axis::tp}};
    part.tensor_sums = 1;
    return part;
}

LayerPart gated_linear() {
    return {.name = "gated linear attention", .place = LayerPart::attention, .table = gated_linear_table};
}

/// gpt-1.7b with the part in the last `count` of its layers.
TransformerModel mixed(int count) {
    nlohmann::json json = model_to_json(load_model("gpt-1.7b"));
    std::vector<int> with;
    for (int layer = layers - count; layer < layers; ++layer)
        with.push_back(layer);
    if (count > 0)
        json["other_parts"] = {
            {{"kind", "gated linear attention"}, {"layers", with}, {"sizes", {{"state", state}}}}};
    const std::string file = "model.json";
    return model_from_json(JsonValue(json, file));
}

PlanInputs inputs_for(const TransformerModel& model) {
    PlanInputs inputs;
    inputs.cluster = share(read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json"));
    inputs.model = model;
    inputs.job.global_batch = 32, inputs.job.sequence_length = 2048;
    inputs.limits.schedules = {ScheduleKind::one_f_one_b}, inputs.limits.micro_batches = {1};
    inputs.budget = {.seed = 1, .chains = 1, .moves = 1000, .threads = 1};
    return inputs;
}

ParallelConfig two_stages() {
    ParallelConfig config;
    config.pp = 2, config.tp = 2, config.dp = 4, config.global_batch = 32;
    config.layers_per_stage = {12, 12};
    return config;
}

Candidate estimated(const TransformerModel& model) {
    RankMapping mapping;
    for (int rank = 0; rank < 16; ++rank)
        mapping.gpu_of_rank.push_back(rank);
    return evaluate(inputs_for(model), two_stages(), mapping, {shipped_calibration(), nullptr});
}

double activations(const Candidate& candidate, std::size_t device) {
    for (const MemoryPart& part : candidate.memory[device].parts)
        if (part.name == "activations")
            return part.bytes;
    return -1;
}

constexpr double usual_matrices = 4 * hidden * hidden, own_matrices = 5 * hidden * state;

} // namespace

class OwnLayerPartTest : public QObject {
    Q_OBJECT

    const Registered<LayerPart> row_{gated_linear()};

private slots:
    void parametersAndOperations() {
        const TransformerModel plain = mixed(0), half = mixed(12);
        const double biases = 4 * hidden; // of queries, keys, values and output, which the part has not
        QCOMPARE(total_parameters(half) - total_parameters(plain),
                 12 * (own_matrices - usual_matrices - biases));
        const double scores = 2 * 2 * hidden * (0.5 * 2048); // of a causal core, forward
        QCOMPARE(flops_per_token(half, 2048) - flops_per_token(plain, 2048),
                 3 * 12 * (2 * (own_matrices - usual_matrices) - scores));
        QCOMPARE(active_parameters(half), total_parameters(half));
    }

    void timesMemoryAndTraffic() {
        const Candidate plain = estimated(mixed(0)), half = estimated(mixed(12));
        QVERIFY(half.iteration_time_s < plain.iteration_time_s);
        QCOMPARE(activations(half, 0), activations(plain, 0)); // the first stage has usual layers alone
        QVERIFY(activations(half, 1) < activations(plain, 1));
        const auto sums = [](const TransformerModel& model) {
            for (const Collective& row : traffic_of(model, inputs_for(model).job, two_stages()).collectives)
                if (row.when == When::layer && row.axes.front() == axis::tp)
                    return row.forward_calls;
            return std::vector<double>{};
        };
        QCOMPARE(sums(mixed(12)), sums(mixed(0))); // one around attention, one around the network
    }

    /// Without tensor sums of its own the part sends nothing.
    void messagesFollowFromItsRows() {
        TransformerModel model = mixed(12);
        const auto described = layers_of(model);
        for (const ModelPart& part : described->parts())
            if (part.name == "attention core")
                QCOMPARE(part.in_before.back(), 12);
    }

    void plansAreDrawnAndReadBack() {
        const PlanInputs inputs = inputs_for(mixed(12));
        const Plan made = plan(inputs, {shipped_calibration(), nullptr});
        QVERIFY(!made.candidates.empty());
        const Candidate& best = made.candidates.front();
        const Timeline timeline =
            candidate_timeline(inputs, best.config, best.mapping, shipped_calibration());
        QVERIFY(std::abs(timeline.total() / best.iteration_time_s - 1) < 1e-9);
        const Plan read = parse_plan(plan_to_text(made), "plan.json");
        QVERIFY(read.inputs.model == inputs.model);
        QVERIFY(read.candidates == made.candidates);
    }

    /// An axis that cuts the other side of a product is one name in its row.
    void anAxisThatOnlyItKnowsCutsTheOtherSide() {
        constexpr Axis x{"x", Spread::peers};
        PartTable part = gated_linear_table(mixed(12));
        part.products[0].in_cut = x;
        const AxisSizes sizes = AxisSizes{}.with(axis::tp, 2).with(x, 4);
        QCOMPARE(parameters_of(part, sizes).shared, 4 * hidden * state / 8 + hidden * state / 2);
        QCOMPARE(parameters_of(part).shared, own_matrices);
    }

    void whatIsNotKnownIsRefused() {
        TransformerModel model = mixed(12);
        model.other_parts[0].kind = "another";
        QVERIFY(QString::fromStdString(refusal([&] { check(model); })).contains("'another'"));
        model = mixed(12);
        model.other_parts[0].sizes.clear();
        QVERIFY(QString::fromStdString(refusal([&] { check(model); })).contains("'state'"));
        model = mixed(12);
        model.other_parts[0].layers = {3, 3};
        QVERIFY(QString::fromStdString(refusal([&] { check(model); })).contains("ascend"));
    }
};

QTEST_GUILESS_MAIN(OwnLayerPartTest)
#include "own_layer_part_test.moc"
