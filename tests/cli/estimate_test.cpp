// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"

#include <QFile>
#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

const QStringList workload{"estimate", "--cluster",  sample_cluster("a100_hdr_16x8.json"),
                           "--model",  "llama-2-7b", "--global-batch",
                           "256"};
const QStringList config{"--config", "pp=8,tp=8,dp=2,micro_batch=1"};

nlohmann::json estimate(const QStringList& more) {
    const PipetteRun run = run_pipette(workload + more + QStringList{"--json", "-"});
    if (run.status != 0)
        qWarning("%s", run.messages.constData());
    return nlohmann::json::parse(run.output.toStdString(), nullptr, false);
}

} // namespace

class EstimateTest : public QObject {
    Q_OBJECT

private slots:
    void jsonHoldsWhatTheContractNames() {
        const nlohmann::json document = estimate(config);
        QVERIFY(!document.is_discarded());
        QCOMPARE(document["gpus"].size(), 128u);
        const nlohmann::json& model = document["model"]; // Llama 2 7B by hand: 4096 wide, 32 layers
        QCOMPARE(model["name"].get<std::string>(), std::string("llama-2-7b"));
        QCOMPARE(model["parameters"].get<double>(), 6738415616.0);
        QCOMPARE(model["active_parameters"].get<double>(), 6738415616.0);
        const double h = 4096, f = 11008, layer = 6 * (4 * h * h + 3 * h * f) + 6 * 4096 * h;
        QCOMPARE(model["flops_per_token"].get<double>(), 32 * layer + 6 * h * 32000);
        const nlohmann::json& candidate = document["candidate"];
        for (const char* field :
             {"planner", "config", "iteration_time_s", "low_s", "high_s", "tie", "tokens_per_s", "mfu",
              "model_times_s", "breakdown_s", "memory", "gpu_of_rank"})
            QVERIFY2(candidate.contains(field), field);
        const double time = candidate["iteration_time_s"];
        QCOMPARE(candidate["model_times_s"]["exact"].get<double>(), time);
        QVERIFY(candidate["model_times_s"]["bound"].get<double>() <= time);
        double sum = 0;
        for (const auto& [name, seconds] : candidate["breakdown_s"].items())
            sum += seconds.get<double>();
        QVERIFY(std::abs(sum - time) <= 1e-9 * time);
        QCOMPARE(candidate["memory"]["devices"].size(), 8u);
        QCOMPARE(candidate["gpu_of_rank"].size(), 128u);
    }

    /// What a table prints is the configuration: typed back, it takes the same time.
    void namesOfConfigurationsAreTakenBack_data() {
        QTest::addColumn<QString>("config");
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("name");
        const QString megatron = QStringLiteral("megatron"), fsdp2 = QStringLiteral("fsdp2");
        QTest::newRow("a last chunk without layers")
            << QStringLiteral("pp=4,tp=2,dp=16,vpp=2,micro_batch=1,layers_per_stage=4-5-5-5-5-4-4-0")
            << megatron << QStringLiteral(" layers=4+4*5+4+4+0");
        QTest::newRow("no ZeRO") << QStringLiteral("pp=4,tp=2,dp=16,micro_batch=1,zero_stage=0") << megatron
                                 << QStringLiteral(" zero=0");
        QTest::newRow("ZeRO-1 in FSDP2") << QStringLiteral("pp=1,tp=2,dp=64,micro_batch=1,zero_stage=1")
                                         << fsdp2 << QStringLiteral(" zero=1");
        QTest::newRow("without sequence parallelism")
            << QStringLiteral("pp=4,tp=2,dp=16,micro_batch=1,sequence_parallel=false") << megatron
            << QStringLiteral(" sequence_parallel=false");
        QTest::newRow("other transfers") << QStringLiteral("pp=4,tp=2,dp=16,micro_batch=1,p2p=in-turn")
                                         << megatron << QStringLiteral(" p2p=in-turn");
        QTest::newRow("as usual") << QStringLiteral("pp=4,tp=2,dp=16,micro_batch=1") << megatron << QString();
        QTest::newRow("as usual in FSDP2")
            << QStringLiteral("pp=1,tp=2,dp=64,micro_batch=1") << fsdp2 << QStringLiteral(" zero=3");
    }
    void namesOfConfigurationsAreTakenBack() {
        QFETCH(QString, config);
        QFETCH(QString, framework);
        QFETCH(QString, name);
        const auto asked = [&](const QString& text) {
            return workload + QStringList{"--framework", framework, "--config", text};
        };
        const PipetteRun first = run_pipette(asked(config));
        QCOMPARE(first.status, 0);
        const QString printed = QString::fromUtf8(first.output).section(QLatin1Char(':'), 0, 0);
        QVERIFY2(name.isEmpty() || printed.contains(name), qPrintable(printed));
        const PipetteRun again = run_pipette(asked(printed));
        QCOMPARE(again.output, first.output);
    }

    void tableIsForPeople() {
        const PipetteRun run = run_pipette(workload + config);
        QCOMPARE(run.status, 0);
        for (const char* word : {"pp=8 tp=8 dp=2", "tokens/s", "MFU", "bubble", "GiB",
                                 "Times: A100-SXM4-80GB: ampere megatron calibration, "})
            QVERIFY2(run.output.contains(word), word);
        QVERIFY2(run.messages.isEmpty(), run.messages.constData());
    }

    void fineTuningTakesLess() {
        const auto figure = [](const nlohmann::json& document, const char* name) {
            return document["candidate"][name].get<double>();
        };
        const QStringList lora{"--lora", "32"};
        const nlohmann::json full = estimate(config), frozen = estimate(config + lora),
                             packed = estimate(config + lora + QStringList{"--mean-sequence", "512"});
        QVERIFY(figure(frozen, "iteration_time_s") < 0.95 * figure(full, "iteration_time_s"));
        QVERIFY(figure(packed, "iteration_time_s") < figure(frozen, "iteration_time_s"));
        const auto bytes = [](const nlohmann::json& document) {
            return document["candidate"]["memory"]["devices"][0]["estimate"].get<double>();
        };
        QVERIFY(bytes(frozen) < bytes(full));
        QVERIFY(bytes(packed) == bytes(frozen));
        const std::string told = frozen["assumptions"].dump();
        QVERIFY2(told.find("fine-tuning (LoRA of rank 32 on all matrices)") != std::string::npos,
                 told.c_str());
        QVERIFY(full["assumptions"].dump().find("fine-tuning") == std::string::npos);
    }

    void mappingFileCounts() {
        QTemporaryDir folder;
        const QString path = folder.filePath("mapping.tsv");
        const nlohmann::json first = estimate(config);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        // Reversed hosts: another set of links between the stages.
        for (int rank = 0; rank < 128; ++rank) {
            const std::string gpu = first["gpus"][static_cast<std::size_t>(8 * (15 - rank / 8) + rank % 8)];
            const auto colon = gpu.rfind(':');
            file.write(QByteArray::number(rank) + '\t' + QByteArray::fromStdString(gpu.substr(0, colon)) +
                       '\t' + QByteArray::fromStdString(gpu.substr(colon + 1)) + '\n');
        }
        file.close();
        const nlohmann::json reversed = estimate(config + QStringList{"--mapping", path});
        QCOMPARE(reversed["candidate"]["gpu_of_rank"][0].get<int>(), 120);
        QVERIFY(reversed["candidate"]["iteration_time_s"] != first["candidate"]["iteration_time_s"]);
    }

    void measuredLayersReplaceTheRoofline() {
        QTemporaryDir folder;
        const QString path = folder.filePath("layers.csv");
        const auto with = [&](const char* rows) {
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly))
                qFatal("cannot write");
            file.write("tp,micro_batch,sequence,layer,forward_ms,backward_ms\n");
            file.write(rows);
            file.close();
            return run_pipette(workload + config + QStringList{"--layer-profile", path});
        };
        const double before = estimate(config)["candidate"]["iteration_time_s"];
        const PipetteRun slow = with("8,1,4096,block,100,200\n");
        QCOMPARE(slow.status, 0);
        QVERIFY2(slow.output.contains("Assumed: layer times are those of " + path.toUtf8()), slow.output);
        const nlohmann::json told = estimate(config + QStringList{"--layer-profile", path});
        QVERIFY(told["assumptions"][0].get<std::string>().starts_with("layer times are those of " +
                                                                      path.toStdString()));
        QVERIFY(told["calibrations"][0]["layer_profile"] == path.toStdString());
        // 128 microbatches through four layers a stage, and seven more to fill the pipeline.
        const double after =
            estimate(config + QStringList{"--layer-profile", path})["candidate"]["iteration_time_s"];
        QVERIFY(before < 0.1 * after && after > 128 * 4 * 0.3);
        const PipetteRun wrong = with("8,1,4096,block,100,fast\n");
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.messages.contains("layers.csv: line 2"), wrong.messages);
    }

    void jsonHoldsEveryAssumptionOfTheTable() {
        QStringList arguments = workload + config + QStringList{"--precision", "fp16"};
        arguments.replaceInStrings("a100_hdr", "v100_edr"); // a GPU that nobody measured
        const PipetteRun table = run_pipette(arguments);
        QVERIFY2(table.status == 0, table.messages.constData());
        const PipetteRun json = run_pipette(arguments + QStringList{"--json", "-"});
        const nlohmann::json document = nlohmann::json::parse(json.output.toStdString());
        QVERIFY(!document["assumptions"].empty());
        QCOMPARE(table.output.count("Assumed: "), static_cast<qsizetype>(document["assumptions"].size()));
        for (const auto& assumption : document["assumptions"])
            QVERIFY(table.output.contains("Assumed: " + QByteArray::fromStdString(assumption) + '\n'));
    }

    void scoresThroughMemoryCost() {
        const nlohmann::json fused = estimate(config)["candidate"],
                             whole = estimate(config + QStringList{"--unfused-attention"})["candidate"];
        QVERIFY(whole["iteration_time_s"].get<double>() > fused["iteration_time_s"].get<double>());
        const auto first = [](const nlohmann::json& candidate) {
            return candidate["memory"]["devices"][0]["estimate"].get<double>();
        };
        QVERIFY(first(whole) > first(fused));
    }

    void degradedLinkCosts() {
        const double before = estimate(config)["candidate"]["iteration_time_s"];
        const nlohmann::json gpus = estimate(config)["gpus"];
        const auto host = [&](std::size_t node) {
            const std::string name = gpus[8 * node];
            return QString::fromStdString(name.substr(0, name.rfind(':')));
        };
        const nlohmann::json slow =
            estimate(config + QStringList{"--degrade", host(0) + "-" + host(2) + "=0.01"});
        QVERIFY(slow["candidate"]["iteration_time_s"].get<double>() > before);
    }

    void mistakesAreToldWithStatusTwo_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("no config") << workload << QByteArray("--config is required");
        QTest::newRow("unknown part")
            << workload + QStringList{"--config", "pp=8,xp=2"} << QByteArray("--config: xp");
        QTest::newRow("no number") << workload + QStringList{"--config", "pp=eight"}
                                   << QByteArray("not a whole number");
        QTest::newRow("twice") << workload + QStringList{"--config", "pp=8,pp=8"}
                               << QByteArray("given twice");
        QTest::newRow("zero") << workload + QStringList{"--config", "pp=0"} << QByteArray("--config: pp");
        QTest::newRow("does not divide")
            << workload + QStringList{"--config", "tp=3"} << QByteArray("--config: tp");
        QTest::newRow("too many GPUs")
            << workload + QStringList{"--config", "tp=8,dp=32"} << QByteArray("128 GPUs");
        QTest::newRow("schedule") << workload + QStringList{"--config", "pp=8,schedule=best"}
                                  << QByteArray("expected one of 1f1b, chimera");
        QTest::newRow("sizes the schedule refuses")
            << workload + QStringList{"--config", "pp=8,tp=8,dp=2,vpp=3,layers_per_stage=2-2-2-2-1-1-1-1-1-1-"
                                                  "1-1-1-1-1-1-1-1-1-1-2-2-2-2,micro_batch=64"}
            << QByteArray("microbatches");
        QTest::newRow("degrade") << workload + config + QStringList{"--degrade", "a-b=0.5"}
                                 << QByteArray("does not name two hosts");
        QTest::newRow("exclude") << workload + config + QStringList{"--exclude", "nowhere"}
                                 << QByteArray("--exclude");
        QTest::newRow("precision") << workload + config + QStringList{"--precision", "int4"}
                                   << QByteArray("--precision");
        QTest::newRow("mapping") << workload + config + QStringList{"--mapping", "/nowhere"}
                                 << QByteArray("/nowhere");
        QTest::newRow("batch") << QStringList(workload).replaceInStrings("256", "0") + config
                               << QByteArray("--global-batch");
        QTest::newRow("batch is no number")
            << QStringList(workload).replaceInStrings("256", "many") + config << QByteArray("--global-batch");
        QTest::newRow("model") << QStringList(workload).replaceInStrings("llama-2-7b", "llama-9") + config
                               << QByteArray("llama-9");
        QTest::newRow("no command") << QStringList{} << QByteArray("subcommand");
    }

    void mistakesAreToldWithStatusTwo() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, message);
        const PipetteRun run = run_pipette(arguments);
        verify_refused(run, message);
        QVERIFY(run.output.isEmpty());
    }

    void helpAndVersionAreNoMistakes() {
        QCOMPARE(run_pipette({"--version"}).status, 0);
        const PipetteRun run = run_pipette({"estimate", "--help"});
        QCOMPARE(run.status, 0);
        QVERIFY(run.output.contains("--config"));
    }
};

QTEST_GUILESS_MAIN(EstimateTest)
#include "estimate_test.moc"
