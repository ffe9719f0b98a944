// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/launchers/megatron_flags.h"
#include "tests/core/formats/launch_sample.h"

#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

Plan sharded_plan(int zero_stage, int shard) {
    Plan plan = launch_sample::plan();
    plan.inputs.job.precision = Precision::bf16;
    ParallelConfig& config = plan.candidates[0].config;
    config.pp = config.vpp = 1, config.tp = 2, config.dp = 4, config.cp = 1;
    config.schedule = ScheduleKind::one_f_one_b, config.recompute = Recompute::full;
    config.layers_per_stage = {plan.inputs.model.layers};
    config.zero_stage = zero_stage, config.shard = shard;
    return plan;
}

QString text_of(const Plan& plan, const char* format) {
    return QString::fromStdString(
        export_plan(plan, plan.candidates[0], export_format_named(format)).front().text);
}

} // namespace

class ShardedExportsTest : public QObject {
    Q_OBJECT

private slots:
    void torchtitanTakesTheMesh() {
        const QString text = text_of(sharded_plan(3, 2), "torchtitan");
        for (const char* line : {"data_parallel_replicate_degree = 2", "data_parallel_shard_degree = 2",
                                 "fsdp_reshard_after_forward = \"always\"", "tensor_parallel_degree = 2",
                                 "pipeline_parallel_degree = 1", "mode = \"full\""})
            QVERIFY2(text.contains(line), qPrintable(text));
        QVERIFY(text_of(sharded_plan(2, 0), "torchtitan").contains("fsdp_reshard_after_forward = \"never\""));
        QVERIFY_THROWS_EXCEPTION(InputError, text_of(sharded_plan(1, 0), "torchtitan"));
    }

    /// torchtitan counts the layers that its first and last stage have fewer.
    void torchtitanTakesShorterEnds() {
        Plan plan = sharded_plan(3, 0);
        ParallelConfig& config = plan.candidates[0].config;
        config.pp = 4, config.tp = 1, config.dp = 2;
        plan.inputs.model.layers = 14, config.layers_per_stage = {4, 4, 4, 2};
        const QString text = text_of(plan, "torchtitan");
        for (const char* line :
             {"pipeline_parallel_layers_per_stage = 4", "pipeline_parallel_first_stage_less_layers = 0",
              "pipeline_parallel_last_stage_less_layers = 2"})
            QVERIFY2(text.contains(line), qPrintable(text));
        for (const std::vector<int>& refused : {std::vector<int>{3, 4, 3, 4}, {5, 4, 4, 1}}) {
            config.layers_per_stage = refused;
            QVERIFY_THROWS_EXCEPTION(InputError, text_of(plan, "torchtitan"));
        }
    }

    /// Its modes are all layers, none, or every second product: it has no way to say anything else.
    void torchtitanRefusesOtherRecomputation() {
        Plan plan = sharded_plan(3, 0);
        ParallelConfig& config = plan.candidates[0].config;
        const auto refused = [&] {
            try {
                text_of(plan, "torchtitan");
            } catch (const InputError& error) {
                return error.place();
            }
            return std::string();
        };
        config.recompute = Recompute::full, config.recompute_layers = 1;
        QCOMPARE(refused(), "recompute_layers");
        config.recompute = Recompute::selective, config.recompute_layers = 0;
        QCOMPARE(refused(), "");
        config.recompute_modules = RecomputeModules{RecomputeModule::mlp};
        QCOMPARE(refused(), "recompute_modules");
        config.recompute_modules = ParallelConfig{}.recompute_modules;
        for (const double share : {0.5, 1.0}) { // it moves parameters, too
            config.offload.optimizer = share;
            QCOMPARE(refused(), "offload");
        }
    }

    /// No format has a place for adapters: each says so, in its file where that can hold words.
    void fineTuningIsNeverDroppedInSilence() {
        Plan plan = sharded_plan(3, 2);
        const auto notes = [&](const char* format) {
            std::string all;
            for (const std::string& note :
                 export_notes(plan, plan.candidates[0], export_format_named(format), std::nullopt))
                all += note;
            return QString::fromStdString(all);
        };
        const QString said = QStringLiteral("LoRA of rank 16 on matrices of attention");
        for (const char* format : {"megatron", "torchtitan", "deepspeed-config", "slurm"})
            QVERIFY(!notes(format).contains(QStringLiteral("recipe")));
        QVERIFY(text_of(plan, "torchtitan").startsWith(QStringLiteral("[training]")));
        plan.inputs.job.tuning = {16, AdapterTargets::attention, 0};
        for (const char* format : {"megatron", "torchtitan", "deepspeed-config", "slurm"})
            QVERIFY2(notes(format).contains(said), format);
        QVERIFY(text_of(plan, "torchtitan").startsWith(QStringLiteral("# The plan is of ") + said));
        QVERIFY(text_of(plan, "deepspeed-config").contains(said));
        for (const ExportedFile& file : export_plan(plan, plan.candidates[0], export_format_named("slurm")))
            if (file.name == "README.txt")
                QVERIFY(QString::fromStdString(file.text).contains(said));
    }

    void deepspeedTakesTheStage() {
        const Plan plan = sharded_plan(3, 2);
        const ParallelConfig& config = plan.candidates[0].config;
        const auto json = nlohmann::json::parse(text_of(plan, "deepspeed-config").toStdString());
        QCOMPARE(json["zero_optimization"]["stage"].get<int>(), 3);
        QCOMPARE(json["zero_optimization"]["mics_shard_size"].get<int>(), 2);
        QCOMPARE(json["gradient_accumulation_steps"].get<int>(), config.microbatches());
        QCOMPARE(json["train_batch_size"].get<int>(), config.global_batch);
        Plan pipelined = plan;
        pipelined.candidates[0].config.pp = 2;
        QVERIFY_THROWS_EXCEPTION(InputError, text_of(pipelined, "deepspeed-config"));
    }

    void axonnTakesTheGrid() {
        Plan plan = sharded_plan(3, 2);
        QVERIFY_THROWS_EXCEPTION(InputError, text_of(plan, "axonn")); // a plan for Megatron-LM
        plan.inputs.job.framework = "axonn";
        ParallelConfig& config = plan.candidates[0].config;
        config.tp_x = 2, config.sequence_parallel = false;
        const QString text = text_of(plan, "axonn");
        for (const char* argument :
             {"G_data=2,", "G_inter=1,", "G_intra_r=2,", "G_intra_c=1,", "G_intra_d=2,"})
            QVERIFY2(text.contains(argument), qPrintable(text));
        const auto notes = export_notes(plan, plan.candidates[0], export_format_named("axonn"), std::nullopt);
        QVERIFY(std::any_of(notes.begin(), notes.end(), [](const std::string& note) {
            return note.find("computes activations again (full)") != std::string::npos;
        }));
        for (const char* other : {"megatron", "torchtitan", "deepspeed-config"}) // know one dimension
            QVERIFY_THROWS_EXCEPTION(InputError, text_of(plan, other));
        config.zero_stage = config.shard = 0;
        QVERIFY(text_of(plan, "axonn").contains("G_intra_d=1,"));
    }

    void megatronTakesItsOwnFsdp() {
        const Plan plan = sharded_plan(3, 2);
        const auto flags = megatron_flags(plan.candidates[0].config, plan.inputs.model, plan.inputs.job);
        for (const char* flag :
             {"--use-megatron-fsdp", "--data-parallel-sharding-strategy optim_grads_params",
              "--num-distributed-optimizer-instances 2"})
            QVERIFY2(std::find(flags.begin(), flags.end(), flag) != flags.end(), flag);
    }
};

QTEST_GUILESS_MAIN(ShardedExportsTest)
#include "sharded_exports_test.moc"
