// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/cost/iteration_time.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/text/sha256.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/planner.h"
#include "tests/core/own_cluster.h"

#include <QtTest>

#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace pipette;
using Json = nlohmann::ordered_json;

/// What estimates, plans and exports come out as, held against what they came out as before: a change that is
/// meant to leave every figure alone shows here when it does not. Where a figure is meant to change, say so
/// in the commit and write the references anew:
///     PIPETTE_WRITE_REFERENCES=1 core_characterisation_characterisation_test
///
/// Clusters of estimates, plans and exports name the congestion that the runs of their calibration met: their
/// references are older than fabrics, when every cluster was taken to have it. Those of `*_uncongested` are
/// the same clusters without: they are faster by what sends, gradients, launches in pipelines and tensor
/// parallel groups between nodes wait elsewhere.
namespace {

constexpr double tolerance = 1e-9; // of a figure
constexpr int estimates = 300, plans = 40, exported_plans = 5;
constexpr int uncongested_estimates = 60, uncongested_plans = 8;

enum class Fabrics { of_the_runs, none };

const std::vector<std::string> frameworks{"megatron", "nemo", "megatron-deepspeed", "nanotron"};

template <class T>
const T& pick_one(Random& random, const std::vector<T>& list) {
    return list[random.below(std::uint32_t(list.size()))];
}

/// Nodes of one kind with links that vary; every eighth cluster was measured GPU by GPU.
Cluster drawn_cluster(Random& random, int nodes) {
    static const std::vector<std::string> gpus{"A100-SXM4-80GB", "A100-SXM4-40GB", "H100-SXM5-80GB",
                                               "V100-SXM2-32GB", "H200-SXM-141GB"};
    Cluster cluster;
    cluster.name = "drawn", cluster.origin = "synthetic";
    NodeKind kind;
    kind.name = "node", kind.gpu = gpu_kind_named(pick_one(random, gpus)), kind.gpus = 8;
    kind.nics = pick_one(random, std::vector{1, 2, 4, 8});
    kind.intra_node.bandwidth_gb_per_s = random.uniform(100, 300),
    kind.intra_node.latency_us = random.uniform(1, 5);
    cluster.node_kinds.push_back(kind);
    for (int node = 0; node < nodes; ++node)
        cluster.nodes.push_back({"n" + std::to_string(node), 0, "r" + std::to_string(node / 4)});
    const bool by_gpu = random.below(8) == 0 && nodes <= 8;
    cluster.inter_node.between = by_gpu ? MatrixBetween::gpus : MatrixBetween::nodes;
    cluster.inter_node.meaning = random.below(3) == 0 ? BandwidthMeaning::aggregate : BandwidthMeaning::flow;
    const int rows = by_gpu ? nodes * kind.gpus : nodes;
    cluster.inter_node.bandwidth = BandwidthMatrix(rows);
    for (int a = 0; a < rows; ++a)
        for (int b = 0; b < rows; ++b)
            if ((by_gpu ? a / kind.gpus != b / kind.gpus : a != b) && random.uniform() < 0.97)
                cluster.inter_node.bandwidth.set(a, b, random.lognormal(3, 0.3));
    if (nodes > 1)
        cluster.inter_node.bandwidth.set(0, rows - 1, 20);
    return make_cluster(std::move(cluster));
}

TrainingJob drawn_job(Random& random, const Cluster& cluster) {
    TrainingJob job;
    job.framework = pick_one(random, frameworks);
    job.sequence_length = pick_one(random, std::vector{1024, 2048, 4096, 8192});
    const GpuKind& gpu = cluster.node_kinds[0].gpu;
    job.precision = gpu.supports(Precision::bf16) && random.below(4) > 0 ? Precision::bf16 : Precision::fp16;
    if (job.framework == "nemo" && gpu.supports(Precision::fp8) && random.below(2) == 0)
        job.precision = Precision::fp8;
    job.flash_attention = random.below(4) > 0;
    job.overlap_gradient_exchange = random.below(3) == 0;
    return job;
}

/// A configuration of these inputs that fits its rules, with its batch; tries until one does.
ParallelConfig drawn_config(Random& random, PlanInputs& inputs) {
    const int gpus = inputs.cluster->gpu_count();
    for (;;) {
        ParallelConfig config;
        config.tp = pick_one(random, std::vector{1, 2, 4, 8, 8, 16});
        config.cp = pick_one(random, std::vector{1, 1, 1, 2});
        config.pp = pick_one(random, std::vector{1, 2, 4, 8, 16});
        config.dp = gpus / (config.tp * config.cp * config.pp);
        config.micro_batch = pick_one(random, std::vector{1, 2, 4});
        config.schedule =
            config.pp == 1
                ? ScheduleKind::one_f_one_b
                : pick_one(random,
                           std::vector<ScheduleKind>{ScheduleKind::one_f_one_b, ScheduleKind::one_f_one_b,
                                                     ScheduleKind::interleaved, *schedule_named("gpipe"),
                                                     *schedule_named("zb-h1"), *schedule_named("zb-v")});
        config.vpp =
            config.schedule == ScheduleKind::interleaved || config.schedule == *schedule_named("zb-v") ? 2
                                                                                                       : 1;
        config.p2p = pick_one(random, std::vector{P2p::blocking, P2p::overlapped, P2p::in_turn});
        config.recompute =
            pick_one(random, std::vector{Recompute::none, Recompute::selective, Recompute::full});
        config.zero_stage = int(random.below(2));
        config.sequence_parallel = random.below(4) > 0;
        inputs.job.global_batch = config.dp * config.micro_batch * config.pp * int(1 + random.below(6));
        config.global_batch = inputs.job.global_batch;
        if (config.dp < 1 || config.world() != gpus || config.chunks() > inputs.model.layers)
            continue;
        config.layers_per_stage = even_layers(inputs.model.layers, config.chunks());
        try {
            check(config, inputs.model, inputs.job);
            return config;
        } catch (const InputError&) { // sizes that do not divide: another one
        }
    }
}

/// Nodes in another order, which keeps blocks of a node together.
RankMapping drawn_mapping(Random& random, const Cluster& cluster) {
    std::vector<int> nodes(std::size_t(cluster.node_count()));
    for (std::size_t i = 0; i < nodes.size(); ++i)
        nodes[i] = int(i);
    if (random.below(2) == 0)
        for (std::uint32_t i = std::uint32_t(nodes.size()); i > 1; --i)
            std::swap(nodes[i - 1], nodes[random.below(i)]);
    RankMapping mapping;
    for (const int node : nodes)
        for (int gpu = cluster.first_gpu(node); gpu < cluster.first_gpu(node + 1); ++gpu)
            mapping.gpu_of_rank.push_back(gpu);
    return mapping;
}

const Knowledge& knowledge() {
    static const Knowledge shipped{shipped_calibration(), nullptr};
    return shipped;
}

/// What runs met on the site that is farthest from a free fabric.
Congestion congestion_of_runs() {
    return knowledge().calibration.sites.at(0).congestion;
}

PlanInputs drawn_inputs(Random& random, const std::vector<int>& node_counts, Fabrics fabrics) {
    PlanInputs inputs;
    inputs.cluster = share(drawn_cluster(random, pick_one(random, node_counts)));
    static const std::vector<std::string> models{"gpt-1.7b", "gpt-7.5b",   "gpt-18.4b",   "llama-1b",
                                                 "llama-3b", "llama-3-8b", "llama-2-13b", "llama-2-70b"};
    inputs.model = load_model(pick_one(random, models));
    inputs.job = drawn_job(random, *inputs.cluster);
    if (fabrics == Fabrics::of_the_runs)
        own_cluster(inputs).fabric.congestion = congestion_of_runs();
    return inputs;
}

/// Every figure to the digits that are compared.
void shorten(Json& json) {
    if (json.is_number_float())
        json = std::stod(fmt::format("{:.12g}", json.get<double>()));
    else if (json.is_structured())
        for (Json& child : json)
            shorten(child);
}

/// The candidate's figures: its name in place of the configuration, a digest in place of the mapping, and the
/// parts of its memory on the first and the last device.
Json figures_of(const Cluster& cluster, const Candidate& candidate) {
    Json json = candidate_to_json(cluster, candidate);
    json["config"] = short_name(candidate.config);
    json["gpu_of_rank"] = sha256_hex(json["gpu_of_rank"].dump()).substr(0, 16);
    Json& devices = json["memory"]["devices"];
    for (std::size_t i = 1; i + 1 < devices.size(); ++i)
        devices[i].erase("parts");
    shorten(json);
    return json;
}

template <Fabrics fabrics>
Json estimate_case(int number) {
    Random random(std::uint64_t(number) + 1);
    PlanInputs inputs = drawn_inputs(random, {1, 2, 4, 8, 16, 32, 64}, fabrics);
    const ParallelConfig config = drawn_config(random, inputs);
    return figures_of(*inputs.cluster,
                      evaluate(inputs, config, drawn_mapping(random, *inputs.cluster), knowledge()));
}

Plan drawn_plan(int number, Fabrics fabrics) {
    Random random(std::uint64_t(number) + 10'001);
    PlanInputs inputs = drawn_inputs(random, {1, 2, 3, 4, 8}, fabrics);
    inputs.job.global_batch = pick_one(random, std::vector{32, 48, 64, 128});
    inputs.budget.moves = 4'000, inputs.budget.seed = std::uint64_t(number);
    inputs.limits.max_cp = random.below(4) == 0 ? 2 : 1, inputs.limits.cp_kinds = {"ring"};
    inputs.limits.micro_batches = {1, 2};
    if (random.below(4) == 0)
        inputs.limits.schedules = {ScheduleKind::one_f_one_b, *schedule_named("zb-h1"),
                                   *schedule_named("zb-v")};
    inputs.top = 3;
    Plan drawn = plan(inputs, knowledge());
    std::erase_if(drawn.assumptions, [](const std::string& line) { // younger than the references
        return line.starts_with("times include congestion of the fabric");
    });
    return drawn;
}

template <Fabrics fabrics>
Json plan_case(int number) {
    const Plan plan = drawn_plan(number, fabrics);
    Json json{{"rejected", plan.rejected_counts.all()},
              {"indivisible", plan.indivisible},
              {"feasible", plan.feasible}};
    json["assumptions"] = plan.assumptions;
    for (const std::vector<Candidate>* list : {&plan.candidates, &plan.baselines})
        for (const Candidate& candidate : *list)
            json["candidates"].push_back(figures_of(*plan.inputs.cluster, candidate));
    return json;
}

/// The best plan of one case in every format that takes it: a digest of each file.
Json export_case(int number) {
    Plan plan = drawn_plan(number, Fabrics::of_the_runs);
    Json json = Json::object();
    if (plan.candidates.empty())
        return json;
    for (const ExportFormat* format : Registry<ExportFormat>::all()) {
        if (format->name == "json") // its figures are those of the plans
            continue;
        Json& files = json[std::string(format->name)] = Json::object();
        try {
            for (const ExportedFile& file : export_plan(plan, plan.candidates[0], *format))
                files[file.name] = sha256_hex(file.text).substr(0, 16);
        } catch (const InputError& error) {
            files["refused"] = error.reason();
        }
    }
    return json;
}

/// Where `now` differs from `before`; empty when it does not. What is new in `now` is no difference.
std::string difference(const Json& before, const Json& now, const std::string& path) {
    if (before.is_number() && now.is_number()) {
        const double a = before.get<double>(), b = now.get<double>();
        return std::abs(a - b) <= tolerance * std::max(std::abs(a), std::abs(b)) + 1e-15
                   ? std::string()
                   : path + ": " + before.dump() + " before, " + now.dump() + " now";
    }
    if (before.type() != now.type() || (before.is_array() && before.size() != now.size()))
        return path + ": " + before.dump() + " before, " + now.dump() + " now";
    if (before.is_object()) {
        for (const auto& [key, value] : before.items())
            if (!now.contains(key))
                return path + "." + key + ": gone";
            else if (std::string text = difference(value, now.at(key), path + "." + key); !text.empty())
                return text;
        return {};
    }
    if (before.is_array()) {
        for (std::size_t i = 0; i < before.size(); ++i)
            if (std::string text = difference(before[i], now[i], path + "[" + std::to_string(i) + "]");
                !text.empty())
                return text;
        return {};
    }
    return before == now ? std::string() : path + ": " + before.dump() + " before, " + now.dump() + " now";
}

/// One case a line.
void compare(const char* name, int cases, Json (*make)(int)) {
    const std::string path =
        std::string(PIPETTE_SOURCE_DIR "/tests/core/characterisation/") + name + ".jsonl";
    if (qEnvironmentVariableIsSet("PIPETTE_WRITE_REFERENCES")) {
        std::ofstream out(path);
        for (int i = 0; i < cases; ++i)
            out << make(i).dump() << '\n';
        return;
    }
    std::ifstream in(path);
    std::string line;
    int differing = 0;
    for (int i = 0; i < cases; ++i) {
        QVERIFY2(std::getline(in, line), path.c_str());
        const std::string text =
            difference(Json::parse(line), make(i), std::string(name) + " " + std::to_string(i));
        if (!text.empty() && ++differing <= 10)
            qWarning("%s", text.c_str());
    }
    QVERIFY2(!std::getline(in, line), "more references than cases");
    QCOMPARE(differing, 0);
}

} // namespace

class CharacterisationTest : public QObject {
    Q_OBJECT

private slots:
    void estimatesAreWhatTheyWere() { compare("estimates", estimates, estimate_case<Fabrics::of_the_runs>); }
    void plansAreWhatTheyWere() { compare("plans", plans, plan_case<Fabrics::of_the_runs>); }
    void estimatesOfUncongestedClustersAreWhatTheyWere() {
        compare("estimates_uncongested", uncongested_estimates, estimate_case<Fabrics::none>);
    }
    void plansOfUncongestedClustersAreWhatTheyWere() {
        compare("plans_uncongested", uncongested_plans, plan_case<Fabrics::none>);
    }
    void exportsAreWhatTheyWere() { compare("exports", exported_plans, export_case); }
};

QTEST_GUILESS_MAIN(CharacterisationTest)
#include "characterisation_test.moc"
