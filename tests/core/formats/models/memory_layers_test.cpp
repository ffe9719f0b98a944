// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cluster/hypothetical.h"
#include "core/cost/compute_time.h"
#include "core/cost/traffic.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/models/model_json.h"
#include "core/formats/studies/study_json.h"
#include "core/memory/memory_model.h"
#include "core/plan/stage_shape.h"
#include "core/search/rounds/planner.h"
#include "core/search/space/enumeration.h"
#include "tests/core/formats/refusal.h"

#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

constexpr double h = 1024, f = 2816, n = 1024, heads = 4, k = 512, t = 32, v = 1024, tokens = 2048;
constexpr double values = n * n * v, network = 3 * h * f,
                 memory = 2 * h * v + heads * k * (h + n); ///< of one layer, without its values

/// The base model of 373 million parameters: a Llama of 24 layers.
TransformerModel plain() {
    TransformerModel m;
    m.name = "plain", m.source = "a test";
    m.layers = 24, m.hidden = int(h), m.heads = m.kv_heads = 16, m.ffn_hidden = int(f);
    m.vocab = 32000, m.sequence_length = int(tokens), m.gated_mlp = true;
    return m;
}

/// The published example: memories in the layers 4, 12 and 20, all else as it comes.
TransformerModel remembering(bool shared = true) {
    TransformerModel m = plain();
    m.name = "remembering";
    m.memory_layers = MemoryLayers{.layers = {4, 12, 20}, .shared = shared};
    return m;
}

TrainingJob job() {
    TrainingJob job;
    job.global_batch = 16, job.sequence_length = int(tokens);
    return job;
}

ParallelConfig config_of(int pp, int tp, int dp, int ep = 1) {
    ParallelConfig config;
    config.pp = pp, config.tp = tp, config.dp = dp, config.ep = ep, config.global_batch = 16;
    config.layers_per_stage = even_layers(24, pp);
    return config;
}

QString refusal_of(const TransformerModel& model, const ParallelConfig& config) {
    return QString::fromStdString(refusal([&] { check(config, model, job()); }));
}

StageShape stage_of(const TransformerModel& model, const ParallelConfig& config, int chunk = 0) {
    return stage_shapes(model, job(), config, {{chunk}}).front();
}

/// Bytes of the first stage, by the name of the part.
double bytes_of(const TransformerModel& model, const ParallelConfig& config, const std::string& part) {
    const auto devices =
        analytic_memory(model, job(), config, std::vector<DeviceRoom>(std::size_t(config.pp), {80e9}));
    for (const MemoryPart& found : devices.front().parts)
        if (found.name == part)
            return found.bytes;
    return -1;
}

ChunkCompute compute_of(const TransformerModel& model, const ParallelConfig& config) {
    const FittedGpu gpu{gpu_kind_named("H100-SXM5-80GB"), shipped_calibration().common};
    return chunk_compute(model, job(), config, 0, gpu, nullptr);
}

/// Those in layers among experts: all that memory layers send.
std::vector<Collective> sent_of(const TransformerModel& model, const ParallelConfig& config, When when) {
    std::vector<Collective> found;
    for (const Collective& row : traffic_of(model, job(), config).collectives)
        if (row.over_blocks() && row.when == when)
            found.push_back(row);
    return found;
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::abs(b);
}

PlanInputs asked(const TransformerModel& model) {
    PlanInputs inputs;
    HypotheticalCluster machine = reference_machine("H100-SXM5-80GB");
    machine.nodes = 2;
    inputs.cluster = share(hypothetical_cluster(machine));
    inputs.model = model, inputs.job = job();
    inputs.limits.micro_batches = {1}, inputs.limits.recompute = {Recompute::none};
    inputs.budget.moves = 500, inputs.budget.chains = 1;
    return inputs;
}

Plan planned(const PlanInputs& inputs) {
    return plan(inputs, {shipped_calibration(), nullptr});
}

} // namespace

/// Layers that look up values in the place of their network.
class MemoryLayersTest : public QObject {
    Q_OBJECT

private slots:
    void parametersAreCounted() {
        QCOMPARE(total_parameters(plain()), 373'867'520.0);
        QCOMPARE(total_parameters(remembering()), 1'440'531'456.0);
        QCOMPARE(total_parameters(remembering()) - total_parameters(plain()),
                 3 * (memory - network) + values); // shared: once
        QCOMPARE(total_parameters(remembering(false)) - total_parameters(plain()),
                 3 * (memory - network) + 3 * values);
        QCOMPARE(active_parameters(remembering()) - active_parameters(plain()),
                 3 * (memory - network + heads * t * v));
        QCOMPARE(active_parameters(remembering(false)), active_parameters(remembering()));
    }

    void operationsAreCounted() {
        // Queries, both halves' scores, the sum of what was taken, its gate and its projection.
        const double lookup = 2 * (h * heads * k + 2 * heads * n * k / 2 + heads * t * v + 2 * h * v);
        QCOMPARE(flops_per_token(remembering(), 2048) - flops_per_token(plain(), 2048),
                 3 * 3 * (lookup - 2 * network));
    }

    void aMemoryTakesThePlaceOfExperts() {
        TransformerModel model = remembering();
        model.moe = Experts{.experts = 8, .experts_per_token = 2, .ffn_hidden = 512};
        const auto layers = layers_of(model);
        const PartCounts counts = layers->counts(0, 24);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const std::string_view part = layers->parts()[i].name;
            const bool of_experts = part == "experts" || part == "norms of layers with experts";
            const int expected = part == "memory lookup" || part == "norms" ? 3
                                 : of_experts                               ? 21
                                 : part == "dense network"                  ? 0
                                                                            : 24;
            QCOMPARE(counts[i], expected);
        }
        QVERIFY(has_memory(model, 12) && !has_experts(model, 12) && !has_memory(model, 13));
    }

    void groupsHoldTheirPartOfTheValues() {
        for (const bool shared : {true, false}) {
            const TransformerModel model = remembering(shared);
            QCOMPARE(stage_of(model, config_of(1, 1, 8)).parameters(), total_parameters(model));
            const double all = (shared ? 1 : 3) * values;
            QCOMPARE(stage_of(model, config_of(1, 1, 8)).experts, all);
            QCOMPARE(stage_of(model, config_of(1, 1, 8, 4)).experts, all / 4);
            QCOMPARE(stage_of(model, config_of(1, 2, 4, 4)).experts, all / 4); // whatever tp
            // Of a memory nothing else is split.
            QCOMPARE(stage_of(model, config_of(1, 2, 4)).beside_experts -
                         stage_of(plain(), config_of(1, 2, 4)).beside_experts,
                     3 * (memory - network / 2));
        }
    }

    void stagesHoldTheirOwnLayers() {
        const TransformerModel model = remembering(false);
        const ParallelConfig config = config_of(2, 1, 1);
        QCOMPARE(stage_of(model, config, 0).parameters() + stage_of(model, config, 1).parameters(),
                 total_parameters(model));
        QCOMPARE(stage_of(model, config, 0).expert_layers, 1.0);
        QCOMPARE(stage_of(model, config, 1).expert_layers, 2.0);
    }

    void memoryHoldsValuesAndTheirState() {
        const TransformerModel model = remembering();
        const double others = 3 * (memory - network);
        const auto grown = [&](const char* part, const ParallelConfig& config) {
            return bytes_of(model, config, part) - bytes_of(plain(), config, part);
        };
        const ParallelConfig whole = config_of(1, 1, 8), spread = config_of(1, 1, 8, 4);
        QVERIFY(near(grown("parameters", whole), 2 * (others + values)));
        QVERIFY(near(grown("parameters", spread), 2 * (others + values / 4)));
        QVERIFY(near(grown("gradients", spread), 4 * (others + values / 4)));
        // Over all replicas, and over those that hold the same values: as much.
        QVERIFY(near(grown("optimizer", whole), 12 * (others + values) / 8));
        QVERIFY(near(grown("optimizer", spread), 12 * (others / 8 + values / 4 / 2)));
        // Without its network's inner tensors a layer keeps queries, sum, gate, product and what was taken.
        const double kept = 2 * (heads * k + 3 * v - 3 * f);
        QVERIFY(near(grown("activations", whole), 3 * tokens * (kept + 8 * heads * t)));
        QVERIFY(near(grown("activations", spread), 3 * tokens * (kept + 4 * 8 * heads * t)));
    }

    void replicasExchangeGradientsOfValues() {
        const TransformerModel model = remembering();
        const auto spread = sent_of(model, config_of(1, 1, 8, 4), When::iteration);
        QCOMPARE(spread.size(), 1u);
        QVERIFY(spread[0].axes == std::vector<Axis>{axis::edp});
        QCOMPARE(spread[0].bytes_of(0), 4 * values / 4);
        QCOMPARE(spread[0].last_share_of(0), 1.0); // complete with the first layer that looks them up
        QVERIFY(near(sent_of(remembering(false), config_of(1, 1, 8, 4), When::iteration)[0].last_share_of(0),
                     1.0 / 3));
        QVERIFY(sent_of(model, config_of(1, 1, 8, 8), When::iteration).empty());
        QVERIFY(sent_of(plain(), config_of(1, 1, 8), When::iteration).empty());
    }

    void groupsExchangeNumbersAndSums() {
        const TransformerModel model = remembering();
        QVERIFY(sent_of(model, config_of(1, 1, 8), When::layer).empty()); // values are whole
        const auto rows = sent_of(model, config_of(1, 2, 4, 4), When::layer);
        QCOMPARE(rows.size(), 3u);
        const double own = tokens / 2, taken = 4 * own * heads * t;
        // What all look up comes to each.
        QCOMPARE(rows[0].bytes_of(0), 0.0);
        QCOMPARE(rows[0].gathered_of(0), 8 * taken);
        QCOMPARE(rows[0].forward_calls[0], 3.0);
        QCOMPARE(rows[0].backward_calls[0], 0.0);
        // Sums of its own tokens come back, and their gradients go there.
        QVERIFY(rows[1].kind == CollectiveKind::all_to_all);
        QCOMPARE(rows[1].bytes_of(0), 2 * own * v);
        QCOMPARE(rows[1].forward_calls[0], 3.0);
        QCOMPARE(rows[1].backward_calls[0], 3.0);
        // Gradients of weights are added up.
        QCOMPARE(rows[2].bytes_of(0), 4 * taken);
        QCOMPARE(rows[2].gathered_of(0), 0.0);
        QCOMPARE(rows[2].forward_calls[0], 0.0);
        QCOMPARE(rows[2].backward_calls[0], 3.0);
        ParallelConfig again = config_of(1, 2, 4, 4);
        again.recompute = Recompute::full;
        const auto more = sent_of(model, again, When::layer);
        QCOMPARE(more[0].backward_calls[0], 3.0);
        QCOMPARE(more[1].backward_calls[0], 6.0);
        QCOMPARE(more[2].backward_calls[0], 3.0);
        // Tensor parallelism sums around attention alone.
        const auto sums = [](const TransformerModel& m) {
            return traffic_of(m, job(), config_of(1, 2, 4)).collectives.front().forward_calls[0];
        };
        QCOMPARE(sums(plain()) - sums(model), 3.0);
    }

    void timeGrowsWithWhatIsLookedUp() {
        const ParallelConfig config = config_of(1, 1, 1);
        const ChunkCompute usual = compute_of(remembering(), config);
        TransformerModel model = remembering();
        model.memory_layers->top_k = 2 * int(t);
        const ChunkCompute more = compute_of(model, config);
        // Twice the rows, and four times the pairs of a head's halves, from memory.
        const double rows = heads * t * v, pairs = 3 * heads * t * t, bytes = 2 * 3 * tokens;
        const double rate = 3350e9 * shipped_calibration().common.memory_efficiency;
        QVERIFY(near(more.forward - usual.forward, bytes * (rows + 2 * pairs) / rate));
        QVERIFY(near(more.backward - usual.backward, bytes * (3 * rows + 2 * pairs) / rate));
        model = remembering();
        double before = usual.forward + usual.backward;
        for (const int keys : {1500, 2048, 4096}) {
            model.memory_layers->keys = keys;
            const ChunkCompute time = compute_of(model, config);
            QVERIFY(time.forward + time.backward > before);
            before = time.forward + time.backward;
        }
        QCOMPARE(compute_of(remembering(false), config).forward, usual.forward); // more to hold alone
        QVERIFY(near(compute_of(remembering(), config_of(1, 1, 8, 4)).forward, usual.forward));
    }

    void memoryGrowsWithKeysAndValues() {
        const auto all = [](int keys, int top_k, int value_dim) {
            TransformerModel model = remembering();
            model.memory_layers->keys = keys, model.memory_layers->top_k = top_k;
            model.memory_layers->value_dim = value_dim;
            return analytic_memory(model, job(), config_of(1, 1, 8, 2), {{80e9}}).front().estimate;
        };
        const double usual = all(1024, 32, 1024);
        QVERIFY(all(1025, 32, 1024) > usual);
        QVERIFY(all(1024, 33, 1024) > usual);
        QVERIFY(all(1024, 32, 1026) > usual);
        QCOMPARE(all(1024, 32, 0), usual); // the hidden size
    }

    void everySecondProductKeepsWhatWasLookedUp() {
        ParallelConfig config = config_of(1, 1, 8);
        const auto of = [&](const char* framework) {
            TrainingJob titan = job();
            titan.framework = framework;
            const auto parts = analytic_memory(remembering(), titan, config, {{80e9}}).front().parts;
            return std::find_if(parts.begin(), parts.end(),
                                [](const MemoryPart& part) { return part.name == "activations"; })
                ->bytes;
        };
        config.recompute = Recompute::selective;
        QVERIFY(of("fsdp2") < of("megatron"));
        QVERIFY(of("fsdp2") > 3 * tokens * (2 * (heads * k + 3 * v) + 8 * heads * t));
    }

    void whatCannotBeLaidIsRefused() {
        QVERIFY(refusal_of(remembering(), config_of(1, 1, 8, 4)) == "accepted");
        QVERIFY(refusal_of(remembering(false), config_of(2, 1, 1)) == "accepted");
        QVERIFY(refusal_of(remembering(), config_of(2, 1, 1)).contains("on 2 stages"));
        TransformerModel early = remembering();
        early.memory_layers->layers = {1, 5, 11};
        QVERIFY(refusal_of(early, config_of(2, 1, 1)) == "accepted");
        ParallelConfig spread = config_of(1, 1, 4);
        spread.zero_stage = 3;
        QVERIFY(refusal_of(remembering(), spread).contains("expected 0 or 1 with memory layers"));
        TransformerModel odd = remembering();
        odd.memory_layers->value_dim = 1022;
        QVERIFY(refusal_of(odd, config_of(1, 1, 4, 4)).contains("does not divide the 1022 elements"));
        ParallelConfig whole = config_of(1, 2, 4);
        whole.sequence_parallel = false;
        QVERIFY(refusal_of(remembering(), whole).contains("sequence_parallel"));
        ParallelConfig tensor = config_of(1, 2, 4);
        tensor.etp = 2;
        QVERIFY(refusal_of(remembering(), tensor).contains("etp: the model has no experts"));
        QVERIFY(refusal_of(plain(), config_of(1, 1, 4, 2)).contains("ep: the model has no experts"));
    }

    void jobsThatDoNotSuitAreRefused() {
        PlanInputs inputs = asked(remembering());
        inputs.limits.zero_stages = {2, 3};
        VERIFY_REFUSED(planned(inputs), "zero_stage: is 2 and 3, expected 0 or 1");
        inputs = asked(remembering());
        inputs.job.tuning.adapter_rank = 16;
        VERIFY_REFUSED(planned(inputs), "adapter_rank: is 16, expected 0 for a model with memory layers");
    }

    void theSearchSpreadsValues() {
        const ConfigSpace space = enumerate(asked(remembering()));
        const auto has = [&](int tp, int ep) {
            return std::any_of(space.configs.begin(), space.configs.end(), [&](const ParallelConfig& c) {
                return c.tp == tp && c.ep == ep && c.pp == 1 && c.world() == 16;
            });
        };
        for (const int ep : {1, 2, 4, 8, 16})
            QVERIFY(has(1, ep) && has(2, ep));
        for (const ParallelConfig& config : space.configs) {
            QVERIFY(config.etp == 1);
            QVERIFY(config.pp == 1 ||
                    config.vpp == 3); // which lays 4, 12 and 20 on the second of two devices
            QCOMPARE(refusal_of(remembering(), config), QStringLiteral("accepted"));
        }
        // Memory decides: 2^32 values do not fit on a GPU each.
        TransformerModel large = remembering();
        large.memory_layers->keys = 4096;
        const Plan found = planned(asked(large));
        QVERIFY(!found.candidates.empty());
        for (const Candidate& candidate : found.candidates)
            QVERIFY(candidate.config.ep > 1 && candidate.breakdown.ep > 0);
        QVERIFY(parse_plan(plan_to_text(found), "plan.json").inputs.model == large);
    }

    void launchersThatCannotSayItRefuse() {
        const Plan found = planned(asked(remembering()));
        const Candidate& best = found.candidates.front();
        VERIFY_REFUSED(export_plan(found, best, export_format_named("megatron")),
                       "memory_layers: Megatron-LM has none");
        VERIFY_REFUSED(export_plan(found, best, export_format_named("torchtitan")),
                       "memory_layers: torchtitan has none");
        const auto files = export_plan(found, best, export_format_named("slurm"));
        for (const ExportedFile& file : files)
            QVERIFY(file.name != "megatron_args.txt");
        QVERIFY(files.back().text.find("Memory layers: nothing here tells") != std::string::npos);
    }

    void theModelIsSaidInWords() {
        const auto text = [](const TransformerModel& model) {
            return QString::fromStdString(memory_layers_text(model));
        };
        QCOMPARE(text(plain()), QString());
        QCOMPARE(text(remembering()), "3 memory layers share 1048576 values of 1024 elements");
        QCOMPARE(text(remembering(false)), "3 memory layers with 1048576 values of 1024 elements each");
        TransformerModel one = remembering();
        one.memory_layers->layers = {7};
        QCOMPARE(text(one), "1 memory layer with 1048576 values of 1024 elements");
    }

    void filesAreReadAndWritten() {
        TransformerModel odd = remembering(false);
        odd.memory_layers = MemoryLayers{{0, 23}, 77, 3, 5, 96, 64, false};
        for (const TransformerModel& model : {remembering(), remembering(false), odd}) {
            const auto json = nlohmann::json(model_to_json(model));
            QVERIFY(model_from_json(JsonValue(json, "model.json")) == model);
        }
        QVERIFY(!model_to_json(plain()).contains("memory_layers"));
        auto json = nlohmann::json(model_to_json(remembering()));
        json["memory_layers"] = {{"layers", {4, 12, 20}}};
        QVERIFY(model_from_json(JsonValue(json, "model.json")) == remembering());
    }

    void filesAreHostileUntilRead_data() {
        QTest::addColumn<QString>("memory");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* memory, const char* said) { QTest::newRow(said) << memory << said; };
        row(R"({"keys": 8})", "layers");
        row(R"({"layers": []})", "layers: names no layer");
        row(R"({"layers": [24]})", "layers: is 24, expected 0 to 23");
        row(R"({"layers": [4, 4]})", "layers: is 4, expected 5 to 23");
        row(R"({"layers": [4], "keys": 0})", "keys: is 0, expected 1 to 100000");
        row(R"({"layers": [4], "heads": 0})", "heads: is 0");
        row(R"({"layers": [4], "keys": 8, "top_k": 9})", "top_k: is 9, expected 1 to 8");
        row(R"({"layers": [4], "value_dim": -1})", "value_dim");
        row(R"({"layers": [4], "key_dim": 5})", "key_dim: is 5, expected an even number");
        row(R"({"layers": [4], "shared": 1})", "shared");
        row(R"({"layers": [4], "knn": 5})", "knn");
    }

    void filesAreHostileUntilRead() {
        QFETCH(QString, memory);
        QFETCH(QString, said);
        auto json = nlohmann::json(model_to_json(plain()));
        json["memory_layers"] = nlohmann::json::parse(memory.toStdString());
        const auto message =
            QString::fromStdString(refusal([&] { (void)model_from_json(JsonValue(json, "model.json")); }));
        QVERIFY2(message.startsWith("model.json: ") && message.contains("memory_layers") &&
                     message.contains(said),
                 qPrintable(message));
    }
};

QTEST_GUILESS_MAIN(MemoryLayersTest)
#include "memory_layers_test.moc"
