// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/nccl_logs.h"
#include "tests/planner_questions.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <signal.h>

using namespace pipette;
using namespace pipette::test;

namespace {

/// Searches shorter than a person's.
const QStringList quick{"--moves", "500"};
const QStringList job = asked_job() + quick;

Json study(const QStringList& question) {
    return answer_to(study_question(question) + quick);
}

double days(const Json& point) {
    return point["days"];
}

/// Every row of a size adds up to the last digits.
void verify_adds_up(const Json& answer, double tokens, double price) {
    for (const Json& point : answer["points"]) {
        const double a_day = double(point["tokens_per_s"]) * double(point["goodput"]) * 86'400;
        QVERIFY(nearly(days(point), tokens / a_day));
        QVERIFY(nearly(point["gpu_hours"], 24 * days(point) * int(point["gpus"])));
        QVERIFY(nearly(point["cost"], price * double(point["gpu_hours"])));
        QVERIFY(int(point["gpus"]) <= int(point["at"]["gpus"]));
        QVERIFY(!point["assumptions"].empty());
    }
}

} // namespace

/// The questions of a capacity planner, each answered by one command.
class QuestionsTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

private slots:
    void how_many_gpus_and_what_do_they_cost() {
        const QStringList asked{"--gpu",
                                "H100-SXM5-80GB",
                                "--nic",
                                "ndr",
                                "--model",
                                "llama-3-70b",
                                "--sequence-length",
                                "8192",
                                "--tokens",
                                "15T",
                                "--days",
                                "60",
                                "--price",
                                "2.5",
                                "--tokens-per-step",
                                "16M"};
        const Json answer = answer_to(QStringList{"size"} + asked + quick);
        QVERIFY(!answer.is_discarded());
        verify_adds_up(answer, 15e12, 2.5);
        const Json& found = answer["points"][std::size_t(answer["answer"])];
        QVERIFY(days(found) <= 60);
        // None of a coarse grid of smaller ones is enough, and more are never slower.
        const int size = found["at"]["gpus"];
        double before = 1e300;
        for (const Json& point : answer["points"]) {
            QVERIFY(days(point) <= before);
            before = days(point);
            if (int(point["at"]["gpus"]) < size)
                QVERIFY(days(point) > 60);
        }
        QStringList grid;
        for (int gpus = 256; gpus < size; gpus += 256)
            grid << QString::number(gpus);
        const Json tried =
            answer_to(QStringList{"study"} + asked + quick + QStringList{"--vary", "gpus=" + grid.join(',')});
        QCOMPARE(int(tried["points"].size()), int(grid.size()));
        for (const Json& point : tried["points"])
            QVERIFY2(days(point) > 60, point["at"].dump().c_str());
    }

    void a_price_that_nobody_says_is_that_of_the_gpu_kind() {
        const Json answer = answer_to({"size", "--gpu", "A100-SXM4-80GB", "--model", "gpt-3.6b", "--tokens",
                                       "300B", "--days", "20", "--moves", "100", "--most-gpus", "128"});
        verify_adds_up(answer, 300e9, 40.96575 / 8);
        QVERIFY(answer["points"][0].contains("energy_kwh"));
        const Json unknown = answer_to({"size", "--gpu", "H200-SXM-141GB", "--model", "gpt-3.6b", "--tokens",
                                        "300B", "--days", "20", "--moves", "100", "--most-gpus", "64"});
        QVERIFY(!unknown["points"][0].contains("cost"));
        QVERIFY(unknown["points"][0]["assumptions"].dump().find("not known") != std::string::npos);
    }

    void machines_of_an_axis_need_no_other() {
        const QStringList asked{"study",
                                "--model",
                                "gpt-1.7b",
                                "--global-batch",
                                "64",
                                "--moves",
                                "100",
                                "--vary",
                                "machine=8 A100-SXM4-80GB,8 H100-SXM5-80GB"};
        const Json answer = answer_to(asked);
        QCOMPARE(answer["points"], answer_to(asked + QStringList{"--gpu", "V100-SXM2-32GB"})["points"]);
        const PipetteRun none = run_pipette({"study", "--model", "gpt-1.7b", "--vary", "gpus=8"});
        QCOMPARE(none.status, 2);
        QVERIFY(none.messages.contains("--cluster: is required without --gpu"));
    }

    void do_replicas_of_unlike_layouts_pay() {
        const QStringList asked{"pools",   "--cluster",   sample_cluster("mixed_a100_v100_2x8.json"),
                                "--model", "gpt-3.6b",    "--global-batch",
                                "64",      "--precision", "fp16"};
        const Json answer = answer_to(asked + QStringList{"--moves", "100"});
        QVERIFY(!answer.is_discarded());
        QCOMPARE(answer["by"], "kind");
        int sequences = 0;
        double slowest_s = 0;
        for (const Json& share : answer["shares"]) {
            sequences += int(share["sequences"]);
            slowest_s = std::max(slowest_s, double(share["candidate"]["iteration_time_s"]));
        }
        QCOMPARE(sequences, 64);
        QCOMPARE(double(answer["iteration_time_s"]), slowest_s + double(answer["exchange_s"]));
        QVERIFY(double(answer["joint"]["iteration_time_s"]) > 0);
        const QTemporaryDir folder;
        const QString plans = folder.filePath("plans");
        QCOMPARE(run_pipette(asked + QStringList{"--moves", "100", "--plans", plans}).status, 0);
        const QStringList files = QDir(plans).entryList(QDir::Files, QDir::Name);
        QCOMPARE(files.size(), int(answer["shares"].size()));
        QCOMPARE(files.front(), "1-" + QString::fromStdString(answer["shares"][0]["pool"]) + ".json");
        for (const QString& file : files)
            QCOMPARE(run_pipette({"export", plans + "/" + file, "--format", "mapping", "-o", "-"}).status, 0);
        const PipetteRun in_a_file =
            run_pipette(asked + QStringList{"--plans", plans + "/" + files.front() + "/x"});
        QCOMPARE(in_a_file.status, 2);
        QVERIFY(in_a_file.messages.contains("cannot be made"));
        const PipetteRun zones = run_pipette(asked + QStringList{"--by", "zone", "--plans", plans + "2"});
        QCOMPARE(zones.status, 2);
        QVERIFY(!QDir(plans + "2").exists());
        QVERIFY(zones.messages.contains("has no zone"));
        const PipetteRun racks = run_pipette(asked + QStringList{"--by", "rack"});
        QCOMPARE(racks.status, 2);
        QVERIFY(racks.messages.contains("expected one of kind, zone"));
    }

    void what_if_i_lose_two_nodes() {
        const Json answer = answer_to(lost_nodes_question() + quick);
        QVERIFY(days(answer["points"][1]) > days(answer["points"][0]));
        QVERIFY(int(answer["points"][1]["gpus"]) <= 112);
        const std::string said = answer["answers"][0];
        QVERIFY2(said.find("ithout 2 nodes a step takes ") != std::string::npos &&
                     said.find(fmt::format("{:.1f} (range ", days(answer["points"][1]))) !=
                         std::string::npos &&
                     said.find(fmt::format("instead of {:.1f} days", days(answer["points"][0]))) !=
                         std::string::npos,
                 said.c_str());
    }

    /// What a stranger reads of an import with exclusions and of a size question.
    void reports_say_what_was_asked_answered_and_assumed() {
        const QTemporaryDir folder;
        const auto file = [&](const char* name) { return folder.filePath(QLatin1String(name)); };
        const auto page = [&](const char* name) {
            QFile opened(file(name));
            return opened.open(QFile::ReadOnly) ? opened.readAll() : QByteArray();
        };
        QVERIFY(QDir().mkpath(file("logs")));
        for (const auto& [a, b] : {std::pair("n1", "n2"), {"n1", "n3"}, {"n2", "n3"}}) {
            QFile log(file("logs/") + QStringLiteral("%1_%2.log").arg(QLatin1String(a), QLatin1String(b)));
            QVERIFY(log.open(QFile::WriteOnly));
            log.write(QByteArray::fromStdString(nccl_pair_log(a, b)));
        }
        const auto runs = [](const QStringList& arguments) {
            const PipetteRun run = run_pipette(arguments);
            if (run.status != 0)
                qWarning("%s", run.messages.constData());
            return run.status == 0;
        };
        QVERIFY(runs({"import", "nccl-tests", file("logs"), "-o", file("c.json")}));
        QVERIFY(runs({"plan", "--cluster", file("c.json"), "--model", "gpt-1.7b", "--global-batch", "64",
                      "--exclude", "n2", "--moves", "100", "--json", file("plan.json")}));
        QVERIFY(runs({"report", file("plan.json"), "-o", file("plan.html")}));
        const QByteArray sha = QCryptographicHash::hash(page("c.json"), QCryptographicHash::Sha256).toHex();
        for (const QByteArray& part :
             {QByteArray("without node n2 (8 GPUs)"), QByteArray("the import of the cluster"),
              QByteArray("latency between nodes was not measured: 5 us"),
              "Cluster file: c.json, SHA-256 " + sha, QByteArray("by Pipette Planner ")})
            QVERIFY2(page("plan.html").contains(part), part.constData());
        QVERIFY(runs({"size", "--gpu", "A100-SXM4-80GB", "--model", "gpt-3.6b", "--tokens", "300B", "--days",
                      "20", "--price", "2", "--currency", "EUR", "--moves", "100", "--report",
                      file("size.html")}));
        for (const char* part : {"How many GPUs train 300B tokens within 20 days?",
                                 "are the fewest that train 300B tokens within 20 days: ",
                                 " EUR at 2 EUR a GPU-hour (price as entered)", ">deadline 20 days<"})
            QVERIFY2(page("size.html").contains(part), part);
    }

    void is_half_the_infiniband_enough() {
        const Json answer = answer_to(half_links_question() + quick);
        const double half = answer["points"][1]["iteration_time_s"];
        QVERIFY(half > double(answer["points"][0]["iteration_time_s"]));
        // The same as slowing every link of a plan.
        const Json plan =
            answer_to(QStringList{"plan"} + asked_sample() + QStringList{"--degrade", "*-*=0.5"} + job);
        QVERIFY(std::abs(half / double(plan["candidates"][0]["iteration_time_s"]) - 1) < 0.02);
    }

    void these_or_those() {
        const Json answer = answer_to(these_or_those_question() + quick);
        QCOMPARE(answer["points"].size(), std::size_t(2));
        for (const Json& point : answer["points"])
            QVERIFY(point.contains("cost"));
        QCOMPARE(int(answer["points"][1]["gpus"]), 32);
        QVERIFY(!answer["pareto"].empty());
    }

    void how_long_a_sequence_still_fits() {
        const Json answer = answer_to(headroom_question());
        const Json& headroom = answer["headroom"];
        QVERIFY(int(headroom["sequence_length"]["value"]) > 2048);
        QVERIFY(int(headroom["gpus"]["value"]) <= 128);
    }

    void what_if_this_gpu_had_twice_the_hbm_bandwidth() {
        const Json answer = answer_to(twice_hbm_question() + quick);
        QVERIFY(days(answer["points"][1]) < days(answer["points"][0]));
    }

    void which_fabric_is_worth_its_price() {
        const QString a = folder_.filePath("a.json"), b = folder_.filePath("b.json");
        for (const auto& [file, nic] : {std::pair(a, "ndr"), {b, "edr"}})
            QCOMPARE(run_pipette({"cluster", "--nodes", "8", "--gpu", "A100-SXM4-80GB", "--nics", "1",
                                  "--nic", nic, "-o", file})
                         .status,
                     0);
        const Json answer = study({"--cluster", a, "--vary", QString("cluster=%1@2.4,%2@2.1").arg(a, b)});
        const Json &fast = answer["points"][0], &slow = answer["points"][1];
        QVERIFY(days(fast) < days(slow));
        QVERIFY(nearly(fast["cost"], 2.4 * double(fast["gpu_hours"])));
        QVERIFY(nearly(slow["cost"], 2.1 * double(slow["gpu_hours"])));
    }

    void what_changes_most() {
        const Json answer = study(asked_sample() + QStringList{"--sensitivity", "10"});
        QCOMPARE(answer["points"].size(), std::size_t(1));
        QVERIFY(answer["sensitivity"].size() >= 8);
        QVERIFY(answer["sensitivity"][0].contains("cost_up"));
    }

    /// A study that is killed goes on where it was, and gives what one in peace gives.
    void a_killed_study_repeats_no_point() {
        const QString file = folder_.filePath("s.json"), kept = folder_.filePath("s.points.jsonl");
        const QStringList made =
            QStringList{"study"} + asked_sample() + job +
            QStringList{"--tokens",          "300B",   "--vary", "gpus=16,32,64,96,128", "--vary",
                        "link_factor=1,0.5", "--save", file};
        const PipetteRun whole = run_pipette(made + QStringList{"--json", "-"});
        QCOMPARE(whole.status, 0);
        QVERIFY(!QFile::exists(kept));
        QProcess process;
        process.start(QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette"), {"study", file, "--json", "-"});
        QVERIFY(process.waitForStarted());
        const auto lines = [&] {
            QFile points(kept);
            return points.open(QIODevice::ReadOnly) ? int(points.readAll().count('\n')) : 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(lines() >= 4, 60'000); // its heading and three points
        ::kill(pid_t(process.processId()), SIGKILL);
        process.waitForFinished();
        const int before = lines();
        QVERIFY(before < 11);
        const PipetteRun again = run_pipette({"study", file, "--json", "-"});
        QCOMPARE(again.status, 0);
        QCOMPARE(again.output, whole.output);
        QCOMPARE(lines(), 11); // ten points, each once
        QCOMPARE(run_pipette({"study", file, "--threads", "1", "--json", "-"}).output, whole.output);
        QCOMPARE(lines(), 11);
    }

    void an_interrupted_study_says_that_it_goes_on() {
        const QString file = folder_.filePath("long.json");
        QFile text(file);
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(
            R"({"format":"pipette-study","version":1,"base":{"machine":{"gpu":"H100-SXM5-80GB"},)"
            R"("model":"llama-3-70b","global_batch":4096},"axes":[{"axis":"gpus","values":[512,4096,8192,16384,32768]}]})");
        text.close();
        QProcess process;
        process.start(QStringLiteral(PIPETTE_BINARY_DIR "/app/cli/pipette"), {"study", file});
        QVERIFY(process.waitForStarted());
        wait_until_it_takes_signals(process);
        QTest::qWait(1500);
        QCOMPARE(process.state(), QProcess::Running);
        QElapsedTimer clock;
        clock.start();
        process.terminate();
        QVERIFY(process.waitForFinished(10'000));
        QVERIFY2(clock.elapsed() < 1000,
                 qPrintable(QString::number(clock.elapsed()))); // a loaded machine's second
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(process.readAllStandardError().contains("goes on from there"));
    }
};

QTEST_GUILESS_MAIN(QuestionsTest)
#include "questions_test.moc"
