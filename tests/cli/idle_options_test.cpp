// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/pipette_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace pipette;

namespace {

QStringList plan_of(const char* cluster, const char* model) {
    return {"plan",    "--cluster", sample_cluster(cluster),
            "--model", model,       "--global-batch",
            "64",      "--moves",   "100",
            "--json",  "-"};
}

QStringList estimate_of(const char* model) {
    QStringList arguments = plan_of("starter_2x8_a100.json", model);
    arguments[0] = "estimate";
    arguments.remove(arguments.indexOf("--moves"), 2);
    return arguments + QStringList{"--config", "pp=2,tp=2,dp=4"};
}

const QStringList small_study{"study",   "--gpu",    "A100-SXM4-80GB", "--gpus", "8",
                              "--model", "gpt-1.7b", "--global-batch", "64",     "--moves",
                              "100"};

QStringList simulate(const char* schedule) {
    return {"simulate", "--stages", "4", "--microbatches", "8", "--schedule", schedule};
}

} // namespace

/// An option that was typed and changes nothing is refused by its name with the reason; where it does change
/// something it is taken.
class IdleOptionsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }

private slots:
    void initTestCase() {
        QStringList arguments = plan_of("starter_2x8_a100.json", "gpt-1.7b");
        arguments.last() = path("plan.json");
        const PipetteRun run = run_pipette(arguments);
        QVERIFY2(run.status == 0, run.messages.constData());
        QFile own(path("own.json"));
        QVERIFY(own.open(QIODevice::WriteOnly));
        own.write(R"({"format":"pipette-schedule","version":1,"order":[["F0","F1","B0","B1"]]})");
    }

    void optionsThatChangeNothingAreRefused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("complaint");
        const auto row = [](const char* name, const QStringList& arguments, const char* complaint) {
            QTest::newRow(name) << arguments << QString(complaint);
        };
        const QStringList dense = plan_of("starter_2x8_a100.json", "gpt-1.7b"),
                          point = estimate_of("gpt-1.7b");
        row("dispatcher", dense + QStringList{"--dispatcher", "deepep"},
            "--dispatcher: changes nothing: gpt-1.7b has no experts");
        row("imbalance", point + QStringList{"--expert-imbalance", "1.2"},
            "--expert-imbalance: changes nothing: gpt-1.7b has no experts");
        row("expert overlap", point + QStringList{"--overlap-expert-exchange"},
            "--overlap-expert-exchange: changes nothing: gpt-1.7b has no experts");
        row("study of a dense model", small_study + QStringList{"--expert-imbalance", "1.2"},
            "--expert-imbalance: changes nothing: gpt-1.7b has no experts");
        row("size of a dense model",
            {"size", "--gpu", "A100-SXM4-80GB", "--model", "gpt-1.7b", "--tokens", "1B", "--dispatcher",
             "deepep"},
            "--dispatcher: changes nothing: gpt-1.7b has no experts");
        row("targets", point + QStringList{"--lora-targets", "all"}, "--lora-targets: stands without --lora");
        row("weights in 16 bits", point + QStringList{"--primary-weights", "16-bit"},
            "--primary-weights: changes nothing: no product casts weights in bf16");
        row("weights of FSDP2",
            {"size", "--gpu", "H100-SXM5-80GB", "--model", "gpt-1.7b", "--tokens", "1B", "--precision", "fp8",
             "--framework", "fsdp2", "--primary-weights", "low-precision"},
            "--primary-weights: changes nothing: PyTorch FSDP2 keeps no weights in 8 or 4 bits");
        row("gather", point + QStringList{"--overlap-parameter-gather"},
            "--overlap-parameter-gather: stands without --overlap-gradient-exchange");
        row("quantile", point + QStringList{"--history-quantile", "0.9"},
            "--history-quantile: changes nothing: the cluster file has no snapshots");
        row("no faults", dense + QStringList{"--allow-faulty"},
            "--allow-faulty: changes nothing: the cluster file");
        row("like GPUs", dense + QStringList{"--stage-tp"},
            "--stage-tp: changes nothing: all GPUs of the cluster are alike");
        row("short sequences", dense + QStringList{"--cp-kind", "ulysses"}, "--cp-kind: changes nothing");
        for (const char* option : {"--stages", "--microbatches", "--chunks", "--slices"})
            row(option, {"simulate", "--schedule-file", path("own.json"), option, "2"},
                "changes nothing: --schedule-file says it");
        row("a second schedule", {"simulate", "--schedule-file", path("own.json"), "--schedule", "1f1b"},
            "--schedule: changes nothing");
        const auto exported = [&](const char* format, const QStringList& more) {
            return QStringList{"export", path("plan.json"), "--format", format} + more;
        };
        row("image", exported("slurm", {"--image", "x"}),
            "--image: changes nothing in format slurm, expected one of kubernetes");
        row("label", exported("openmpi", {"--domain-label", "x"}), "--domain-label: changes nothing");
        row("cores", exported("openmpi", {"--cores-per-gpu", "4"}),
            "--cores-per-gpu: changes nothing in format openmpi, expected one of openmpi-rankfile");
        row("visible", exported("torchrun", {"--one-visible"}), "--one-visible: changes nothing");
        row("port", exported("csv", {"--master-port", "30000"}), "--master-port: changes nothing");
        row("calibration", exported("slurm", {"--calibration", path("plan.json")}),
            "--calibration: changes nothing in format slurm, expected one of trace");
    }
    void optionsThatChangeNothingAreRefused() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, complaint);
        const PipetteRun run = run_pipette(arguments);
        QCOMPARE(run.status, 2);
        QVERIFY(run.output.isEmpty());
        QVERIFY2(run.messages.contains(complaint.toUtf8()), run.messages.constData());
    }

    /// Whoever goes through all schedules may give each the same options.
    void whatAScheduleDoesNotHaveIsNamed_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("note");
        const auto row = [](const char* name, const QStringList& arguments, const char* note) {
            QTest::newRow(name) << arguments << QString(note);
        };
        row("whole backward", simulate("1f1b") + QStringList{"--weight-fraction", "0.3"},
            "--weight-fraction changes nothing: 1f1b does not split the backward");
        row("no overlap", simulate("1f1b") + QStringList{"--overlapped-time", "3"},
            "--overlapped-time changes nothing: 1f1b overlaps");
        row("no way round", simulate("1f1b") + QStringList{"--wrap-link", "3"},
            "--wrap-link changes nothing: 1f1b sends nothing");
        row("one device", {"simulate", "--stages", "1", "--microbatches", "2", "--link", "1"},
            "--link changes nothing");
    }
    void whatAScheduleDoesNotHaveIsNamed() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, note);
        const PipetteRun run = run_pipette(arguments);
        QCOMPARE(run.status, 0);
        QVERIFY2(run.messages.contains(note.toUtf8()), run.messages.constData());
    }

    void whereTheyChangeSomethingTheyAreTaken_data() {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char* name, const QStringList& arguments) {
            QTest::newRow(name) << arguments;
        };
        row("experts",
            estimate_of("qwen3-30b-a3b") + QStringList{"--dispatcher", "deepep", "--expert-imbalance", "1.2",
                                                       "--overlap-expert-exchange"});
        row("gather beside the exchange",
            estimate_of("gpt-1.7b") +
                QStringList{"--overlap-gradient-exchange", "--overlap-parameter-gather"});
        row("a study that varies the model",
            small_study + QStringList{"--expert-imbalance", "1.2", "--vary", "model=gpt-1.7b,gpt-3.6b"});
        QStringList drifting = estimate_of("gpt-1.7b");
        drifting[2] = sample_cluster("drift_a100_hdr_16x8.json");
        row("snapshots", drifting + QStringList{"--history-quantile", "0.9"});
        row("a split backward", simulate("zb-h1") + QStringList{"--weight-fraction", "0.3"});
        row("chunks that go round",
            simulate("interleaved") + QStringList{"--wrap-link", "0.5", "--link", "0.1"});
        row("overlapped passes", simulate("dualpipe") + QStringList{"--overlapped-time", "3"});
        row("a launcher that has them", {"export", path("plan.json"), "--format", "slurm", "--one-visible",
                                         "--master-port", "30000", "-o", path("job")});
    }
    void whereTheyChangeSomethingTheyAreTaken() {
        QFETCH(QStringList, arguments);
        const PipetteRun run = run_pipette(arguments);
        QVERIFY2(run.status == 0, run.messages.constData());
        QVERIFY2(!run.messages.contains("changes nothing"), run.messages.constData());
    }
};

QTEST_GUILESS_MAIN(IdleOptionsTest)
#include "idle_options_test.moc"
