// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

const QStringList usual{"plan",    "--cluster",     sample_cluster("a100_hdr_16x8.json"),
                        "--model", "gpt-3.6b",      "--global-batch",
                        "256",     "--micro-batch", "1,2",
                        "--moves", "3000",          "--json",
                        "-"};
constexpr int timeout_ms = 600'000;

/// One mpirun on this machine alone: no daemon, no name service, any number of processes a core.
PipetteRun run_together(int processes, const QStringList& more) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
        environment.insert(name, "1");
    process.setProcessEnvironment(environment);
    process.start("mpirun.openmpi", QStringList{"--oversubscribe", "--bind-to", "none", "--mca", "plm",
                                                "isolated", "--mca", "btl", "self,vader", "--mca",
                                                "oob_tcp_if_include", "lo", "-n", QString::number(processes),
                                                QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette")} +
                                        more);
    return end_of(process, timeout_ms);
}

/// A plan without what the clock says of its search; how many chains, moves and cycles it took stays.
QByteArray but_times(const QByteArray& plan) {
    auto document = nlohmann::ordered_json::parse(plan.toStdString());
    for (auto& phase : document.at("search"))
        phase.erase("seconds");
    document.at("made").erase("date");
    return QByteArray::fromStdString(document.dump());
}

} // namespace

class ProcessesTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

private slots:
    void initTestCase() {
        if (QStandardPaths::findExecutable("mpirun.openmpi").isEmpty())
            QSKIP("Open MPI's mpirun is not installed (Debian: openmpi-bin)");
    }

    void anyNumberOfProcessesMakesTheSamePlan_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("one matrix") << usual;
        QStringList drift = usual;
        drift[2] = sample_cluster("drift_a100_hdr_16x8.json");
        QTest::newRow("snapshots") << drift;
        const QString few = folder_.filePath(QStringLiteral("few.json")); // layers take walks there
        QCOMPARE(run_pipette({"cluster", "--gpu", "GB200-186GB", "--nodes", "4", "--domain", "4", "--spread",
                              "0.3", "--seed", "53", "-o", few})
                     .status,
                 0);
        QTest::newRow("walks over layers") << QStringList{
            "plan", "--cluster", few, "--model", "gpt-18.4b", "--global-batch", "32", "--precision",
            "fp8",  "--threads", "1", "--json",  "-"};
    }
    void anyNumberOfProcessesMakesTheSamePlan() {
        QFETCH(QStringList, arguments);
        const PipetteRun alone = run_pipette(arguments, timeout_ms);
        QVERIFY2(alone.status == 0, alone.messages.constData());
        for (const int processes : {1, 2, 3}) {
            const PipetteRun together = run_together(processes, arguments);
            QVERIFY2(together.status == 0, together.messages.constData());
            QVERIFY2(but_times(together.output) == but_times(alone.output),
                     qPrintable(QString::number(processes)));
        }
    }

    void badInputEndsAllOfThem() {
        QStringList wrong = usual;
        wrong[4] = "gpt-unknown";
        const PipetteRun together = run_together(2, wrong);
        QCOMPARE(together.status, 2);
        QVERIFY2(together.messages.contains("gpt-unknown"), together.messages.constData());
    }
};

QTEST_GUILESS_MAIN(ProcessesTest)
#include "processes_test.moc"
