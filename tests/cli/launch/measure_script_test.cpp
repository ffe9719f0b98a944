// SPDX-License-Identifier: GPL-3.0-or-later
// The script of `pipette measure-script` runs here with stand-ins for the launcher and for nccl-tests; what
// it leaves is imported like any logs.
#include "tests/cli/launch/launched.h"

#include <QSet>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace pipette;
using namespace launched;

namespace {

/// In place of srun or mpirun: notes its arguments and writes the log of a test between the hosts it was
/// given.
const char* const launcher = R"sh(#!/bin/sh
printf '%s\n' "$*" >>started
hosts='' perf='' ranks=0 last=''
for word; do
    case $word in
    --nodelist=*) hosts=${word#*=} ;;
    --ntasks=*) ranks=${word#*=} ;;
    *_perf) perf=${word##*/} ;;
    esac
    [ "$last" != --host ] || hosts=$(printf '%s' "$word" | sed 's/:[0-9]*//g')
    [ "$last" != -np ] || ranks=$word
    last=$word
done
case ,$hosts, in *,"$BROKEN",*) echo 'no route' >&2; exit 1 ;; esac
echo "# Collective test starting: $perf"
echo '# nThread 1 nGpus 1 minBytes 8 maxBytes 1024 step: 2(factor)'
rank=0
a_host=$((ranks / $(printf '%s\n' "$hosts" | tr , '\n' | wc -l)))
for host in $(printf '%s' "$hosts" | tr , ' '); do
    i=0
    while [ $i -lt $a_host ]; do
        echo "#  Rank  $rank Group  0 Pid 1 on $host device  $i [0000:1b:00] NVIDIA H100 80GB HBM3"
        rank=$((rank + 1)) i=$((i + 1))
    done
done
echo '  1024  128    double    none      -1  10.5   41.5   41.5       0  10.5   41.5   40.5    N/A'
echo '# Avg bus bandwidth    : 41.5'
)sh";

} // namespace

class MeasureScriptTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Result run(const QString& program, const QStringList& arguments, const QString& broken = "none") const {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", folder_.path() + ":" + environment.value("PATH"));
        environment.insert("BROKEN", broken);
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(folder_.path());
        process.start(program, arguments);
        Result result;
        if (process.waitForFinished(120'000))
            result.status = process.exitCode();
        result.output = process.readAllStandardOutput();
        result.errors = process.readAllStandardError();
        return result;
    }

    Result pipette(const QStringList& arguments) const {
        return run(PIPETTE_BINARY_DIR "/app/cli/pipette", arguments);
    }

    QStringList started() const {
        QFile file(folder_.filePath("started"));
        return file.open(QIODevice::ReadOnly) ? QString(file.readAll()).split('\n', Qt::SkipEmptyParts)
                                              : QStringList{};
    }

private slots:
    void initTestCase() {
        for (const char* name : {"srun", "mpirun"})
            write(folder_.filePath(name), launcher, true);
    }

    void cleanup() {
        QDir(folder_.filePath("logs")).removeRecursively();
        QFile::remove(folder_.filePath("started"));
    }

    void logsOfTheScriptAreAWholeCluster_data() {
        QTest::addColumn<QString>("with");
        QTest::newRow("slurm") << "slurm";
        QTest::newRow("mpirun") << "mpirun";
    }

    void logsOfTheScriptAreAWholeCluster() {
        QFETCH(QString, with);
        QVERIFY(pipette({"measure-script", "--hosts", "a[1-4],b", "--launcher", with, "--gpus-per-node", "2",
                         "--operations", "sendrecv,alltoall", "-o", "measure.sh"})
                    .status == 0);
        const Result measured = run("./measure.sh", {});
        QVERIFY2(measured.status == 0 && measured.output.contains("round 5 of 5"),
                 qPrintable(explain(measured)));
        QCOMPARE(started().size(), 5 + 2 * 10); // inside each host, both tests over each pair
        const Result imported = pipette({"import", "nccl-tests", "logs/sendrecv", "-o", "cluster.json"});
        QVERIFY2(imported.status == 0 && imported.output.contains("5 nodes, 10 GPUs"),
                 qPrintable(explain(imported)));
        QVERIFY2(!imported.output.contains("missing"), qPrintable(imported.output));
        QVERIFY(pipette({"import", "nccl-tests", "logs/alltoall", "-o", "together.json"}).status == 0);
    }

    void failedPairsAreNamedAndMeasuredTheNextTime() {
        QVERIFY(pipette({"measure-script", "--hosts", "a,b,c", "-o", "measure.sh"}).status == 0);
        const Result broken = run("sh", {"measure.sh"}, "b");
        QCOMPARE(broken.status, 1);
        QVERIFY2(broken.errors.contains("sendrecv on a b failed") && broken.errors.contains("3 runs failed"),
                 qPrintable(explain(broken)));
        QCOMPARE(started().size(), 6);
        QVERIFY(QFile::exists(folder_.filePath("logs/sendrecv/a_c.log")));
        QVERIFY(!QFile::exists(folder_.filePath("logs/sendrecv/a_b.log")));
        const Result mended = run("sh", {"measure.sh"});
        QVERIFY2(mended.status == 0, qPrintable(explain(mended)));
        QCOMPARE(started().size(), 9); // a_c, a and c were there
    }

    void hostsComeFromFilesToo() {
        write(folder_.filePath("hosts"), "x1 slots=4\nx2 slots=4\n", false);
        const Result result = pipette({"measure-script", "--hostfile", "hosts", "--launcher", "mpirun"});
        QVERIFY2(result.status == 0 && result.output.contains("pair x1 x2 &") &&
                     result.output.contains("$# * 4"),
                 qPrintable(explain(result)));
        const Result again = pipette(
            {"measure-script", "--cluster", PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json"});
        QVERIFY2(again.status == 0 && again.output.contains("$# * 8"), qPrintable(explain(again)));
    }

    void mistakesAreStatus2() {
        for (const QStringList& arguments :
             {QStringList{}, QStringList{"--hosts", "a"}, QStringList{"--hosts", "a,$(touch ran)"},
              QStringList{"--hosts", "a,b", "--launcher", "ssh"}, QStringList{"--hosts", "a,-b"},
              QStringList{"--hosts", "a,b", "--hostfile", "x"}, QStringList{"--hostfile", "none"},
              QStringList{"--hosts", "a,b", "--operations", "gather"}}) {
            const Result result = pipette(QStringList{"measure-script"} + arguments);
            QVERIFY2(result.status == 2 && !result.errors.isEmpty() && result.output.isEmpty(),
                     qPrintable(arguments.join(' ') + explain(result)));
        }
        QVERIFY(!QFile::exists(folder_.filePath("ran")));
    }
};

QTEST_GUILESS_MAIN(MeasureScriptTest)
#include "measure_script_test.moc"
