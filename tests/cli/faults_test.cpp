// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"

#include <QFile>
#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

using namespace pipette;

namespace {

using Json = nlohmann::json;

Json sample() {
    QFile file(sample_cluster("starter_2x8_a100.json"));
    return file.open(QIODevice::ReadOnly) ? Json::parse(file.readAll().toStdString()) : Json();
}

/// The starter's kind of node, four times, every link at 20 GB/s.
Json four_hosts() {
    Json cluster = sample();
    Json node = cluster["nodes"][0], rows = Json::array();
    cluster["nodes"] = Json::array();
    for (int a = 0; a < 4; ++a) {
        node["host"] = "a0" + std::to_string(a);
        cluster["nodes"].push_back(node);
        Json row = Json::array();
        for (int b = 0; b < 4; ++b)
            row.push_back(a == b ? Json() : Json(20.0));
        rows.push_back(row);
    }
    cluster["inter_node"]["bandwidth_gb_per_s"] = rows;
    cluster.erase("history");
    return cluster;
}

Json fault(const char* a, const char* b, const char* reason) {
    return {{"between", {a, b}}, {"reason", reason}, {"source", "a.log:7"}};
}

class Folder {
public:
    QString put(const char* name, const Json& document) const {
        QFile file(path(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(QByteArray::fromStdString(document.dump()));
        return path(name);
    }
    QString path(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }

private:
    QTemporaryDir folder_;
};

QStringList workload(const QString& cluster) {
    return {"--cluster", cluster, "--model", "llama-2-7b", "--global-batch", "64"};
}

QStringList planning(const QString& cluster, const QStringList& more) {
    return QStringList{"plan"} + workload(cluster) +
           QStringList{"--moves", "2000", "--chains", "2", "--recompute", "none", "--micro-batch", "1,2"} +
           more;
}

/// Hosts of every two ranks that exchange anything: neighbours in the pipeline, in the ring of a stage's
/// gradients, in a tensor-parallel group. Ranks count tp fastest, then dp, then pp.
std::set<std::pair<std::string, std::string>> hops(const Json& plan, const Json& candidate) {
    const Json& config = candidate["config"];
    const int pp = config["pp"], tp = config["tp"], dp = config["dp"], vpp = config["vpp"];
    std::set<std::pair<std::string, std::string>> pairs;
    const auto host = [&](int p, int d, int t) {
        const int gpu = candidate["gpu_of_rank"][std::size_t(t + tp * (d + dp * p))];
        const std::string name = plan["gpus"][std::size_t(gpu)];
        return name.substr(0, name.rfind(':'));
    };
    const auto add = [&](const std::string& a, const std::string& b) {
        if (a != b)
            pairs.emplace(std::min(a, b), std::max(a, b));
    };
    for (int p = 0; p < pp; ++p)
        for (int d = 0; d < dp; ++d)
            for (int t = 0; t < tp; ++t) {
                add(host(p, d, t), host(p, (d + 1) % dp, t));
                add(host(p, d, t), host(p, d, (t + 1) % tp));
                if (p + 1 < pp || vpp > 1)
                    add(host(p, d, t), host((p + 1) % pp, d, t));
            }
    return pairs;
}

} // namespace

class FaultsTest : public QObject {
    Q_OBJECT

private slots:
    void noHopOfAPlanGoesOverABrokenLink() {
        const Folder folder;
        Json cluster = four_hosts();
        cluster["faults"] = {fault("a01", "a00", "Test NCCL failure: network error")};
        cluster["inter_node"]["bandwidth_gb_per_s"][0][1] = 100.0; // it was the fastest while it worked
        cluster["inter_node"]["bandwidth_gb_per_s"][1][0] = 100.0;
        const QString file = folder.put("cluster.json", cluster), json = folder.path("plan.json");
        const PipetteRun run = run_pipette(planning(file, {"--json", json}));
        QVERIFY2(run.status == 0, run.messages.constData());
        QVERIFY2(
            run.output.contains("Faults   1 known, kept off: the broken link a01 - a00 (Test NCCL failure: "
                                "network error)\n"),
            run.output.constData());
        QFile written(json);
        QVERIFY(written.open(QIODevice::ReadOnly));
        const Json plan = Json::parse(written.readAll().toStdString());
        int ours = 0, marked = 0;
        for (const Json& candidate : plan["candidates"]) {
            const bool crosses = hops(plan, candidate).contains({"a00", "a01"});
            if (candidate["planner"] == "pipette") {
                QVERIFY(!crosses && !candidate.contains("faults"));
                ++ours;
            } else if (crosses) { // a baseline, which knows nothing of faults
                QVERIFY(candidate["faults"][0]["between"] == Json({"a01", "a00"}));
                QVERIFY(candidate["faults"][0]["reason"] == "Test NCCL failure: network error");
                ++marked;
            }
        }
        QVERIFY(ours > 0 && marked > 0);
        QVERIFY(run.output.contains("  ! crosses a link, GPU or host that is known to be broken\n"));
        QVERIFY(!plan["inputs"]["limits"].contains("allow_faulty"));

        // A baseline is exported only when it is asked for.
        const PipetteRun mapping = run_pipette({"export", json, "--format", "json"});
        QVERIFY2(mapping.status == 0 && mapping.messages.isEmpty(), mapping.messages.constData());
        for (const Json& candidate : plan["candidates"])
            if (candidate.contains("faults")) {
                const PipetteRun asked =
                    run_pipette({"export", json, "--format", "json", "--candidate",
                                 QString::fromStdString(candidate["planner"].get<std::string>())});
                QVERIFY2(asked.status == 0 && asked.messages.contains("crosses the broken link a01 - a00"),
                         asked.messages.constData());
            }
    }

    void whereNoPlanKeepsOffFaultsItSaysWhich() {
        const Folder folder;
        Json cluster = four_hosts();
        for (const char* other : {"a00", "a01", "a02"})
            cluster["faults"].push_back(fault("a03", other, "unhandled system error"));
        const QString file = folder.put("cluster.json", cluster);
        const PipetteRun run = run_pipette(planning(file, {}));
        QCOMPARE(run.status, 1);
        for (const char* words :
             {"the broken link a03 - a00 (unhandled system error)", "3 known", "--allow-faulty"})
            QVERIFY2(run.messages.contains(words), run.messages.constData());
        QCOMPARE(run_pipette(planning(file, {"--exclude", "a03"})).status, 0);

        const PipetteRun allowed = run_pipette(planning(file, {"--allow-faulty", "--json", "-"}));
        QVERIFY2(allowed.status == 0, allowed.messages.constData());
        const Json plan = Json::parse(allowed.output.toStdString());
        QVERIFY(plan["inputs"]["limits"]["allow_faulty"] == true);
        QVERIFY(plan["candidates"][0]["faults"].size() > 0);
        QVERIFY(!plan["candidates"][0].contains("assumed_links"));
    }

    void linksNotMeasuredAreInTheHeadlineAndTheExport() {
        const Folder folder;
        Json cluster = four_hosts();
        for (int other = 0; other < 3; ++other) // whoever uses a03 sends over one of them
            cluster["inter_node"]["bandwidth_gb_per_s"][3][std::size_t(other)] = Json();
        const QString file = folder.put("cluster.json", cluster), json = folder.path("plan.json");
        const PipetteRun run = run_pipette(planning(file, {"--gpus", "32", "--json", json}));
        QVERIFY2(run.status == 0, run.messages.constData());
        QVERIFY2(run.output.contains("Assumed  the best plan relies on "), run.output.constData());
        QVERIFY(run.output.contains("that nobody measured ("));
        QVERIFY(run.output.contains("  ? relies on links that nobody measured\n"));
        QVERIFY2(run_pipette({"export", json, "--format", "torchrun", "-o", folder.path("out")}).status == 0,
                 "export");
        QFile readme(folder.path("out/README.txt"));
        QVERIFY(readme.open(QIODevice::ReadOnly));
        const QByteArray text = readme.readAll();
        for (const char* words : {"To expect: ", " s an iteration as planned (", " tokens/s, memory ",
                                  " GiB on the fullest GPU\n", "Assumed: it relies on ",
                                  "Assumed: 3 of the links between nodes were not measured"})
            QVERIFY2(text.contains(words), text.constData());
    }

    void estimatesSayWhatTheyCross() {
        const Folder folder;
        Json cluster = four_hosts();
        cluster["faults"] = {fault("a01", "a00", "down"), {{"gpu", "a02:1"}, {"reason", "ECC"}}};
        const QString file = folder.put("cluster.json", cluster), mapping = folder.path("mapping.tsv");
        QFile tsv(mapping);
        QVERIFY(tsv.open(QIODevice::WriteOnly));
        for (int rank = 0; rank < 16; ++rank)
            tsv.write("" + QByteArray::number(rank) + "\ta0" + QByteArray::number(rank / 8) + "\t" +
                      QByteArray::number(rank % 8) + "\n");
        tsv.close();
        const QStringList two_stages =
            QStringList{"estimate"} + workload(file) + QStringList{"--config", "pp=2,tp=8"};
        const PipetteRun run = run_pipette(two_stages + QStringList{"--mapping", mapping});
        QVERIFY2(run.status == 0, run.messages.constData());
        QVERIFY2(run.output.contains("Warning: it crosses the broken link a01 - a00 (down); "),
                 run.output.constData());
        const PipetteRun json = run_pipette(two_stages + QStringList{"--mapping", mapping, "--json", "-"});
        const Json candidate = Json::parse(json.output.toStdString())["candidate"];
        QCOMPARE(candidate["faults"].size(), 1u);
        QVERIFY(candidate["faults"][0]["reason"] == "down");

        // Host order leaves out what is broken, unless it is allowed.
        const auto gpus = [&](const QStringList& more) {
            QStringList arguments =
                QStringList{"estimate", "--cluster", file,    "--model", "llama-2-7b", "--global-batch",
                            "62",       "--config",  "dp=31", "--json",  "-"} +
                more;
            const PipetteRun estimate = run_pipette(arguments);
            return estimate.status == 0
                       ? Json::parse(estimate.output.toStdString())["candidate"]["gpu_of_rank"]
                             .get<std::set<int>>()
                       : std::set<int>{};
        };
        QVERIFY(!gpus({}).empty() && !gpus({}).contains(17));
        QVERIFY(gpus({"--allow-faulty"}).contains(17));
    }

    void pinsOnBrokenGpusAreRefused() {
        const Folder folder;
        Json cluster = four_hosts();
        cluster["faults"] = Json::array({{{"gpu", "a02:1"}, {"reason", "ECC"}}});
        const QString file = folder.put("cluster.json", cluster), pins = folder.path("pins.tsv");
        QFile tsv(pins);
        QVERIFY(tsv.open(QIODevice::WriteOnly));
        tsv.write("0\ta02\t1\n");
        tsv.close();
        verify_refused(run_pipette(planning(file, {"--gpus", "16", "--pin", pins})),
                       "the broken GPU a02:1 (ECC)");
        verify_refused(run_pipette(planning(file, {"--gpus", "32"})), "the broken GPU a02:1 (ECC)");
        const PipetteRun allowed =
            run_pipette(planning(file, {"--gpus", "16", "--pin", pins, "--allow-faulty"}));
        QVERIFY2(allowed.status == 0, allowed.messages.constData());
    }

    void stoppedBeforeAnythingWasFoundNothingIsWritten() {
        const Folder folder;
        const QString json = folder.put("plan.json", {{"a", "good plan"}});
        QProcess process;
        // The configurations alone take longer than it is given.
        process.start(QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette"),
                      {"plan", "--cluster", sample_cluster("h100_ndr_64x8.json"), "--model", "gpt-18.4b",
                       "--global-batch", "1024", "--threads", "1", "--chains", "1024", "--moves",
                       "1000000000", "--max-cp", "8", "--zero", "0,1", "--json", json});
        QVERIFY(process.waitForStarted());
        wait_until_it_takes_signals(process); // nothing is found for a while after that
        process.terminate();
        const PipetteRun run = end_of(process, 120'000);
        QCOMPARE(run.status, 130);
        QVERIFY2(run.messages.contains("nothing was written"), run.messages.constData());
        QVERIFY(run.output.isEmpty());
        QFile kept(json);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray(R"({"a":"good plan"})"));
    }
};

QTEST_GUILESS_MAIN(FaultsTest)
#include "faults_test.moc"
