// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/cost/iteration_time.h"
#include "core/formats/documents/mapping_tsv.h"
#include "core/formats/documents/plan_inputs_json.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/launchers/export_plan.h"
#include "core/formats/launchers/megatron_flags.h"
#include "core/formats/models/megatron_arguments.h"
#include "core/formats/text/json_reader.h"
#include "tests/core/formats/launch_sample.h"

#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

using namespace pipette;

namespace {

/// The sample plan with its first candidate on these GPUs; hosts a01, a02, b01, b02 of two GPUs each.
Plan plan_on(std::vector<int> gpus) {
    Plan plan = launch_sample::plan();
    plan.candidates[0].mapping.gpu_of_rank = std::move(gpus);
    return plan;
}

std::string main_text(const Plan& plan, std::string_view format) {
    return export_plan(plan, plan.candidates[0], export_format_named(format)).front().text;
}

std::string refusal_of(const Plan& plan, std::string_view format) {
    try {
        main_text(plan, format);
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

bool has(const std::vector<std::string>& flags, const char* flag) {
    return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

int count_of(const std::string& text, const std::string& part) {
    return static_cast<int>(QString::fromStdString(text).count(QString::fromStdString(part)));
}

} // namespace

class ExportPlanTest : public QObject {
    Q_OBJECT

    const std::vector<int> in_order_{3, 2, 6, 7,
                                     1, 0, 4, 5}; // a02 b02 a01 b01, GPUs turned round in two of them
    const std::vector<int> scattered_{0, 2, 1, 3, 4, 5, 6, 7};

private slots:
    void onlyLaunchersOfHostsAskForTheFolderOnEveryHost() {
        const Plan plan = plan_on(in_order_);
        const auto readme = [&](std::string_view format) {
            return export_plan(plan, plan.candidates[0], export_format_named(format)).back().text;
        };
        QVERIFY(count_of(readme("openmpi"), "on every host") == 1);
        QVERIFY(count_of(readme("kubernetes"), "on every host") == 0);
        QVERIFY(count_of(readme("kubernetes"), "in this folder") == 1);
    }

    void everyFormatIsListedOnce() {
        for (const ExportFormat* format : Registry<ExportFormat>::all()) {
            QCOMPARE(&export_format_named(format->name), format);
            QVERIFY(!format->description.empty() && !format->main_file.empty());
            QVERIFY((format->launch == nullptr) != (format->write == nullptr));
        }
        QCOMPARE(Registry<ExportFormat>::names(),
                 std::string("axonn, csv, deepspeed, deepspeed-config, json, kubernetes, mapping, megatron, "
                             "mpich, openmpi, "
                             "openmpi-rankfile, slurm, torchrun, torchtitan, trace"));
        QVERIFY_EXCEPTION_THROWN(export_format_named("fax"), InputError);
    }

    void aLauncherIsOneRow() {
        const Registered<ExportFormat> row(
            {.name = "fax",
             .description = "a letter to every host",
             .main_file = "letters.txt",
             .places_any_mapping = true,
             .launch = [](const Placement& placement, const std::vector<ExportedFile>& shared,
                          const LaunchOptions& options) {
                 LauncherFiles files;
                 for (const SeatedNode& node : placement.nodes)
                     files.files.push_back({"to-" + node.host, options.program});
                 files.note = std::to_string(shared.size());
                 return files;
             }});
        const Plan plan = plan_on(scattered_);
        const auto files = export_plan(plan, plan.candidates[0], export_format_named("fax"));
        QCOMPARE(files.front().name, "to-" + placement_of(plan.candidates[0].mapping, *plan.inputs.cluster,
                                                          plan.candidates[0].config)
                                                 .nodes[0]
                                                 .host);
        QCOMPARE(files.back().name, std::string("README.txt"));
        QVERIFY(count_of(refusal_of(plan, "torchrun"), "fax") == 1); // one more that can
    }

    void foldersHoldWhatALaunchNeeds() {
        for (const ExportFormat* format : Registry<ExportFormat>::all()) {
            if (format->name == "trace") // refuses times that nobody simulated, as those of this plan
                continue;
            if (format->name == "axonn") // refuses plans of other frameworks
                continue;
            Plan plan = plan_on({0, 1, 2, 3, 4, 5, 6, 7});
            plan.inputs.job.precision = Precision::bf16;
            plan.candidates[0].config.zero_stage = 0; // not every program has the first stage
            const auto files = export_plan(plan, plan.candidates[0], *format);
            QCOMPARE(files.front().name, std::string(format->main_file));
            QCOMPARE(files.size() > 1, format->is_launcher());
            if (!format->is_launcher())
                continue;
            std::set<std::string> names;
            for (const ExportedFile& file : files)
                names.insert(file.name);
            QCOMPARE(names.size(), files.size());
            for (const char* name : {"mapping.tsv", "rank_wrapper.sh", "probe.sh", "megatron_args.txt",
                                     "CHECKLIST.txt", "README.txt"})
                QVERIFY2(names.contains(name), name);
            QCOMPARE(count_of(files.back().text, "\n"), 5 + int(plan.assumptions.size()));
            const std::string& list = files[files.size() - 2].text; // of what to do, with its commands
            QVERIFY2(count_of(list, "[ ] ") >= 6 && list.find("probe.sh") != std::string::npos, list.c_str());
        }
    }

    void traceLastsAsLongAsTheIteration() {
        Plan plan = plan_on(scattered_);
        Candidate& candidate = plan.candidates[0];
        const Candidate estimate =
            estimate_time(plan.inputs, candidate.config, candidate.mapping, shipped_calibration());
        candidate.iteration_time_s = estimate.iteration_time_s;
        plan.calibrations.clear(); // the program's own made it
        double end_us = 0;
        const auto trace = nlohmann::json::parse(main_text(plan, "trace"));
        for (const auto& event : trace["traceEvents"])
            if (event["ph"] == "X")
                end_us = std::max(end_us, event["ts"].get<double>() + event["dur"].get<double>());
        QVERIFY2(
            std::abs(end_us - estimate.iteration_time_s * 1e6) < 0.01,
            qPrintable(QStringLiteral("%1 us, expected %2 s").arg(end_us).arg(estimate.iteration_time_s)));
    }

    void mappingIsTheSameInEveryForm() {
        const Plan plan = plan_on(scattered_);
        const std::string tsv = main_text(plan, "mapping");
        const auto placed = parse_placed_ranks(tsv, "mapping.tsv", *plan.inputs.cluster);
        const auto json = nlohmann::json::parse(main_text(plan, "json"));
        const QStringList hosts = QString::fromStdString(main_text(plan, "openmpi")).split('\n');
        for (std::size_t rank = 0; rank < 8; ++rank) {
            QCOMPARE(placed[rank].gpu, scattered_[rank]);
            const std::string host = json["ranks"][rank]["host"];
            QCOMPARE(plan.inputs.cluster->find_gpu(host, json["ranks"][rank]["local_gpu"]), scattered_[rank]);
            QCOMPARE(hosts[static_cast<int>(rank)].toStdString(), host);
        }
    }

    void launcherFilesAreAsTheirManualsSay() {
        const Plan plan = plan_on(scattered_);
        QCOMPARE(main_text(plan, "mpich"), std::string("a01:1\na02:1\na01:1\na02:1\nb01:2\nb02:2\n"));
        QVERIFY(main_text(plan, "openmpi-rankfile")
                    .starts_with("rank 0=a01 slot=0\nrank 1=a02 slot=0\nrank 2=a01 slot=1\n"));
        LaunchOptions options;
        options.cores_per_gpu = 8;
        QVERIFY(export_plan(plan, plan.candidates[0], export_format_named("openmpi-rankfile"), options)
                    .front()
                    .text.find("rank 2=a01 slot=8-15\n") != std::string::npos);
        const std::string slurm = main_text(plan, "slurm");
        for (const char* part :
             {"#SBATCH --nodes=4\n", "#SBATCH --ntasks=8\n", "#SBATCH --nodelist=a01,a02,b01,b02\n",
              "--distribution=arbitrary", "SLURM_HOSTFILE="})
            QVERIFY2(count_of(slurm, part) == 1, part);
        QCOMPARE(main_text(plan_on({2, 3, 0, 1, 6, 7, 4, 5}), "deepspeed"),
                 std::string("a02 slots=2\na01 slots=2\nb02 slots=2\nb01 slots=2\n"));
    }

    void torchrunKeepsTheOrderOfNodesAndOfGpus() {
        const QStringList lines =
            QString::fromStdString(main_text(plan_on(in_order_), "torchrun")).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        const char* hosts[] = {"a02", "b02", "a01", "b01"};
        const char* gpus[] = {"1,0", "0,1", "1,0", "0,1"};
        for (int node = 0; node < 4; ++node) {
            QVERIFY(lines[node].contains(QString(" --node-rank=%1 ").arg(node)));
            QVERIFY(lines[node].contains(QString(" CUDA_VISIBLE_DEVICES=%1 ").arg(gpus[node])));
            QVERIFY(lines[node].endsWith(QString(" # on %1").arg(hosts[node])));
            for (const char* part :
                 {"--rdzv-backend=static", "--nnodes=4", "--nproc-per-node=2", "--master-addr=a02"})
                QVERIFY2(lines[node].contains(part), part);
        }
    }

    void whatALauncherCannotExpressIsRefusedWithAWayOut() {
        for (const char* format : {"torchrun", "deepspeed"}) {
            const std::string said = refusal_of(plan_on(scattered_), format);
            for (const char* part : {"\"a01\" runs rank 0 and then rank 2", "openmpi", "mpich", "slurm"})
                QVERIFY2(count_of(said, part) > 0, said.c_str());
        }
        QVERIFY(count_of(refusal_of(plan_on(in_order_), "deepspeed"), "GPU 1 of host \"a02\"") == 1);
        Plan uneven = plan_on({0, 1, 2});
        uneven.candidates[0].config = {};
        uneven.candidates[0].config.dp = 3;
        uneven.candidates[0].config.layers_per_stage = {10};
        for (const char* format : {"torchrun", "kubernetes"})
            QVERIFY(count_of(refusal_of(uneven, format), "cannot express it") == 1);
        QVERIFY(refusal_of(uneven, "deepspeed").empty());
    }

    void hostNamesThatAFileCannotHoldAreRefused_data() {
        QTest::addColumn<QString>("host");
        for (const char* host :
             {"a b", "$(touch x)", "a\nb", "-oProxyCommand=x", "a'b", "a\"b", "a;b", "a:b", "a#b", "ü"})
            QTest::newRow(host) << QString::fromUtf8(host);
    }

    void hostNamesThatAFileCannotHoldAreRefused() {
        QFETCH(QString, host);
        Plan plan = plan_on({0, 1, 2, 3, 4, 5, 6, 7});
        plan.inputs.cluster = share(launch_sample::cluster({host.toStdString(), "b", "c", "d"}, 2));
        for (const char* format :
             {"openmpi", "openmpi-rankfile", "mpich", "slurm", "deepspeed", "kubernetes"})
            QVERIFY2(count_of(refusal_of(plan, format), "host \"") == 1, format);
        const bool quotable = !host.contains('\n') && !host.startsWith('-');
        QCOMPARE(refusal_of(plan, "torchrun").empty(), quotable);
    }

    void openMpiTakesNoUnderscore() {
        Plan plan = plan_on({0, 1, 2, 3, 4, 5, 6, 7});
        plan.inputs.cluster = share(launch_sample::cluster({"a_1", "b", "c", "d"}, 2));
        QVERIFY(count_of(refusal_of(plan, "openmpi"), "underscore") == 1);
        QVERIFY(refusal_of(plan, "mpich").empty());
    }

    void kubernetesNamesNodesAndCarriesTheFiles() {
        const std::string yaml = main_text(plan_on(scattered_), "kubernetes");
        for (const char* part : {"apiVersion: kubeflow.org/v2beta1\n", "slotsPerWorker: 2\n", "replicas: 4\n",
                                 "fieldPath: spec.nodeName", "values: [\"b02\"]", "    2\ta01\t1\n",
                                 "  rank_wrapper.sh: |\n    #!/bin/sh\n"})
            QVERIFY2(count_of(yaml, part) == 1, part);
    }

    void csvHasOneLineACandidate() {
        const Plan plan = launch_sample::plan();
        const QStringList lines =
            QString::fromStdString(main_text(plan, "csv")).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 5);
        const QStringList names = lines[0].split(',');
        for (const QString& line : lines)
            QCOMPARE(line.split(',').size(), names.size());
        const QStringList first = lines[1].split(',');
        QCOMPARE(first[static_cast<int>(names.indexOf("iteration_time_s"))].toDouble(), 1.0 / 3);
        QCOMPARE(first[static_cast<int>(names.indexOf("layers_per_stage"))], QString("2 3 3 2"));
        QCOMPARE(lines[2].split(',')[1], QString("varuna"));
    }

    void megatronFlagsSayTheWholeConfiguration() {
        const Plan plan = launch_sample::plan();
        const auto flags = megatron_flags(plan.candidates[0].config, plan.inputs.model, plan.inputs.job);
        for (const char* flag :
             {"--tensor-model-parallel-size 2", "--pipeline-model-parallel-size 2",
              "--context-parallel-size 1", "--pipeline-model-parallel-layout Ett|ttt|ttt|ttL",
              "--micro-batch-size 2", "--global-batch-size 16", "--sequence-parallel",
              "--use-distributed-optimizer", "--attention-backend unfused", "--overlap-grad-reduce",
              "--recompute-granularity selective", "--fp16", "--seq-length 1024", "--swiglu"})
            QVERIFY2(has(flags, flag), flag);
    }

    void primaryWeightsAreWrittenWhereTheyAreCast() {
        const Plan plan = plan_on({0, 1, 2, 3, 4, 5, 6, 7});
        const auto flag_in = [&](Precision precision, const char* framework, PrimaryWeights weights) {
            TrainingJob job = plan.inputs.job;
            job.precision = precision, job.framework = framework, job.primary_weights = weights;
            std::string found;
            for (const std::string& flag : megatron_flags(plan.candidates[0].config, plan.inputs.model, job))
                if (flag.ends_with("-param-gather"))
                    found += flag;
            return found;
        };
        using enum PrimaryWeights;
        QCOMPARE(flag_in(Precision::fp8, "megatron", low_precision), std::string("--fp8-param-gather"));
        QCOMPARE(flag_in(Precision::nvfp4, "nemo", usual), std::string("--fp4-param-gather"));
        QCOMPARE(flag_in(Precision::fp8, "megatron", usual), std::string());
        QCOMPARE(flag_in(Precision::mxfp8, "nemo", in_16_bits), std::string());
        QCOMPARE(flag_in(Precision::bf16, "megatron", low_precision), std::string());
        TrainingJob job, read;
        job.primary_weights = low_precision;
        take_habits(read, JsonValue(nlohmann::json(habits_to_json(job)), "test"));
        QCOMPARE(read, job);
    }

    void inputsOfActivationsIn8BitsAreWritten() {
        const Plan plan = plan_on({0, 1, 2, 3, 4, 5, 6, 7});
        TransformerModel model = plan.inputs.model;
        model.gated_mlp = true;
        TrainingJob job = plan.inputs.job, read;
        const auto has_flag = [&] {
            const std::vector<std::string> flags = megatron_flags(plan.candidates[0].config, model, job);
            return std::count(flags.begin(), flags.end(), "--activation-func-fp8-input-store") == 1;
        };
        QVERIFY(!has_flag());
        job.fp8_activation_inputs = true;
        QVERIFY(has_flag());
        take_habits(read, JsonValue(nlohmann::json(habits_to_json(job)), "test"));
        QVERIFY(read.fp8_activation_inputs);
    }

    void stagesWithATpOfTheirOwnAreRefused() {
        const Plan plan = plan_on({0, 1, 2, 3, 4, 5, 6, 7});
        ParallelConfig config = plan.candidates[0].config;
        config.tp_per_stage.assign(std::size_t(config.pp), config.tp);
        config.tp_per_stage.back() = 1;
        QVERIFY_THROWS_EXCEPTION(InputError, megatron_flags(config, plan.inputs.model, plan.inputs.job));
    }

    void evenChunksNeedNoLayout() {
        const Plan plan = launch_sample::plan();
        ParallelConfig config = plan.candidates[0].config;
        TransformerModel model = plan.inputs.model;
        model.layers = 12;
        config.layers_per_stage = {3, 3, 3, 3};
        config.recompute = Recompute::full;
        config.zero_stage = 0;
        TrainingJob job = plan.inputs.job;
        job.flash_attention = true;
        const auto flags = megatron_flags(config, model, job);
        QVERIFY(has(flags, "--num-layers-per-virtual-pipeline-stage 3"));
        QVERIFY(has(flags, "--recompute-granularity full") && has(flags, "--recompute-method uniform"));
        QVERIFY(!has(flags, "--use-distributed-optimizer") && !has(flags, "--attention-backend unfused"));
        config.vpp = 1, config.layers_per_stage = {6, 6}, config.schedule = ScheduleKind::one_f_one_b;
        for (const std::string& flag : megatron_flags(config, model, plan.inputs.job))
            QVERIFY(flag.find("layout") == std::string::npos && flag.find("virtual") == std::string::npos);
    }

    void flagsAreReadBackAsTheModel() {
        const Plan plan = launch_sample::plan();
        TransformerModel gpt = plan.inputs.model;
        gpt.kv_heads = gpt.heads, gpt.gated_mlp = false,
        gpt.biases = gpt.learned_positions = gpt.tied_embeddings = true;
        TrainingJob job = plan.inputs.job;
        for (TransformerModel model : {plan.inputs.model, gpt}) {
            job.sequence_length = model.sequence_length;
            Plan changed = plan;
            changed.inputs.model = model;
            changed.inputs.job = job;
            TransformerModel read =
                model_from_megatron_arguments(main_text(changed, "megatron"), "args.txt", model.name);
            read.source = model.source;
            QCOMPARE(read.layers, model.layers);
            QCOMPARE(read.ffn_hidden, model.ffn_hidden);
            QCOMPARE(read.kv_heads, model.kv_heads);
            QCOMPARE(total_parameters(read), total_parameters(model));
        }
    }

    void whatMegatronDoesOtherwiseIsSaid() {
        Plan plan = launch_sample::plan();
        Candidate& candidate = plan.candidates[0];
        QVERIFY(
            export_notes(plan, candidate, export_format_named("megatron")).empty()); // interleaved overlaps
        candidate.config.vpp = 1, candidate.config.layers_per_stage = {5, 5};
        candidate.config.schedule = ScheduleKind::one_f_one_b;
        candidate.config.p2p = P2p::overlapped;
        const auto notes = export_notes(plan, candidate, export_format_named("megatron"));
        QCOMPARE(notes.size(), 1u);
        QVERIFY(count_of(notes[0], "waits for them") == 1);
        const auto files = export_plan(plan, candidate, export_format_named("openmpi"));
        QVERIFY(count_of(files.back().text, notes[0]) == 1 &&
                count_of(files.back().text, "\n") == 5 + int(plan.assumptions.size()));
        candidate.config.p2p = P2p::in_turn;
        QVERIFY(count_of(export_notes(plan, candidate, export_format_named("megatron")).at(0), "in turn") ==
                1);
        candidate.config.p2p = P2p::blocking;
        QVERIFY(export_notes(plan, candidate, export_format_named("megatron")).empty());
    }

    void refusalsListTheFormatsOfTheTable() {
        const std::string names = formats_for_any_mapping();
        QVERIFY(count_of(refusal_of(plan_on(scattered_), "torchrun"), "formats that can: " + names) == 1);
        for (const ExportFormat* format : Registry<ExportFormat>::all())
            if (format->places_any_mapping)
                QVERIFY2(refusal_of(plan_on(scattered_), format->name).empty(), format->name.data());
    }

    void schedulesThatMegatronLacksAreRefused() {
        Plan plan = launch_sample::plan();
        plan.candidates[0].config.schedule = *schedule_named("zb-h1");
        QVERIFY(count_of(refusal_of(plan, "megatron"), "zb-h1") == 1);
        const auto files = export_plan(plan, plan.candidates[0], export_format_named("openmpi"));
        for (const ExportedFile& file : files)
            QVERIFY(file.name != "megatron_args.txt" && count_of(file.text, "megatron_args.txt") == 0);
    }

    void mappingsThatDoNotFitAreRefused() {
        QVERIFY_EXCEPTION_THROWN(main_text(plan_on({0, 1}), "mapping"), InputError);
        QVERIFY_EXCEPTION_THROWN(main_text(plan_on({0, 1, 2, 3, 4, 5, 6, 8}), "mapping"), InputError);
    }
};

QTEST_GUILESS_MAIN(ExportPlanTest)
#include "export_plan_test.moc"
