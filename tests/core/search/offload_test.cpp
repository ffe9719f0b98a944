// SPDX-License-Identifier: GPL-3.0-or-later
// What lies on the host: its memory, its time, and a search that asks for it where nothing fits without.
#include "core/base/inks.h"
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/base/units.h"
#include "core/cluster/hypothetical.h"
#include "core/cost/candidate_timeline.h"
#include "core/cost/config_work.h"
#include "core/cost/offload_time.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/gpu_kinds_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/launchers/megatron_flags.h"
#include "core/framework/framework.h"
#include "core/plan/plan_headline.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/rounds/planner.h"
#include "core/search/space/memory_check.h"
#include "core/search/space/offload_choice.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

PlanInputs inputs_on(const char* gpu, int gpus, const char* model) {
    HypotheticalCluster choices;
    const std::vector<KnownGpu> all = known_gpus();
    const KnownGpu& known = *find_gpu(all, gpu);
    choices.gpu = known.kind, choices.gpus_per_node = gpus, choices.nics = 1;
    choices.gpu_link_gb_per_s = known.nvlink_gb_per_s, choices.nic_gb_per_s = 25;
    PlanInputs inputs;
    inputs.cluster = share(hypothetical_cluster(choices));
    inputs.model = load_model(model);
    inputs.job.global_batch = 32, inputs.job.sequence_length = 2048;
    inputs.budget.moves = 2'000, inputs.budget.threads = 2;
    return inputs;
}

ParallelConfig sharded(const PlanInputs& inputs, double share) {
    ParallelConfig config;
    config.tp = 2, config.dp = 2, config.global_batch = inputs.job.global_batch;
    config.recompute = Recompute::full, config.offload.optimizer = share;
    config.layers_per_stage = {inputs.model.layers};
    return config;
}

Candidate evaluated(const PlanInputs& inputs, const ParallelConfig& config) {
    RankMapping mapping;
    for (int gpu = 0; gpu < config.world(); ++gpu)
        mapping.gpu_of_rank.push_back(gpu);
    return evaluate(inputs, config, mapping, Knowledge{});
}

bool near(double a, double b, double share = 1e-9) {
    return std::abs(a - b) <= share * std::abs(b);
}

double part(const DeviceMemory& device, const char* name, MemoryPlace place) {
    for (const MemoryPart& one : device.parts)
        if (one.name == name && one.place == place)
            return one.bytes;
    return 0;
}

} // namespace

class OffloadTest : public QObject {
    Q_OBJECT

private slots:
    void statesGoToTheHostShareByShare() {
        const PlanInputs inputs = inputs_on("A100-SXM4-40GB", 4, "llama-2-13b");
        const DeviceMemory none = evaluated(inputs, sharded(inputs, 0)).memory.front(),
                           half = evaluated(inputs, sharded(inputs, 0.5)).memory.front(),
                           all = evaluated(inputs, sharded(inputs, 1)).memory.front();
        const double states = part(none, "optimizer", MemoryPlace::gpu);
        QCOMPARE(host_bytes(none), 0.0);
        QVERIFY(near(part(half, "optimizer", MemoryPlace::gpu), states / 2));
        QVERIFY(near(part(half, "optimizer", MemoryPlace::host), states / 2));
        QCOMPARE(part(all, "optimizer", MemoryPlace::gpu), 0.0);
        // fp32 weight, two moments, and the gradients that come down: 12 + 4 bytes a parameter
        QVERIFY(near(host_bytes(all), states * 16 / 12));
        QVERIFY(near(none.estimate - all.estimate, states));
        QVERIFY(near(all.host_limit, 128 * bytes_per_gib));
    }

    void aFullHostIsOver() {
        PlanInputs inputs = inputs_on("A100-SXM4-40GB", 4, "llama-2-13b");
        Cluster small = *inputs.cluster;
        small.node_kinds.front().host.memory_gib = 100; // 25 GiB for each GPU
        inputs.cluster = share(make_cluster(std::move(small)));
        const DeviceMemory device = evaluated(inputs, sharded(inputs, 1)).memory.front();
        QVERIFY(device.upper < device.limit && host_bytes(device) > device.host_limit);
        const QString why = QString::fromStdString(over_memory_text(fullest_of({device})));
        QVERIFY2(why.startsWith("stage 0 needs ") && why.endsWith("which has 25.0 GiB for it"),
                 qPrintable(why));
        QCOMPARE(device.verdict, Verdict::over);
    }

    void theHostsTimeIsAPartOfTheIteration() {
        const PlanInputs inputs = inputs_on("H100-SXM5-80GB", 4, "llama-2-13b");
        double before = 0;
        for (const double share : {0.0, 0.25, 0.5, 1.0}) {
            const ParallelConfig config = sharded(inputs, share);
            const Candidate candidate = evaluated(inputs, config);
            QVERIFY(near(candidate.breakdown.total(), candidate.iteration_time_s));
            QVERIFY(candidate.breakdown.offload >= before);
            QVERIFY((share > 0) == (candidate.breakdown.offload > 0));
            const Timeline timeline = candidate_timeline(inputs, config, candidate.mapping, Calibration{});
            QVERIFY(near(timeline.total(), candidate.iteration_time_s));
            before = candidate.breakdown.offload;
        }
    }

    /// Deep Optimizer States (Maurya et al., Middleware 2024): medians of the steps in its raw logs, as
    /// shares of those that update everything on the host.
    void interleavedUpdatesTakeWhatWasMeasured_data() {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<int>("stride");
        QTest::addColumn<double>("measured");
        for (const auto& [stride, share] :
             {std::pair(2, 0.663), {3, 0.707}, {4, 0.723}, {6, 0.743}, {10, 0.743}})
            QTest::addRow("4 A100, %d", stride) << "A100-SXM4-40GB" << stride << share;
        QTest::newRow("4 H100, 2") << "H100-SXM5-80GB" << 2 << 0.57;
    }

    void interleavedUpdatesTakeWhatWasMeasured() {
        QFETCH(QString, gpu);
        QFETCH(int, stride);
        QFETCH(double, measured);
        const PlanInputs inputs = inputs_on(gpu.toLatin1().constData(), 4, "llama-2-7b");
        const NodeKind& kind = inputs.cluster->node_kinds.front();
        const double parameters = 1.7e9,
                     flush = 4 * parameters / (host_of(kind).down_at_once_gb_per_s() * 1e9);
        ParallelConfig config = sharded(inputs, 1);
        const double plain = offload_s(parameters, inputs.job, config, kind) - flush;
        QVERIFY(near(plain, parameters * 4 / (host_of(kind).update_gparam_per_s * 1e9)));
        config.offload.stride = stride;
        const double mixed = offload_s(parameters, inputs.job, config, kind) - flush;
        QVERIFY2(near(mixed / plain, measured, 0.08), qPrintable(QString::number(mixed / plain)));
    }

    void nothingIsOfferedWhereSomethingFits() {
        const Plan plan = pipette::plan(inputs_on("H100-SXM5-80GB", 4, "llama-2-7b"), Knowledge{});
        QVERIFY(!plan.candidates.empty());
        for (const Candidate& candidate : plan.candidates)
            QVERIFY(!candidate.config.offload.any());
        QCOMPARE(offload_text(plan), std::string());
    }

    void whatDoesNotFitIsOffloadedAsLittleAsItTakes_data() {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<QString>("model");
        QTest::newRow("13B on 4 A100-40GB") << "A100-SXM4-40GB" << 4 << "llama-2-13b";
        QTest::newRow("70B on 8 H100") << "H100-SXM5-80GB" << 8 << "llama-2-70b";
    }

    void whatDoesNotFitIsOffloadedAsLittleAsItTakes() {
        QFETCH(QString, gpu);
        QFETCH(int, gpus);
        QFETCH(QString, model);
        PlanInputs inputs = inputs_on(gpu.toLatin1().constData(), gpus, model.toLatin1().constData());
        const Plan plan = pipette::plan(inputs, Knowledge{});
        QVERIFY(!plan.candidates.empty());
        const Candidate& best = plan.candidates.front();
        QVERIFY(best.config.offload.any() && verdict_of(best) != Verdict::over);
        QVERIFY(offload_text(plan).starts_with("nothing fits on the GPUs alone: "));
        QVERIFY(std::any_of(plan.assumptions.begin(), plan.assumptions.end(),
                            [](const std::string& line) { return line.starts_with("the host of "); }));
        for (const Candidate& candidate : plan.candidates) // nothing that the launcher cannot say
            QVERIFY(!megatron_flags(candidate.config, inputs.model, inputs.job).empty());
        ParallelConfig less = best.config;
        for (const double share : usual_offloads)
            if (share < best.config.offload.optimizer) {
                less.offload.optimizer = share;
                QCOMPARE(verdict_of(evaluated(inputs, less)), Verdict::over);
            }
        inputs.limits.offloads = {0};
        QVERIFY(pipette::plan(inputs, Knowledge{}).candidates.empty());
    }

    /// FSDP moves everything or nothing: its plans leave the optimizer's state on the GPUs.
    void frameworksThatCannotAreNotOfferedIt() {
        PlanInputs inputs = inputs_on("A100-SXM4-40GB", 4, "llama-2-13b");
        const auto offered = [&](const char* framework) {
            inputs.job.framework = framework;
            return !pipette::plan(inputs, Knowledge{}).candidates.empty();
        };
        QVERIFY(offered("megatron"));
        for (const char* framework : {"fsdp2", "composer", "fms-fsdp"})
            QVERIFY2(!offered(framework), framework);
        QVERIFY_THROWS_EXCEPTION(InputError, evaluated(inputs, sharded(inputs, 0.5)));
        inputs.limits.offloads = {0.5};
        QVERIFY_THROWS_EXCEPTION(InputError, offered("fsdp2"));
    }

    /// Against every share of the optimizer's state with every number of layers.
    void theChoiceIsTheCheapestOfAllThatFit() {
        const PlanInputs inputs = inputs_on("H100-SXM5-80GB", 4, "llama-2-13b");
        const auto time_s = [&](const ParallelConfig& config) {
            const ConfigWork work = config_work(*inputs.cluster, inputs.model, inputs.job, config, {});
            return config.microbatches() * (work.forward.front() + work.backward.front()) +
                   work.optimizer.front();
        };
        Random random(1);
        int both = 0, none = 0;
        for (int turn = 0; turn < 40; ++turn) {
            ParallelConfig config = sharded(inputs, 0);
            config.recompute = Recompute::none, config.micro_batch = 1 << random.below(2);
            const double bytes = random.uniform(0.3, 1) * check_memory(inputs, {}, config, 1).fullest.bytes;
            const std::optional<ParallelConfig> found = cheapest_offload(inputs, {}, config, bytes, time_s);
            double least_s = 1e9;
            for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
                for (int layers = 0; layers < inputs.model.layers; ++layers) {
                    ParallelConfig some = config;
                    some.offload = {share, 0, double(layers) / inputs.model.layers};
                    if (check_memory(inputs, {}, some, bytes).fits())
                        least_s = std::min(least_s, time_s(some));
                }
            QCOMPARE(found.has_value(), least_s < 1e9);
            if (found)
                QVERIFY(near(time_s(*found), least_s));
            none += !found;
            both += found && found->offload.activations > 0;
        }
        QVERIFY2(none < 30 && both > 5, qPrintable(QString("%1 %2").arg(none).arg(both)));
    }

    void documentsHoldIt() {
        const PlanInputs inputs = inputs_on("H100-SXM5-80GB", 4, "llama-2-13b");
        ParallelConfig config = sharded(inputs, 0.75);
        config.offload.stride = 3, config.offload.activations = 0.5;
        const Candidate candidate = evaluated(inputs, config);
        const nlohmann::json json = candidate_to_json(*inputs.cluster, candidate);
        const Candidate read = candidate_from_json(JsonValue(json, "test"), inputs);
        QVERIFY(read.config == candidate.config);
        QVERIFY(read.memory == candidate.memory);
        QVERIFY(read.breakdown == candidate.breakdown);
        nlohmann::json full = json;
        full["memory"]["devices"][0]["host_limit"] = 1.0;
        QVERIFY_THROWS_EXCEPTION(InputError, candidate_from_json(JsonValue(full, "test"), inputs));
    }

    void hostsAreReadBack() {
        Cluster cluster = *inputs_on("H100-SXM5-80GB", 4, "llama-2-7b").cluster;
        cluster.node_kinds.front().host = {1000, 50, 40, 45, 35, 5};
        const nlohmann::json json = cluster_to_json(cluster);
        QVERIFY(cluster_from_json(JsonValue(json, "test"), {}).node_kinds == cluster.node_kinds);
        QCOMPARE(assumed_host_text(cluster.node_kinds.front()), std::string());
        nlohmann::json older = json;
        nlohmann::json& kind = older["node_kinds"].front();
        kind.erase("host_link"), kind["host_link_gb_per_s"] = 25;
        const Host host = cluster_from_json(JsonValue(older, "test"), {}).node_kinds.front().host;
        QCOMPARE(host.up_gb_per_s, 25.0);
        QCOMPARE(host.down_at_once_gb_per_s(), 25.0);
        kind["host_link_gb_per_s"] = -1;
        QVERIFY_THROWS_EXCEPTION(InputError, cluster_from_json(JsonValue(older, "test"), {}));
    }

    void launchFilesHoldIt() {
        const PlanInputs inputs = inputs_on("H100-SXM5-80GB", 4, "llama-2-13b");
        ParallelConfig config = sharded(inputs, 0.5);
        const std::vector<std::string> flags = megatron_flags(config, inputs.model, inputs.job);
        for (const char* flag : {"--optimizer-cpu-offload", "--optimizer-offload-fraction 0.5"})
            QVERIFY2(std::find(flags.begin(), flags.end(), flag) != flags.end(), flag);
        config.offload.stride = 2;
        QVERIFY_THROWS_EXCEPTION(InputError, megatron_flags(config, inputs.model, inputs.job));
        config.offload = {0, 0, 0.5}; // Megatron-LM sends whole layers, and none beside recomputation
        QVERIFY_THROWS_EXCEPTION(InputError, megatron_flags(config, inputs.model, inputs.job));
        config.recompute = Recompute::none;
        for (const double share : {0.51, 1.0}) {
            config.offload.activations = share;
            QVERIFY_THROWS_EXCEPTION(InputError, megatron_flags(config, inputs.model, inputs.job));
        }
        for (const double share : host_activation_shares(inputs.job, inputs.model, config)) {
            config.offload.activations = share;
            const std::vector<std::string> layers = megatron_flags(config, inputs.model, inputs.job);
            QVERIFY(std::find(layers.begin(), layers.end(), "--cpu-offloading") != layers.end());
            const std::string name = "--cpu-offloading-num-layers ";
            const auto flag = std::find_if(layers.begin(), layers.end(),
                                           [&](const std::string& f) { return f.starts_with(name); });
            QVERIFY(flag != layers.end());
            QVERIFY(near(std::stod(flag->substr(name.size())) / inputs.model.layers, share));
        }
    }

    /// Copies cost what the passes beside them do not hide.
    void copiesOfActivationsHideBehindPasses() {
        PlanInputs inputs = inputs_on("H100-SXM5-80GB", 4, "llama-2-13b");
        ParallelConfig config = sharded(inputs, 0);
        config.recompute = Recompute::none, config.offload.activations = 0.5;
        ParallelConfig plain = config;
        plain.offload = {};
        const Candidate on_gpus = evaluated(inputs, plain), slow = evaluated(inputs, config);
        QVERIFY(slow.breakdown.offload > 0);
        QVERIFY(near(slow.breakdown.total(), slow.iteration_time_s));
        QVERIFY(near(slow.iteration_time_s - on_gpus.iteration_time_s, slow.breakdown.offload, 0.02));
        QVERIFY(slow.memory.front().estimate < on_gpus.memory.front().estimate);
        // The chart says which part of a pass waits for copies, and what goes on beside it.
        const auto of_passes = [&](std::string_view name) {
            const Timeline timeline = candidate_timeline(inputs, config, slow.mapping, Calibration{});
            for (const TimelineShare& one : timeline.shares)
                if (one.name == name)
                    return one.of_chunk.front();
            return 0.0;
        };
        QVERIFY(of_passes(name_of(Ink::offload)) > 0 &&
                of_passes("hidden copies to the host") > of_passes(name_of(Ink::offload)));
        Cluster faster = *inputs.cluster;
        faster.node_kinds.front().host.up_gb_per_s = faster.node_kinds.front().host.down_gb_per_s = 1e5;
        inputs.cluster = share(make_cluster(std::move(faster)));
        const Candidate hidden = evaluated(inputs, config);
        QCOMPARE(hidden.breakdown.offload, 0.0);
        QVERIFY(of_passes(name_of(Ink::offload)) == 0 && of_passes("hidden copies to the host") > 0);
        QVERIFY(near(hidden.iteration_time_s, on_gpus.iteration_time_s));
    }

    void aHostThatNobodyKnowsIsRefused() {
        PlanInputs inputs = inputs_on("A100-SXM4-40GB", 4, "llama-2-13b");
        Cluster unknown = *inputs.cluster;
        unknown.node_kinds.front().gpu.host = {};
        inputs.cluster = share(make_cluster(std::move(unknown)));
        QVERIFY_THROWS_EXCEPTION(InputError, evaluated(inputs, sharded(inputs, 0.5)));
        QVERIFY(pipette::plan(inputs, Knowledge{}).candidates.empty());
        inputs.limits.offloads = {0.5};
        QVERIFY_THROWS_EXCEPTION(InputError, pipette::plan(inputs, Knowledge{}));
    }
};

QTEST_GUILESS_MAIN(OffloadTest)
#include "offload_test.moc"
