// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs of modules on the host (Megatron-Core's fine-grained offloading): memory, time, search and files.
#include "core/base/input_error.h"
#include "core/base/random.h"
#include "core/cluster/hypothetical.h"
#include "core/cost/config_work.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/gpu_kinds_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/launchers/megatron_flags.h"
#include "core/framework/framework.h"
#include "core/search/rounds/evaluate.h"
#include "core/search/space/memory_check.h"
#include "core/search/space/offload_choice.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

using namespace pipette;
using enum OffloadModule;

namespace {

PlanInputs inputs_of_model(const char* model) {
    HypotheticalCluster choices;
    const std::vector<KnownGpu> all = known_gpus();
    const KnownGpu& known = *find_gpu(all, "H100-SXM5-80GB");
    choices.gpu = known.kind, choices.gpus_per_node = 4, choices.nics = 1;
    choices.gpu_link_gb_per_s = known.nvlink_gb_per_s, choices.nic_gb_per_s = 25;
    PlanInputs inputs;
    inputs.cluster = share(hypothetical_cluster(choices));
    inputs.model = load_model(model);
    inputs.job.global_batch = 32, inputs.job.sequence_length = 2048;
    return inputs;
}

ParallelConfig pipelined(const PlanInputs& inputs, OffloadModules modules) {
    ParallelConfig config;
    config.tp = 2, config.pp = 2, config.global_batch = inputs.job.global_batch;
    config.layers_per_stage = {inputs.model.layers / 2, inputs.model.layers / 2};
    config.offload.activations = modules.empty() ? 0 : 1, config.offload.modules = modules;
    return config;
}

Candidate evaluated(const PlanInputs& inputs, const ParallelConfig& config) {
    RankMapping mapping;
    mapping.gpu_of_rank.resize(static_cast<std::size_t>(config.world()));
    std::iota(mapping.gpu_of_rank.begin(), mapping.gpu_of_rank.end(), 0);
    return evaluate(inputs, config, mapping, Knowledge{});
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

} // namespace

class OffloadModulesTest : public QObject {
    Q_OBJECT

private slots:
    /// Llama 2 13B has 40 layers of 5120: attention keeps queries, keys, values and its output, 4 * 5120
    /// numbers of 2 bytes a token, of which each of two tensor parallel ranks has half. The first of two
    /// stages holds two microbatches of 2048 tokens.
    void inputsOfAttentionGoToTheHost() {
        const PlanInputs inputs = inputs_of_model("llama-2-13b");
        const DeviceMemory plain = evaluated(inputs, pipelined(inputs, {})).memory.front(),
                           moved =
                               evaluated(inputs, pipelined(inputs, {core_attn, attn_proj})).memory.front();
        const double layer = 4 * 5120 * 2.0 / 2 * 2048;
        QVERIFY(near(host_bytes(moved), layer * 20 * 2));
        QVERIFY(near(plain.estimate - moved.estimate,
                     layer * (20 * 2 - 2))); // the inputs of two layers are on their way and still on the GPU
    }

    void eachModuleHasInputsOfItsOwn() {
        const PlanInputs dense = inputs_of_model("llama-2-13b"), experts = inputs_of_model("qwen3-30b-a3b");
        const auto moved = [](const PlanInputs& inputs, OffloadModules modules) {
            return host_bytes(evaluated(inputs, pipelined(inputs, modules)).memory.front());
        };
        QVERIFY(
            near(moved(dense, {qkv_linear}), 5120 * 2.0 / 2 * 2048 * 20 * 2)); // with sequence parallelism
        const double norm = 2048 * 2.0 / 2 * 2048;                             // of one layer and microbatch
        QVERIFY(near(moved(experts, {mlp_norm}), norm * 24 * 2));
        QVERIFY(near(evaluated(experts, pipelined(experts, {})).memory.front().estimate -
                         evaluated(experts, pipelined(experts, {mlp_norm})).memory.front().estimate,
                     norm * (24 * 2 - 2))); // the inputs of two layers are on their way and still on the GPU
        // Of DeepSeek V2 Lite's 27 layers the first has no experts; attention is latent in all.
        PlanInputs latent = inputs_of_model("deepseek-v2-lite");
        ParallelConfig config = pipelined(latent, {attn_norm});
        config.layers_per_stage = {14, 13};
        const double layer = 2048 * 2.0 / 2 * 2048;
        QVERIFY(near(host_bytes(evaluated(latent, config).memory.front()), layer * 14 * 2));
        config.offload.modules = {mlp_norm};
        QVERIFY(near(host_bytes(evaluated(latent, config).memory.front()), layer * 13 * 2));
        // 8 of 128 experts of width 768 a token: the input of 2048 numbers, and 2 * 768 behind the product.
        QVERIFY(near(moved(experts, {expert_fc1}), 8 * 2048 * 2.0 / 2 * 2048 * 24 * 2));
        QVERIFY(near(moved(experts, {moe_act}), 8 * 2 * 768 * 2.0 / 2 * 2048 * 24 * 2));
    }

    /// The passes of one microbatch wait for what of the copies they do not hide.
    void copiesCostWhatPassesDoNotHide() {
        PlanInputs inputs = inputs_of_model("llama-2-13b");
        const Candidate plain = evaluated(inputs, pipelined(inputs, {})),
                        hidden = evaluated(inputs, pipelined(inputs, {core_attn}));
        QCOMPARE(hidden.breakdown.offload, 0.0);
        QVERIFY(near(hidden.iteration_time_s, plain.iteration_time_s));
        Cluster slow = *inputs.cluster;
        slow.node_kinds.front().host = {2000, 1, 1, 1, 1, 5}; // 1 GB/s each way
        inputs.cluster = share(make_cluster(std::move(slow)));
        const Candidate waits = evaluated(inputs, pipelined(inputs, {core_attn}));
        const double copies_s = 4 * 5120 * 2.0 / 2 * 2048 * 20 / 1e9; // of a chunk and a microbatch, one way
        QVERIFY(waits.breakdown.offload > 0);
        QVERIFY(waits.breakdown.offload < 2 * 33 * copies_s);
        QVERIFY(waits.iteration_time_s > 2 * 32 * copies_s); // 32 microbatches, down and up
    }

    /// Against every set of modules with every share of the optimizer's state.
    void theSearchTakesTheCheapestSetThatFits_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<std::vector<int>>("layers");
        QTest::newRow("layers alike") << "qwen3-30b-a3b" << std::vector<int>{24, 24};
        QTest::newRow("a dense layer first") << "deepseek-v2-lite" << std::vector<int>{14, 13};
    }

    void theSearchTakesTheCheapestSetThatFits() {
        QFETCH(QString, model);
        QFETCH(std::vector<int>, layers);
        const PlanInputs inputs = inputs_of_model(model.toLatin1().constData());
        const auto time_s = [&](const ParallelConfig& config) {
            const ConfigWork work = config_work(*inputs.cluster, inputs.model, inputs.job, config, {});
            return config.microbatches() * std::max(work.forward.front() + work.backward.front(),
                                                    work.forward.back() + work.backward.back()) +
                   work.optimizer.front();
        };
        Random random(1);
        int with_modules = 0;
        for (int turn = 0; turn < 20; ++turn) {
            ParallelConfig config = pipelined(inputs, {});
            config.layers_per_stage = layers, config.micro_batch = 1 << random.below(3);
            const double bytes = random.uniform(0.5, 1) * check_memory(inputs, {}, config, 1).fullest.bytes;
            const std::optional<ParallelConfig> found = cheapest_offload(inputs, {}, config, bytes, time_s);
            std::vector<OffloadModules> sets = host_modules(inputs.job, inputs.model, config);
            sets.push_back({});
            double least_s = 1e9;
            for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0})
                for (const OffloadModules modules : sets) {
                    ParallelConfig some = config;
                    some.offload = {share, 0, modules.empty() ? 0.0 : 1.0, modules};
                    if (check_memory(inputs, {}, some, bytes).fits())
                        least_s = std::min(least_s, time_s(some));
                }
            QCOMPARE(found.has_value(), least_s < 1e9);
            if (found)
                QVERIFY(near(time_s(*found), least_s));
            with_modules += found && !found->offload.modules.empty();
        }
        QVERIFY2(with_modules > 5, qPrintable(QString::number(with_modules)));
    }

    void filesHoldThem() {
        const PlanInputs inputs = inputs_of_model("llama-2-13b");
        ParallelConfig config = pipelined(inputs, {core_attn, attn_proj});
        config.offload.activations = 0.5;
        const nlohmann::json json = config_to_json(config);
        QVERIFY(config_from_json(JsonValue(json, "test"), inputs.model, inputs.job) == config);
        const std::vector<std::string> flags = megatron_flags(config, inputs.model, inputs.job);
        for (const char* flag :
             {"--fine-grained-activation-offloading", "--offload-modules core_attn attn_proj",
              "--activation-offload-fraction 0.5"})
            QVERIFY2(std::find(flags.begin(), flags.end(), flag) != flags.end(), flag);
        QVERIFY(short_name(config).ends_with(" offload_activations=0.5 offload_modules=core_attn+attn_proj"));
    }

    void whatNoFrameworkRunsIsRefused() {
        PlanInputs inputs = inputs_of_model("llama-2-13b");
        const auto is_refused = [&](const ParallelConfig& config) {
            try {
                check(config, inputs.model, inputs.job);
                check_habits(config, inputs.model, inputs.job);
            } catch (const InputError& error) {
                return error.place() == "offload_modules";
            }
            return false;
        };
        QVERIFY(!is_refused(pipelined(inputs, {core_attn})));
        QVERIFY(is_refused(pipelined(inputs, {attn_proj}))); // needs core_attn
        for (const OffloadModule module : {attn_norm, mlp_norm, expert_fc1, moe_act})
            QVERIFY(is_refused(pipelined(inputs, {module}))); // fused, or of experts
        ParallelConfig config = pipelined(inputs, {core_attn});
        config.recompute = Recompute::full;
        QVERIFY(is_refused(config));
        QVERIFY(host_modules(inputs.job, inputs.model, config).empty());
        config = pipelined(inputs, {core_attn}), config.offload.activations = 0;
        QVERIFY(is_refused(config));
        inputs.job.framework = "megatron-deepspeed";
        QVERIFY(is_refused(pipelined(inputs, {core_attn})));
    }
};

QTEST_APPLESS_MAIN(OffloadModulesTest)
#include "offload_modules_test.moc"
