// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/plan_json.h"
#include "core/formats/text/atomic_file.h"
#include "tests/cli/launch/launched.h"

#include <QtTest>

using namespace pipette;
using namespace launched;

/// `pipette export` as a person runs it.
class ExportCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Result pipette(const QStringList& arguments) const {
        QProcess process;
        process.setWorkingDirectory(folder_.path());
        process.start(PIPETTE_BINARY_DIR "/app/cli/pipette", arguments);
        Result result;
        if (process.waitForFinished())
            result.status = process.exitCode();
        result.output = process.readAllStandardOutput();
        result.errors = process.readAllStandardError();
        return result;
    }

private slots:
    void initTestCase() {
        Plan plan = launch_sample::plan();
        plan.candidates[0].mapping.gpu_of_rank = {0, 2, 1, 3, 4, 5, 6, 7};
        write_atomically(folder_.filePath("plan.json").toStdString(), plan_to_text(plan));
    }

    void folderIsMade() {
        const Result result = pipette({"export", "plan.json", "--format", "openmpi", "-o", "launch/"});
        QVERIFY2(result.status == 0, qPrintable(explain(result)));
        const QDir made(folder_.filePath("launch"));
        QCOMPARE(made.entryList(QDir::Files, QDir::Name | QDir::IgnoreCase),
                 (QStringList{"CHECKLIST.txt", "hostfile", "launch.sh", "mapping.tsv", "megatron_args.txt",
                              "probe.sh", "rank_wrapper.sh", "README.txt"}));
        for (const char* script : {"launch.sh", "rank_wrapper.sh", "probe.sh"})
            QVERIFY(QFileInfo(made.filePath(script)).isExecutable());
        QVERIFY(!QFileInfo(made.filePath("hostfile")).isExecutable());
    }

    void launchersGetAFolderWhateverItsName() {
        for (const char* name : {"without-slash", "dotted.d"}) {
            const Result result = pipette({"export", "plan.json", "--format", "slurm", "-o", name});
            QVERIFY2(result.status == 0, qPrintable(explain(result)));
            QVERIFY(QFileInfo(folder_.filePath(name) + "/job.sbatch").isExecutable());
        }
        write(folder_.filePath("a-file"), "mine", false);
        const Result result = pipette({"export", "plan.json", "--format", "slurm", "-o", "a-file"});
        QVERIFY2(result.status == 2 && result.errors.contains("a-file: cannot be made"),
                 qPrintable(explain(result)));
        QCOMPARE(QFileInfo(folder_.filePath("a-file")).size(), 4);
    }

    void tracesThatWouldNotEndWhenThePlanSaysAreRefused() {
        // The plan's times are made up, so no calibration explains them.
        const Result result = pipette({"export", "plan.json", "--format", "trace", "-o", "trace.json"});
        QVERIFY2(result.status == 2 && result.errors.contains("plan.json: $.calibrations") &&
                     result.errors.contains("plan again"),
                 qPrintable(explain(result)));
        QVERIFY(!QFileInfo::exists(folder_.filePath("trace.json")));
        const char* own = PIPETTE_SOURCE_DIR "/tests/fuzz/corpus/calibration/one.json";
        QCOMPARE(pipette({"plan", "--cluster", PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json",
                          "--model", "gpt-1.7b", "--global-batch", "16", "--calibration", own, "--json",
                          "own.json"})
                     .status,
                 0);
        for (const QStringList& named : {QStringList(), QStringList{"--calibration", own}}) {
            const Result same =
                pipette(QStringList{"export", "own.json", "--format", "trace", "-o", "trace.json"} + named);
            QVERIFY2(same.status == 0 && same.errors.isEmpty(), qPrintable(explain(same)));
        }
        const Result other =
            pipette({"export", "own.json", "--format", "trace", "-o", "trace.json", "--calibration",
                     PIPETTE_SOURCE_DIR "/resources/calibrations/a100.json"});
        QVERIFY2(other.status == 2 && other.errors.contains("--calibration: holds other figures"),
                 qPrintable(explain(other)));
    }

    void oneFileIsWrittenOrPrinted() {
        QCOMPARE(pipette({"export", "plan.json", "--format", "mapping", "-o", "map.tsv"}).status, 0);
        QFile file(folder_.filePath("map.tsv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString written = file.readAll();
        QVERIFY(written.contains("1\ta02\t0\n"));
        QCOMPARE(pipette({"export", "plan.json", "--format", "mapping"}).output, written);
        QVERIFY(pipette({"export", "plan.json", "--format", "mapping", "--candidate", "1"}).output !=
                written);
    }

    void torchrunRefusesWhatItCannotExpress() {
        const Result result = pipette({"export", "plan.json", "--format", "torchrun", "-o", "torchrun/"});
        QCOMPARE(result.status, 2);
        QVERIFY(result.errors.contains("torchrun cannot express it") && result.errors.contains("openmpi, "));
        QVERIFY(!QFile::exists(folder_.filePath("torchrun")));
    }

    /// No file may grow beyond a block of 512 bytes: what a full disk does to an export, half way through.
    void anExportThatDoesNotFitLeavesNothing() {
        for (const char* format : {"openmpi", "slurm", "csv"}) {
            QProcess process;
            process.setWorkingDirectory(folder_.path());
            process.start(
                "sh",
                {"-c",
                 "trap '' XFSZ; ulimit -f 1; exec \"$0\" export plan.json --format \"$1\" -o made/full/",
                 QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette"), QString::fromLatin1(format)});
            QVERIFY(process.waitForFinished(60'000));
            QCOMPARE(process.exitCode(), 2);
            QVERIFY2(process.readAllStandardError().contains("cannot be written"), format);
            QVERIFY2(!QFile::exists(folder_.filePath("made")), format);
        }
        // In a folder that was there, what was there stays as it was.
        QDir(folder_.path()).mkdir("there");
        write_atomically((folder_.path() + "/there/hostfile").toStdString(), "mine");
        QProcess process;
        process.setWorkingDirectory(folder_.path());
        process.start(
            "sh", {"-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" export plan.json --format openmpi -o there",
                   QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette")});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 2);
        QCOMPARE(
            QDir(folder_.filePath("there")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
            QStringList{"hostfile"});
        QFile kept(folder_.filePath("there/hostfile"));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray("mine"));
    }

    void mistakesAreStatus2() {
        for (const QStringList& arguments :
             {QStringList{"plan.json"}, QStringList{"plan.json", "--format", "fax"},
              QStringList{"plan.json", "--format", "json", "--candidate", "4"},
              QStringList{"none.json", "--format", "json"},
              QStringList{"plan.json", "--format", "json", "-o", "no/such/folder.json"},
              QStringList{"plan.json", "--format", "json", "--master-port", "0"},
              QStringList{"plan.json", "--format", "trace", "--calibration", "none.json"}}) {
            const Result result = pipette(QStringList{"export"} + arguments);
            QVERIFY2(result.status == 2 && !result.errors.isEmpty(),
                     qPrintable(arguments.join(' ') + explain(result)));
        }
    }
};

QTEST_GUILESS_MAIN(ExportCommandTest)
#include "export_command_test.moc"
