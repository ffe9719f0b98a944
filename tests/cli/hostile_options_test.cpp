// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"

#include <QtTest>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

using namespace pipette;

namespace {

const QStringList estimate{"estimate", "--cluster",  sample_cluster("starter_2x8_a100.json"),
                           "--model",  "llama-2-7b", "--global-batch",
                           "64",       "--config",   "pp=2,tp=8,dp=1,micro_batch=1"};
const QStringList plan =
    QStringList{"plan"} + estimate.mid(1, 6) + QStringList{"--moves", "10", "--chains", "1"};
const QStringList study{"study",          "--gpu", "A100-SXM4-80GB", "--gpus", "8", "--model", "gpt-1.7b",
                        "--global-batch", "64",    "--moves",        "10"};
const QStringList size{"size", "--gpu", "A100-SXM4-80GB", "--model", "gpt-1.7b", "--tokens", "1G"};
const QStringList simulate{"simulate", "--stages", "4", "--microbatches", "8"};

/// Runs with these bytes as an argument, which no QString holds.
PipetteRun run_with_bytes(const QStringList& arguments, const QByteArray& last,
                          const QString& redirected = {}) {
    QProcess process;
    QString line = QStringLiteral("exec \"$@\" \"$(printf '%1')\"").arg(QString::fromLatin1(last));
    if (!redirected.isEmpty())
        line = QStringLiteral("exec \"$@\" > %1").arg(redirected);
    process.start(QStringLiteral("sh"),
                  QStringList{"-c", line, "sh", PIPETTE_BINARY_DIR "/app/cli/pipette"} + arguments);
    return end_of(process, 120'000);
}

} // namespace

/// Options and outputs that nobody means well: each is told with status 2.
class HostileOptionsTest : public QObject {
    Q_OBJECT

private slots:
    void numbersThatAreNoneAreTold_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* name, const QStringList& arguments, const char* message) {
            QTest::newRow(name) << arguments << QByteArray(message);
        };
        row("quantile", estimate + QStringList{"--history-quantile", "nan"},
            "--history-quantile: is \"nan\"");
        row("faint factor", estimate + QStringList{"--degrade", "a00-a01=1e-300"},
            "has no factor of 0.001 to 1000 times the bandwidth");
        row("tiny link", simulate + QStringList{"--link", "1e-300"},
            "expected 0 or 1e-09 to 1000000000 units");
        row("tiny forward", simulate + QStringList{"--forward", "1e-300"}, "expected 0 or 1e-09");
        row("tiny bandwidth inside",
            {"import", "auto", "/dev/null", "-o", "-", "--intra-node-bandwidth", "1e-300"},
            "0.001 to 1000000 GB/s");
        row("long latency", {"import", "auto", "/dev/null", "-o", "-", "--latency", "1e300"},
            "0 to 1000000 us");
        row("large quantile", plan + QStringList{"--history-quantile", "1.5"}, "a number from 0 to 1");
        row("seed below 0", plan + QStringList{"--seed", "-1"}, "--seed: is \"-1\"");
        row("seed of 80 bits", plan + QStringList{"--seed", "999999999999999999999999"}, "--seed: is \"9999");
        row("no sequence", plan + QStringList{"--sequence-length", "0"},
            "--sequence-length: is \"0\", expected 1 to 100000000 tokens");
        row("a study of sequences below 0", study + QStringList{"--sequence-length", "-1"},
            "--sequence-length: is \"-1\", expected 1 to 100000000 tokens");
        row("sizes for no sequence", size + QStringList{"--sequence-length", "0"},
            "--sequence-length: is \"0\", expected 1 to 100000000 tokens");
        row("endless batch", estimate + QStringList{"--global-batch", "inf"},
            "--global-batch: is \"inf\", expected 1 to 10000000 sequences");
        for (const char* number : {"0x10", "1_000", "1'000"}) {
            const QByteArray told = QByteArray("is \"") + number + '"';
            row(number, plan + QStringList{"--global-batch", number}, told.constData());
            row(qPrintable(QStringLiteral("stages of %1").arg(number)),
                simulate + QStringList{"--stages", number}, told.constData());
            row(qPrintable(QStringLiteral("forward of %1").arg(number)),
                simulate + QStringList{"--forward", number}, told.constData());
            row(qPrintable(QStringLiteral("zero of %1").arg(number)), plan + QStringList{"--zero", number},
                "--zero: Value");
        }
        row("unknown framework", plan + QStringList{"--framework", "megatron2"},
            "expected one of axonn, composer, fms-fsdp, fsdp2, megatron, megatron-deepspeed, nanotron, nemo, "
            "vtrain");
        row("rank below 0", plan + QStringList{"--lora", "-1"}, "--lora: is \"-1\"");
        row("fraction of a rank", estimate + QStringList{"--lora", "1.5"}, "--lora: is \"1.5\"");
        row("targets", plan + QStringList{"--lora", "8", "--lora-targets", "heads"},
            "--lora-targets: \"heads\" is not known, expected one of all, attention");
        row("targets of nothing", plan + QStringList{"--lora-targets", "attention"},
            "--lora-targets: stands without --lora");
        row("long mean", plan + QStringList{"--mean-sequence", "4097"},
            "--mean-sequence: is 4097, expected at most the sequence length of 4096 tokens");
        row("mean below 0", plan + QStringList{"--mean-sequence", "-1"}, "--mean-sequence: is \"-1\"");
        row("candidate", {"export", "plan.json", "--format", "json", "--candidate", "-1"},
            "--candidate: is \"-1\"");
        row("image", {"export", "plan.json", "--format", "kubernetes", "--image", ""}, "--image: is \"\"");
        row("time", simulate + QStringList{"--forward", "1e308", "--backward", "1"}, "--forward: is 1e+308");
        row("wrap", simulate + QStringList{"--wrap-link", "nan"}, "--wrap-link: is \"nan\"");
        row("overlapped", simulate + QStringList{"--overlapped-time", "nan"},
            "--overlapped-time: is \"nan\"");
        row("flag with a value", plan + QStringList{"--unfused-attention=2"}, "unfused-attention was given");
        row("recompute", simulate + QStringList{"--recompute", "inf"}, "--recompute: is \"inf\"");
    }

    void numbersThatAreNoneAreTold() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, message);
        verify_refused(run_pipette(arguments), message);
    }

    void leadingZerosMeanNothing() {
        const PipetteRun run = run_pipette(
            {"simulate", "--stages", "010", "--microbatches", "8", "--forward", "010", "--json", "-"});
        QVERIFY2(run.status == 0, run.messages.constData());
        const auto document = nlohmann::json::parse(run.output.toStdString());
        QCOMPARE(document["stages"].get<int>(), 10); // not 8, as in C
        QCOMPARE(document["devices"][0]["busy"].get<double>(), 8 * (10.0 + 2));
    }

    void theLargestSeedIsTaken() {
        const PipetteRun run =
            run_pipette(plan + QStringList{"--seed", "18446744073709551615", "--json", "-", "--top", "1"});
        QVERIFY2(run.status == 0, run.messages.constData());
        QVERIFY(nlohmann::json::parse(run.output.toStdString())["inputs"]["budget"]["seed"] ==
                18446744073709551615u);
    }

    void anEmptyFileNameIsNamed() {
        verify_refused(run_pipette({"export", "", "--format", "json"}), "plan: is empty");
        verify_refused(run_pipette({"validate", "--runs", ""}), "--runs: is empty");
        verify_refused(run_pipette(plan + QStringList{"--json", ""}), "--json: is empty");
        verify_refused(run_pipette({"measure-script", "--hosts", ""}), "--hosts: is empty");
    }

    void errorsThatNobodyCanReadAreErrors() {
        for (const char* where : {"2>&-", "2>/dev/full"}) {
            QProcess process;
            process.start(
                "sh", {"-c", QStringLiteral("\"$0\" validate --runs gone.csv %1").arg(QLatin1String(where)),
                       QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette")});
            QCOMPARE(end_of(process, 10'000).status, 2);
        }
    }

    /// A result may take the place of what it was improved from, of nothing else that is read.
    void whatIsReadIsNotWrittenOver() {
        QTemporaryDir folder;
        const QString cluster = folder.filePath("cluster.json");
        QVERIFY(QFile::copy(sample_cluster("starter_2x8_a100.json"), cluster));
        QVERIFY(QFile::link(cluster, folder.filePath("link.json")));
        QFile before(cluster);
        QVERIFY(before.open(QFile::ReadOnly));
        const QByteArray bytes = before.readAll();
        const QStringList ask{"plan", "--cluster", cluster, "--model", "gpt-1.7b", "--global-batch", "32"};
        for (const QString& result :
             {cluster, folder.filePath("link.json"), folder.path() + "/./cluster.json"})
            verify_refused(run_pipette(ask + QStringList{"--json", result}),
                           "--json: would write over " + cluster.toUtf8() + " of --cluster");
        verify_refused(run_pipette({"simulate", "--stages", "2", "--microbatches", "2", "--json",
                                    folder.filePath("new.json"), "--trace", folder.filePath("new.json")}),
                       "would write over");
        // Nor what a study file names.
        const QString model = folder.filePath("model.json"), study = folder.filePath("study.json");
        QVERIFY(QFile::copy(PIPETTE_SOURCE_DIR "/resources/models/gpt-1.7b.json", model));
        QFile file(study);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(R"({"format":"pipette-study","version":1,"base":{"cluster":"cluster.json",)"
                   R"("model":"model.json","global_batch":32}})");
        file.close();
        for (const QString& result : {cluster, model, folder.filePath("study.points.jsonl")})
            verify_refused(run_pipette({"study", study, "--csv", result}), "which the study reads");
        QFile after(cluster);
        QVERIFY(after.open(QFile::ReadOnly));
        QCOMPARE(after.readAll(), bytes);
    }

    void bytesThatAreNotUtf8AreToldOrReplaced() {
        verify_refused(run_with_bytes(plan + QStringList{"--framework"}, "\\377"),
                       "--framework: is \"\\xff\"");
        verify_refused(run_with_bytes(plan + QStringList{"--framework"}, "megatrn"),
                       "--framework: \"megatrn\" is in no calibration, expected one of");
        QTemporaryDir folder; // a file of such a name is named in the plan
        QProcess copy;
        const QString name = folder.path() + QStringLiteral("/\\377.json");
        copy.start("sh", {"-c", QStringLiteral("cp \"$0\" \"$(printf '%1')\"").arg(name),
                          PIPETTE_SOURCE_DIR "/resources/calibrations/a100.json"});
        QVERIFY(copy.waitForFinished() && copy.exitCode() == 0);
        const PipetteRun run =
            run_with_bytes(estimate + QStringList{"--json", "-", "--calibration"}, name.toLatin1());
        copy.start("sh", {"-c", QStringLiteral("rm \"$(printf '%1')\"").arg(name)}); // QFile cannot
        QVERIFY(copy.waitForFinished() && copy.exitCode() == 0);
        QVERIFY2(run.status == 0, run.messages.constData());
        const auto document = nlohmann::json::parse(run.output.toStdString(), nullptr, false);
        QVERIFY(!document.is_discarded());
        QVERIFY(document["calibrations"][0]["file"].get<std::string>().ends_with("\xef\xbf\xbd.json"));
    }

    void standardOutputThatIsFullIsTold() {
        for (const QStringList& arguments : {estimate, estimate + QStringList{"--json", "-"}, simulate,
                                             QStringList{"--help"}, simulate + QStringList{"--json", "-"}}) {
            verify_refused(run_with_bytes(arguments, {}, QStringLiteral("/dev/full")),
                           "standard output: cannot be written");
        }
    }

    /// A pipe gets what is written and is still a pipe afterwards.
    void pipesAreWrittenInto_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("estimate") << estimate + QStringList{"--json"};
        QTest::newRow("trace") << simulate + QStringList{"--trace"};
    }

    void pipesAreWrittenInto() {
        QFETCH(QStringList, arguments);
        QTemporaryDir folder;
        const QByteArray path = folder.filePath("pipe").toLocal8Bit();
        QCOMPARE(mkfifo(path.constData(), 0600), 0);
        QProcess reader;
        reader.start("cat", {folder.filePath("pipe")});
        const PipetteRun run = run_pipette(arguments + QStringList{folder.filePath("pipe")});
        QVERIFY2(run.status == 0, run.messages.constData());
        const PipetteRun read = end_of(reader, 60'000);
        QCOMPARE(read.status, 0);
        QVERIFY(!nlohmann::json::parse(read.output.toStdString(), nullptr, false).is_discarded());
        struct stat now {};
        QVERIFY(stat(path.constData(), &now) == 0 && S_ISFIFO(now.st_mode));
    }
};

QTEST_GUILESS_MAIN(HostileOptionsTest)
#include "hostile_options_test.moc"
