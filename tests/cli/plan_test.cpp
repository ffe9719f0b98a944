// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/plan_json.h"
#include "tests/cli/pipette_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

using namespace pipette;

namespace {

const QStringList workload{
    "--cluster", sample_cluster("a100_hdr_16x8.json"), "--model", "llama-2-7b", "--global-batch", "256"};
const QStringList quick{"--moves", "2000", "--chains", "2", "--recompute", "none", "--micro-batch", "1,2"};

nlohmann::json planned(const QStringList& more) {
    const PipetteRun run =
        run_pipette(QStringList{"plan"} + workload + quick + more + QStringList{"--json", "-"});
    if (run.status != 0)
        qWarning("%s", run.messages.constData());
    return nlohmann::json::parse(run.output.toStdString(), nullptr, false);
}

/// The configuration as `--config` takes it.
QString config_text(const nlohmann::json& config) {
    QStringList parts;
    for (const auto& [name, value] : config.items()) {
        if (name == "global_batch")
            continue;
        QString text = QString::fromStdString(value.is_string() ? value.get<std::string>() : value.dump());
        if (name == "layers_per_stage")
            text.remove('[').remove(']').replace(',', '-');
        parts << QString::fromStdString(name) + "=" + text;
    }
    return parts.join(',');
}

/// The configuration as the table of a plan prints it.
QString nameAsPrinted(const nlohmann::json& plan, const nlohmann::json& candidate) {
    const Plan read = parse_plan(plan.dump(), "plan.json");
    return QString::fromStdString(short_name(read.candidates.at(candidate["number"]).config));
}

} // namespace

class PlanTest : public QObject {
    Q_OBJECT

private slots:
    /// 31,000 of its configurations are rejected: listed one by one they alone were 12 MB.
    void aPlanOf1024GpusIsASmallDocument() {
        QTemporaryDir folder;
        const QString cluster = folder.filePath("cluster.json");
        QCOMPARE(run_pipette({"cluster", "--gpu", "H100-SXM5-80GB", "--nodes", "128", "-o", cluster}).status,
                 0);
        const PipetteRun run = run_pipette({"plan",       "--cluster",      cluster, "--model",
                                            "llama-2-7b", "--global-batch", "1024",  "--sequence-length",
                                            "8192",       "--moves",        "100",   "--zero",
                                            "0,1,2,3",    "--max-cp",       "4",     "--max-vpp",
                                            "2",          "--micro-batch",  "1,2",   "--json",
                                            "-"});
        QVERIFY2(run.status == 0, run.messages.constData());
        QVERIFY2(run.output.size() < 5'000'000, qPrintable(QString::number(run.output.size())));
        const auto document = nlohmann::json::parse(run.output.toStdString());
        QCOMPARE(document["rejected"].size(), 200u);
        long rejected = 0;
        for (const auto& [code, count] : document["rejected_counts"].items())
            rejected += count.get<long>();
        QVERIFY(rejected > 30'000);
        QCOMPARE(document["feasible"].get<long>() + rejected + document["indivisible"].get<long>(),
                 document["enumerated"].get<long>());
    }

    void everyShownTimeIsWhatEstimateSays() {
        const nlohmann::json plan = planned({"--top", "3"});
        QVERIFY(!plan.is_discarded());
        QVERIFY(!plan["candidates"].empty());
        QTemporaryDir folder;
        const QString path = folder.filePath("mapping.tsv");
        double before = 0;
        for (const nlohmann::json& candidate : plan["candidates"]) {
            const std::vector<int> mapping = candidate["gpu_of_rank"];
            QCOMPARE(std::set<int>(mapping.begin(), mapping.end()).size(), mapping.size());
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            for (std::size_t rank = 0; rank < mapping.size(); ++rank) {
                const std::string gpu = plan["gpus"][static_cast<std::size_t>(mapping[rank])];
                const auto colon = gpu.rfind(':');
                file.write(QByteArray::number(static_cast<int>(rank)) + '\t' +
                           QByteArray::fromStdString(gpu.substr(0, colon)) + '\t' +
                           QByteArray::fromStdString(gpu.substr(colon + 1)) + '\n');
            }
            file.close();
            const PipetteRun run = run_pipette(
                QStringList{"estimate"} + workload +
                QStringList{"--config", config_text(candidate["config"]), "--mapping", path, "--json", "-"});
            QVERIFY2(run.status == 0, run.messages.constData());
            const nlohmann::json estimate = nlohmann::json::parse(run.output.toStdString())["candidate"];
            if (candidate["planner"] == "pipette") {
                const PipetteRun by_name = run_pipette(QStringList{"estimate"} + workload +
                                                       QStringList{"--config", nameAsPrinted(plan, candidate),
                                                                   "--mapping", path, "--json", "-"});
                QVERIFY2(by_name.status == 0, by_name.messages.constData());
                QCOMPARE(by_name.output, run.output);
            }
            for (const char* field : {"iteration_time_s", "low_s", "high_s", "tokens_per_s", "mfu"}) {
                const double shown = candidate[field], expected = estimate[field];
                QVERIFY2(std::abs(shown - expected) <= 1e-9 * expected, field);
            }
            QVERIFY(candidate["breakdown_s"] == estimate["breakdown_s"]);
            double sum = 0;
            for (const auto& [name, seconds] : candidate["breakdown_s"].items())
                sum += seconds.get<double>();
            const double time = candidate["iteration_time_s"];
            QVERIFY(std::abs(sum - time) <= 1e-9 * time);
            QVERIFY(time >= before);
            before = time;
        }
    }

    void aNameThatNoTablePrintsIsRefused_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("reason");
        QTest::newRow("word") << "pp=2 tp=4 1f2b"
                              << "1f2b";
        QTest::newRow("layers") << "pp=2 tp=4 layers=3*x"
                                << "no list such as";
        QTest::newRow("many layers") << "pp=2 layers=99999*1"
                                     << "no list such as";
        QTest::newRow("open layers") << "pp=2 layers=16+"
                                     << "no list such as";
        QTest::newRow("no recomputation") << "pp=2 some-recompute"
                                          << "recompute_modules";
        QTest::newRow("size") << "pp=2 tp=0"
                              << "tp";
        QTest::newRow("tp of stages") << "pp=2 tp=4 tp_per_stage=4+3 mb=4"
                                      << "has 3, which does not divide tp = 4";
        QTest::newRow("tp of three stages") << "pp=2 tp=4 tp_per_stage=4+2+2 mb=4"
                                            << "has 3 entries, expected pp = 2";
        QTest::newRow("no tp of a stage") << "pp=2 tp=4 tp_per_stage=4+x mb=4"
                                          << "no list such as";
        QTest::newRow("twice") << "pp=2 mb=1 mb=2"
                               << "twice";
    }

    void aNameThatNoTablePrintsIsRefused() {
        QFETCH(QString, name);
        QFETCH(QString, reason);
        const PipetteRun run =
            run_pipette(QStringList{"estimate"} + workload + QStringList{"--config", name});
        QCOMPARE(run.status, 2);
        QVERIFY2(run.messages.contains(reason.toUtf8()), run.messages.constData());
    }

    void namesWithEverythingAreRead() {
        const QStringList host{"estimate", "--json", "-"};
        const auto same = [&](const char* printed, const char* spelled) {
            const PipetteRun a = run_pipette(host + workload + QStringList{"--config", printed});
            const PipetteRun b = run_pipette(host + workload + QStringList{"--config", spelled});
            QVERIFY2(a.status == 0, a.messages.constData());
            QVERIFY2(b.status == 0, b.messages.constData());
            QCOMPARE(a.output, b.output);
        };
        same("pp=4 tp=4 tp_per_stage=2*4+2*2 dp=2 mb=2 1f1b",
             "pp=4,tp_per_stage=4-4-2-2,dp=2,micro_batch=2,schedule=1f1b,sequence_parallel=true");
        same("pp=4 tp=4 tp_per_stage=4*4 dp=2 mb=2 1f1b", "pp=4 tp=4 dp=2 mb=2 1f1b");
        same("pp=8 tp=2 cp=2 all-gather dp=4 vpp=2 mb=1 interleaved layers=10*2+3*3+3*1 full-recompute:1",
             "pp=8,tp=2,cp=2,cp_kind=all-gather,dp=4,vpp=2,micro_batch=1,schedule=interleaved,layers_per_"
             "stage="
             "2-2-2-2-2-2-2-2-2-2-3-3-3-1-1-1,recompute=full,recompute_layers=1,sequence_parallel=true,"
             "zero_stage=1");
        same(
            "pp=2 tp=4 dp=16 mb=2 1f1b core_attn+mlp-recompute",
            "pp=2,tp=4,dp=16,micro_batch=2,schedule=1f1b,recompute=selective,recompute_modules=core_attn+mlp,"
            "sequence_parallel=true,zero_stage=1");
    }

    void theBestIsMarkedWithThoseThatTie() {
        const nlohmann::json plan = planned({});
        bool tied = false;
        const double best = plan["candidates"][0]["iteration_time_s"];
        for (std::size_t i = 1; i < plan["candidates"].size(); ++i) {
            const nlohmann::json& candidate = plan["candidates"][i];
            QCOMPARE(candidate["tie"].get<bool>(), candidate["low_s"].get<double>() <= best);
            tied = tied || candidate["tie"].get<bool>();
        }
        QVERIFY(tied);
        QVERIFY(plan["candidates"][0]["tie"].get<bool>());
    }

    void reasonsSpeakOfSlowLinksOnlyWhereTheyAreSlow() {
        const auto text = [](const QString& cluster, const QStringList& more) {
            QStringList arguments = QStringList{"plan"} + workload + quick + more;
            arguments[2] = cluster;
            const PipetteRun run = run_pipette(arguments);
            return run.status == 0 ? run.output : QByteArray(run.messages);
        };
        QFile file(sample_cluster("a100_hdr_16x8.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        nlohmann::json cluster = nlohmann::json::parse(file.readAll().toStdString());
        for (nlohmann::json& row : cluster["inter_node"]["bandwidth_gb_per_s"])
            for (nlohmann::json& cell : row)
                if (!cell.is_null())
                    cell = 20.0 + 0.01 * double(&cell - &row[0]); // alike, but not equal
        QTemporaryDir folder;
        const QString path = folder.filePath("alike.json");
        QFile alike(path);
        QVERIFY(alike.open(QIODevice::WriteOnly));
        alike.write(QByteArray::fromStdString(cluster.dump()));
        alike.close();
        const QByteArray plain = text(path, {});
        QVERIFY2(plain.contains("Why "), plain.constData());
        QVERIFY2(!plain.contains("slowest link"), plain.constData());
        const QByteArray degraded = text(path, {"--degrade", "a03-a09=0.2"});
        QVERIFY2(degraded.contains("slowest link of the cluster, a03 -> a09") ||
                     degraded.contains("slowest link of the cluster, a09 -> a03"),
                 degraded.constData());
    }

    void sameSeedSamePlanWithAnyNumberOfThreads() {
        const nlohmann::json one = planned({"--threads", "1"}), eight = planned({"--threads", "8"});
        QVERIFY(one["candidates"] == eight["candidates"]);
        QVERIFY(one["rejected"] == eight["rejected"]);
        QVERIFY(one["rejected_counts"] == eight["rejected_counts"]);
    }

    void excludedGpusAreNotUsed() {
        const nlohmann::json all = planned({"--gpus", "64", "--top", "2"});
        const std::string host =
            std::string(all["gpus"][0]).substr(0, std::string(all["gpus"][0]).rfind(':'));
        const nlohmann::json plan =
            planned({"--gpus", "64", "--top", "2", "--exclude", QString::fromStdString(host)});
        QVERIFY(!plan["candidates"].empty());
        for (const nlohmann::json& candidate : plan["candidates"])
            for (const int gpu : candidate["gpu_of_rank"])
                QVERIFY(gpu >= 8);
    }

    void pinnedRanksStay() {
        const nlohmann::json all = planned({"--gpus", "64", "--top", "1"});
        const std::string gpu = all["gpus"][40];
        QTemporaryDir folder;
        const QString path = folder.filePath("pin.tsv");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("0\t" + QByteArray::fromStdString(gpu.substr(0, gpu.rfind(':'))) + "\t0\n");
        file.close();
        const nlohmann::json plan = planned({"--gpus", "64", "--top", "3", "--pin", path});
        QVERIFY(!plan["candidates"].empty());
        for (const nlohmann::json& candidate : plan["candidates"])
            if (candidate["planner"] == "pipette")
                QCOMPARE(candidate["gpu_of_rank"][0].get<int>(), 40);
    }

    void tableSaysWhyTheBestWins() {
        const PipetteRun run = run_pipette(QStringList{"plan"} + workload + quick);
        QCOMPARE(run.status, 0);
        for (const char* word : {"x host order", "x AMP", "x Varuna", "x Megatron", "wins", "bubble",
                                 "slowest link", "do not divide"})
            QVERIFY2(run.output.contains(word), word);
        QVERIFY2(run.messages.isEmpty(), run.messages.constData());
    }

    void jsonFileComesBesideTheTable() {
        QTemporaryDir folder;
        const QString path = folder.filePath("plan.json");
        const PipetteRun run =
            run_pipette(QStringList{"plan"} + workload + quick + QStringList{"--json", path});
        QCOMPARE(run.status, 0);
        QVERIFY(run.output.contains("x AMP"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(nlohmann::json::parse(file.readAll().toStdString())["format"] == "pipette-plan");
    }

    void aPublishedRecipeStandsBesideOurs() {
        const QTemporaryDir folder;
        const QString cluster = folder.filePath("eight.json"), path = folder.filePath("plan.json");
        QCOMPARE(run_pipette({"cluster", "--nodes", "1", "--gpu", "H100-SXM5-80GB", "-o", cluster}).status,
                 0);
        const PipetteRun run = run_pipette(QStringList{"plan", "--cluster", cluster, "--model", "llama-3-8b",
                                                       "--global-batch", "256", "--json", path} +
                                           quick);
        QCOMPARE(run.status, 0);
        QVERIFY2(run.output.contains(" recipe ") && run.output.contains("Recipe: NeMo") &&
                     run.output.contains("global batch 256 instead of 128"),
                 run.output.constData());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto plan = nlohmann::json::parse(file.readAll().toStdString());
        QVERIFY(plan["published_recipe"]["config"]["cp"] == 2);
        const PipetteRun job =
            run_pipette({"export", path, "--candidate", "recipe", "--format", "megatron", "-o", "-"});
        QVERIFY2(job.status == 0 && job.output.contains("--context-parallel-size 2\n"),
                 job.messages.constData());
    }

    void nothingThatFitsIsStatusOne() {
        const PipetteRun run = run_pipette({"plan", "--cluster", sample_cluster("starter_2x8_a100.json"),
                                            "--model", "gpt-1t", "--global-batch", "16", "--moves", "100"});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.messages.contains("no configuration fits"), run.messages.constData());
    }

    void mistakesAreToldWithStatusTwo_data() {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("gpus") << QStringList{"--gpus", "0"} << QByteArray("--gpus");
        QTest::newRow("more GPUs than there are") << QStringList{"--gpus", "4096"} << QByteArray("4096");
        QTest::newRow("recompute") << QStringList{"--recompute", "some"}
                                   << QByteArray("none, selective, full");
        QTest::newRow("schedules") << QStringList{"--schedules", "best"} << QByteArray("--schedules");
        QTest::newRow("exclude") << QStringList{"--exclude", "x:9"} << QByteArray("--exclude");
        QTest::newRow("start") << QStringList{"--start", "/nowhere"} << QByteArray("/nowhere");
        QTest::newRow("top") << QStringList{"--top", "none"} << QByteArray("--top");
        QTest::newRow("unknown option") << QStringList{"--fast"} << QByteArray("--fast");
    }

    void mistakesAreToldWithStatusTwo() {
        QFETCH(QStringList, more);
        QFETCH(QByteArray, message);
        const PipetteRun run = run_pipette(QStringList{"plan"} + workload + more);
        verify_refused(run, message);
        QVERIFY(run.output.isEmpty());
    }

    void interruptKeepsTheBestSoFar() {
        QProcess process;
        // Large enough to be far from done when it is interrupted, on any machine.
        process.start(QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette"),
                      {"plan", "--cluster", sample_cluster("h100_ndr_64x8.json"), "--model", "gpt-18.4b",
                       "--global-batch", "1024", "--chains", "1024", "--moves", "1000000000", "--json", "-"});
        QVERIFY(process.waitForStarted());
        wait_until_it_takes_signals(process);
        QTest::qWait(1000);
        QCOMPARE(process.state(), QProcess::Running);
        process.terminate();
        QVERIFY(process.waitForFinished(120'000));
        const nlohmann::json plan =
            nlohmann::json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
        QVERIFY(!plan.is_discarded());
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(!plan["candidates"].empty() && plan["stopped_early"] == true);
    }
};

QTEST_GUILESS_MAIN(PlanTest)
#include "plan_test.moc"
