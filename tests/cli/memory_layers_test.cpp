// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"

#include <QFile>
#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>

using namespace pipette;

/// A model with memory layers, from its file to what starts it.
class MemoryLayersTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    /// A model file with these members of its memory layers.
    QString written(const nlohmann::json& memory) const {
        const nlohmann::json model{{"format", "pipette-model"},
                                   {"version", 1},
                                   {"name", "remembering"},
                                   {"layers", 24},
                                   {"hidden", 1024},
                                   {"heads", 16},
                                   {"ffn_hidden", 2816},
                                   {"vocab", 32000},
                                   {"sequence_length", 2048},
                                   {"gated_mlp", true},
                                   {"memory_layers", memory}};
        QFile file(folder_.filePath("model.json"));
        if (!file.open(QIODevice::WriteOnly) || file.write(model.dump().c_str()) < 0)
            qFatal("no model file");
        return file.fileName();
    }

    static QStringList workload(const QString& model) {
        return {"--cluster", sample_cluster("a100_hdr_16x8.json"), "--model", model, "--global-batch", "256"};
    }

private slots:
    void aPlanIsMadeEstimatedAndExported() {
        const QString model = written({{"layers", {4, 12, 20}}, {"keys", 2048}});
        const QString plan = folder_.filePath("plan.json");
        const PipetteRun run =
            run_pipette(QStringList{"plan"} + workload(model) +
                        QStringList{"--gpus", "16", "--moves", "500", "--chains", "1", "--recompute", "none",
                                    "--micro-batch", "1,2", "--json", plan});
        QVERIFY2(run.status == 0, run.messages.constData());
        QVERIFY2(
            run.output.contains("4.668 B parameters, 3 memory layers share 4194304 values of 1024 elements"),
            run.output.constData());
        QVERIFY(run.output.contains("expert groups"));
        QFile file(plan);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto json = nlohmann::json::parse(file.readAll().toStdString());
        QCOMPARE(json["inputs"]["model"]["memory_layers"]["keys"], 2048);
        QVERIFY(std::any_of(json["candidates"].begin(), json["candidates"].end(), [](const auto& candidate) {
            return candidate["planner"] == "pipette" && candidate["config"].value("ep", 1) > 1 &&
                   candidate["breakdown_s"]["ep"] > 0;
        }));

        for (const char* format : {"megatron", "torchtitan"})
            verify_refused(run_pipette({"export", plan, "--format", format, "-o", folder_.filePath("out")}),
                           "memory_layers: ");
        const QString job = folder_.filePath("job");
        QCOMPARE(run_pipette({"export", plan, "--format", "slurm", "-o", job}).status, 0);
        QFile readme(job + "/README.txt");
        QVERIFY(readme.open(QIODevice::ReadOnly));
        QVERIFY(readme.readAll().contains("Memory layers: "));
        QVERIFY(!QFile::exists(job + "/megatron_args.txt"));
    }

    void groupsOfValuesTakeLessMemoryAndSendMore() {
        const QString model = written({{"layers", {4, 12, 20}}});
        const auto estimated = [&](const char* ep) {
            const PipetteRun run =
                run_pipette(QStringList{"estimate"} + workload(model) +
                            QStringList{"--config", QString("dp=16,micro_batch=2,ep=") + ep, "--json", "-"});
            const auto json = nlohmann::json::parse(run.output.toStdString(), nullptr, false);
            return json.is_discarded() ? json : json.at("candidate");
        };
        const auto whole = estimated("1"), spread = estimated("8");
        QVERIFY(!whole.is_discarded() && !spread.is_discarded());
        QVERIFY(spread["memory"]["devices"][0]["estimate"] < whole["memory"]["devices"][0]["estimate"]);
        QCOMPARE(whole["breakdown_s"]["ep"], 0.0);
        QVERIFY(spread["breakdown_s"]["ep"] > 0.0);
    }

    void badFieldsAreNamed() {
        verify_refused(run_pipette(QStringList{"plan"} + workload(written({{"layers", {4, 24}}}))),
                       "model.json: $.memory_layers.layers: is 24, expected 5 to 23");
        verify_refused(run_pipette(QStringList{"plan"} + workload(written({{"layers", {4}}, {"knn", 3}}))),
                       "knn");
        verify_refused(run_pipette(QStringList{"plan"} + workload(written({{"layers", {4}}})) +
                                   QStringList{"--zero", "3"}),
                       "expected 0 or 1");
        verify_refused(run_pipette(QStringList{"plan"} + workload(written({{"layers", {4}}})) +
                                   QStringList{"--lora", "16"}),
                       "memory layers");
        verify_refused(run_pipette(QStringList{"estimate"} + workload(written({{"layers", {4, 20}}})) +
                                   QStringList{"--config", "pp=2,dp=8"}),
                       "share their values on 2 stages");
    }
};

QTEST_GUILESS_MAIN(MemoryLayersTest)
#include "memory_layers_test.moc"
