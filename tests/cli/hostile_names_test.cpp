// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readable.h"
#include "core/formats/launchers/export_format.h"
#include "core/formats/text/text_file.h"
#include "tests/cli/pipette_process.h"

#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

const char* const injected = "INJECTED";
/// Colours a terminal, rings, overwrites its line, begins another, turns what follows.
const QString evil = QStringLiteral("evil\x1b[31m\a\r\nINJECTED\u009b\u202e\t<b>");

/// Text for people: what a name could do to a terminal, a log or a script's comment is not in it.
QString harm_in(const QByteArray& text) {
    for (QByteArray line : text.split('\n')) {
        if (line.startsWith(injected))
            return QStringLiteral("a name begins a line: ") + QString::fromUtf8(line);
        line.replace('\t', ' ');
        if (!is_printable(line.toStdString()))
            return QStringLiteral("not printable: ") + QString::fromUtf8(line.toPercentEncoding(" "));
    }
    return {};
}

nlohmann::json corpus(const char* file) {
    return nlohmann::json::parse(
        read_text_file(std::string(PIPETTE_SOURCE_DIR "/tests/fuzz/corpus/") + file));
}

} // namespace

/// Names in files and options that would do something to a terminal are shown as what they are.
class HostileNamesTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    QStringList job_; ///< options of plan and estimate

    QString path(const QString& name) const { return folder_.filePath(name); }
    QString written(const QString& name, const std::string& text) const {
        std::ofstream(path(name).toStdString()) << text;
        return path(name);
    }

    static void verifyHarmless(const PipetteRun& run) {
        for (const QByteArray& text : {run.output, run.messages})
            QVERIFY2(harm_in(text).isEmpty(), qPrintable(harm_in(text)));
    }

    /// Refused, in one line, or in two where the command line itself is wrong.
    static void verifyOneComplaint(const PipetteRun& run) {
        QVERIFY2(run.status == 2, (QByteArray::number(run.status) + run.messages).constData());
        verifyHarmless(run);
        QByteArray said = run.messages;
        said.replace("Run with --help for more information.\n", "");
        QVERIFY2(said.count('\n') == 1, run.messages.constData());
        QVERIFY2(run.output.isEmpty(), run.output.constData());
    }

private slots:
    void initTestCase() {
        const std::string name = evil.toStdString();
        nlohmann::json cluster = corpus("cluster/small.json");
        cluster["name"] = cluster["origin"] = name;
        cluster["nodes"][0]["rack"] = cluster["nodes"][0]["kind"] = cluster["nodes"][1]["kind"] = name;
        cluster["node_kinds"] = {{name, cluster["node_kinds"]["k"]}};
        cluster["node_kinds"][name]["gpu"]["name"] = name;
        nlohmann::json model = corpus("model/preset.json");
        model["name"] = model["source"] = name;
        model["layers"] = 4;
        model["hidden"] = 512;
        model["ffn_hidden"] = 1024;
        job_ = {"--cluster",         written("cluster.json", cluster.dump()),
                "--model",           written(evil.left(4) + "model.json", model.dump()),
                "--global-batch",    "4",
                "--precision",       "fp16",
                "--sequence-length", "64"};
        const PipetteRun run =
            run_pipette(QStringList{"plan"} + job_ +
                        QStringList{"--top", "2", "--moves", "10", "--json", path("plan.json")});
        QVERIFY2(run.status == 0, run.messages.constData());
        verifyHarmless(run);
        QVERIFY2(run.output.contains("evil\\x1b[31m\\x07\\r\\nINJECTED\\u009b\\u202e\\t<b>"),
                 run.output.constData());
    }

    void anEstimateIsHarmless() {
        const PipetteRun run = run_pipette(QStringList{"estimate"} + job_ +
                                           QStringList{"--config", "pp=2,tp=1,dp=2,micro_batch=1"});
        QVERIFY2(run.status == 0, run.messages.constData());
        verifyHarmless(run);
    }

    void knownFaultsAreHarmless() {
        nlohmann::json cluster = corpus("cluster/small.json");
        const std::string name = evil.toStdString();
        cluster["faults"] = {
            {{"between", {"a", "b"}}, {"reason", name}, {"source", name}, {"seen", "2026-01-01T00:00:00Z"}}};
        QStringList job = job_;
        job[1] = written("broken.json", cluster.dump());
        verifyHarmless(run_pipette(QStringList{"plan"} + job + QStringList{"--moves", "10"}));
        verifyHarmless(run_pipette(QStringList{"estimate"} + job +
                                   QStringList{"--config", "pp=2,tp=1,dp=2,micro_batch=1"}));
    }

    void aScheduleIsHarmless() {
        nlohmann::json schedule = corpus("schedule/two.json");
        schedule["name"] = evil.toStdString();
        const PipetteRun run =
            run_pipette({"simulate", "--schedule-file", written("own.json", schedule.dump())});
        QVERIFY2(run.status == 0, run.messages.constData());
        verifyHarmless(run);
        schedule["order"][0][0] = "F9@9" + evil.toStdString();
        verifyOneComplaint(
            run_pipette({"simulate", "--schedule-file", written("own.json", schedule.dump())}));
    }

    /// The plan as a document that somebody else made: more texts than the planner takes from the cluster.
    void everyExportIsHarmless() {
        auto plan = nlohmann::json::parse(read_text_file(path("plan.json").toStdString()));
        const std::string name = evil.toStdString();
        plan["assumptions"] = {name};
        for (const char* text : {"gpu", "architecture", "framework", "source", "file", "layer_profile"})
            plan["calibrations"][0][text] = name;
        const QString document = written("edited.json", plan.dump());
        for (const ExportFormat* format : Registry<ExportFormat>::all()) {
            const QString called = QString::fromStdString(std::string(format->name));
            const QDir folder(path(called));
            const PipetteRun run =
                run_pipette({"export", document, "--format", called, "-o", path(called) + "/"});
            if (run.status != 0)
                verifyOneComplaint(run);
            verifyHarmless(run);
            for (const QFileInfo& file : folder.entryInfoList(QDir::Files)) {
                QFile text(file.absoluteFilePath());
                QVERIFY(text.open(QFile::ReadOnly));
                const QString harm = harm_in(text.readAll());
                QVERIFY2(harm.isEmpty(), qPrintable(file.filePath() + ": " + harm));
            }
        }
        QVERIFY(QFileInfo(path("slurm") + "/README.txt").size() > 0);
    }

    void anImportIsHarmless() {
        const QString log = written(evil.mid(4), "a slots=2\nb slots=2\n");
        for (const QString& output : {path("imported.json"), path(evil + ".json")})
            verifyHarmless(run_pipette({"import", "hostfile", log, "--gpu", "A100-SXM4-80GB", "-o", output}));
        verifyOneComplaint(run_pipette({"import", "csv", log, "-o", path("none.json")}));
        verifyOneComplaint(run_pipette(
            {"import", "hostfile", written("hosts", "a\x1b[31m slots=2\n"), "-o", path("none.json")}));
        verifyOneComplaint(run_pipette({"import", "hostfile", log, "--gpu", evil, "-o", path("none.json")}));
    }

    void runsAreHarmless() {
        std::string text = read_text_file(PIPETTE_SOURCE_DIR "/tests/fuzz/corpus/runs/two.csv");
        text.replace(text.find("\none,") + 1, 3, "o\x1b[31mne\xe2\x80\xae");
        verifyOneComplaint(run_pipette({"validate", "--runs", written("runs.csv", text)}));
        verifyOneComplaint(run_pipette({"calibrate", "--runs", path("runs.csv"), "-o", path("c.json")}));
    }

    void optionsAreHarmless_data() {
        QTest::addColumn<QStringList>("arguments");
        for (const char* option : {"--cluster", "--model", "--framework", "--precision", "--degrade",
                                   "--exclude", "--schedules", "--recompute", "--p2p", "--pin", "--start",
                                   "--calibration", "--layer-profile", "--gpus", "--json"})
            QTest::newRow(option) << QStringList{"plan"} + job_ +
                                         QStringList{option, QLatin1String(option) == QLatin1String("--json")
                                                                 ? path(evil + "/none.json")
                                                                 : evil};
        const QStringList estimate = QStringList{"estimate"} + job_;
        QTest::newRow("config") << estimate + QStringList{"--config", "pp=1," + evil + "=2"};
        QTest::newRow("config value") << estimate + QStringList{"--config", "pp=" + evil};
        QTest::newRow("mapping") << estimate + QStringList{"--config", "pp=1,tp=1,dp=1", "--mapping", evil};
        QTest::newRow("schedule") << QStringList{"simulate", "--schedule", evil};
        QTest::newRow("schedule file") << QStringList{"simulate", "--schedule-file", evil};
        QTest::newRow("times") << QStringList{"simulate", "--stages",  "2", "--microbatches",
                                              "2",        "--forward", evil};
        QTest::newRow("export") << QStringList{"export", evil, "--format", "json"};
        QTest::newRow("format") << QStringList{"export", path("plan.json"), "--format", evil};
        QTest::newRow("image") << QStringList{"export",     path("plan.json"), "--format",
                                              "kubernetes", "--image",         evil};
        QTest::newRow("import") << QStringList{"import", "auto", evil, "-o", "-"};
        QTest::newRow("import format") << QStringList{"import", evil, "x", "-o", "-"};
        QTest::newRow("hosts") << QStringList{"measure-script", "--hosts", evil};
        QTest::newRow("hostfile") << QStringList{"measure-script", "--hostfile", evil};
        QTest::newRow("programs") << QStringList{"measure-script", "--hosts", "a,b", "--nccl-tests", evil};
        QTest::newRow("launcher") << QStringList{"measure-script", "--hosts", "a,b", "--launcher", evil};
        QTest::newRow("runs") << QStringList{"validate", "--runs", evil};
        QTest::newRow("bench") << QStringList{"bench", "--only", evil};
        QTest::newRow("option") << QStringList{"plan", "--" + evil};
        QTest::newRow("command") << QStringList{evil};
    }

    void optionsAreHarmless() {
        QFETCH(QStringList, arguments);
        verifyOneComplaint(run_pipette(arguments));
    }

    /// Bytes that no QString holds.
    void bytesThatAreNoUtf8AreHarmless() {
        for (const char* arguments : {"export \"$name\" --format json", "simulate --schedule \"$name\"",
                                      "import auto \"$name\" -o -", "\"$name\"", "plan --\"$name\"",
                                      "validate --runs \"$name\"", "measure-script --hosts \"$name\""}) {
            QProcess process;
            process.start("sh", {"-c",
                                 QStringLiteral("name=$(printf 'a\\377\\033[31m\\200'); exec \"$0\" %1")
                                     .arg(QLatin1String(arguments)),
                                 PIPETTE_BINARY_DIR "/app/cli/pipette"});
            verifyOneComplaint(end_of(process, 60'000));
        }
    }
};

QTEST_GUILESS_MAIN(HostileNamesTest)
#include "hostile_names_test.moc"
