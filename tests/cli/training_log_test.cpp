// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/plan_json.h"
#include "tests/cli/pipette_process.h"
#include "tests/cli/test_files.h"
#include "tests/nccl_logs.h"
#include "tests/training_logs.h"

#include <QElapsedTimer>

#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

using namespace pipette;
using namespace pipette::test;

/// `pipette import training-log`: logs become rows of measured runs, and are held against a plan.
class TrainingLogCliTest : public QObject, TestFiles {
    Q_OBJECT

    Parts planned_;

    nlohmann::json against(const std::string& log) {
        const PipetteRun run = run_pipette(
            {"import", "training-log", written("job.log", log), "--plan", file("plan.json"), "--json", "-"});
        if (run.status != 0)
            qFatal("%s", run.messages.constData());
        return nlohmann::json::parse(run.output.toStdString())["runs"][0]["against_plan"];
    }

private slots:
    void initTestCase() {
        const PipetteRun run =
            run_pipette({"plan", "--cluster", sample_cluster("a100_hdr_16x8.json"), "--model", "gpt-7.5b",
                         "--global-batch", "512", "--gpus", "64", "--top", "1", "--json", file("plan.json")});
        QVERIFY2(run.status == 0, run.messages.constData());
        const Breakdown parts = read_plan(file("plan.json").toStdString()).candidates.front().breakdown;
        planned_ = {parts.compute + parts.recompute + parts.tp + parts.cp + parts.ep,
                    parts.pp_exposed + parts.bubble, parts.dp_exposed, parts.optimizer};
        QVERIFY(planned_.compute > 0 && planned_.optimizer > 0);
    }

    void rowsAreAppendedAndReadBack() {
        const QString log = written("mine.log", megatron_log()), runs = file("runs.csv");
        const QStringList import{"import",          "training-log", log,  "--gpu", "H100-SXM5-80GB",
                                 "--gpus-per-node", "32",           "-o", runs};
        const PipetteRun first = run_pipette(import);
        QVERIFY2(first.status == 0, first.messages.constData());
        QVERIFY2(first.output.contains("60 steps, numbers 1 to 60; 58 count, median 1.204 s"),
                 first.output.constData());
        QVERIFY(first.output.contains("appended 1 row to "));
        const QByteArray before = content(runs);
        QVERIFY(run_pipette(import).output.contains("there already, and not appended again: mine"));
        QCOMPARE(content(runs), before);
        QFile::rename(log, file("other.log"));
        const PipetteRun second = run_pipette(
            {"import", "training-log", file("other.log"), written("nemo.txt", nemo_log()), "-o", runs});
        QVERIFY2(second.status == 0, second.messages.constData());
        QVERIFY(content(runs).startsWith(before));
        QCOMPARE(content(runs).count('\n'), 4);
        const PipetteRun validated = run_pipette({"validate", "--runs", runs, "--json", "-"});
        QVERIFY2(validated.status == 0, validated.messages.constData());
        const auto json = nlohmann::json::parse(validated.output.toStdString());
        QCOMPARE(json["overall"]["time"]["n"].get<int>(), 1);
        QCOMPARE(json["overall"]["memory"]["n"].get<int>(), 1);
    }

    void everyLogIsImportedWithTheFileAlone() {
        const std::pair<const char*, std::string> logs[] = {
            {"megatron.out", megatron_log()},   {"ranks.out", two_ranks_log()},
            {"nemo.out", nemo_log()},           {"bridge.out", bridge_log()},
            {"titan.out", torchtitan_log()},    {"nano.out", nanotron_log()},
            {"deepspeed.out", deepspeed_log()}, {"rates.out", deepspeed_rates_log()},
            {"mlperf.out", mllog_log()},        {"maxtext.out", maxtext_log()}};
        QStringList all{"import", "auto"};
        for (const auto& [name, text] : logs) {
            all << written(name, text);
            const PipetteRun one = run_pipette({"import", "auto", all.back(), "--json", "-"});
            QVERIFY2(one.status == 0, one.messages.constData());
            const auto runs = nlohmann::json::parse(one.output.toStdString())["runs"];
            QCOMPARE(runs.size(), std::size_t(1));
            QVERIFY2(runs[0]["median_step_s"].get<double>() > 0, name);
        }
        const PipetteRun together = run_pipette(all << "-o" << file("all.csv"));
        QVERIFY2(together.output.contains("appended 10 rows to "), together.output.constData());
    }

    void clustersAreImportedByContentAsBefore() {
        const QString pair = written("nccl_N2_G8_n1_n2.log", nccl_pair_log("n1", "n2")),
                      log = written("beside.out", megatron_log());
        const PipetteRun run = run_pipette({"import", "auto", pair, log});
        QVERIFY2(run.status == 0, run.messages.constData());
        QVERIFY2(run.output.contains("beside.out: holds printed steps of a training run"),
                 run.output.constData());
        verify_refused(run_pipette({"import", "auto", pair, "--plan", file("plan.json")}),
                       "--plan: is of training logs");
        verify_refused(run_pipette({"import", "auto", log, "--nics", "2"}), "--nics: is of clusters");
    }

    void whatTheLogDoesNotSayIsOfThePlan() {
        const PipetteRun run = run_pipette(
            {"import", "training-log",
             written("short.log", job_log([this](int) { return planned_; }, 20, Timers::none)), "--plan",
             file("plan.json"), "-o", file("planned.csv"), "--json", file("planned.json")});
        QVERIFY2(run.status == 0, run.messages.constData());
        const auto json = nlohmann::json::parse(content(file("planned.json")).toStdString())["runs"][0];
        QCOMPARE(json["missing"].size(), std::size_t(0));
        QVERIFY2(json["row"]["node_bandwidth_gb_per_s"].is_string(), json["row"].dump().c_str());
        // The log's own words come first, and differ from the plan's.
        QVERIFY2(json["conflicts"].dump().find(
                     "global_batch: the log says \\\"64\\\", the plan \\\"512\\\"") != std::string::npos,
                 json["conflicts"].dump().c_str());
    }

    void theSlowerPartIsNamed_data() {
        QTest::addColumn<double>("compute");
        QTest::addColumn<double>("pipeline");
        QTest::addColumn<double>("exchange");
        QTest::addColumn<double>("optimizer");
        QTest::addColumn<QString>("part");
        QTest::newRow("compute") << 1.08 << 1.0 << 1.0 << 1.0 << "compute";
        QTest::newRow("pipeline") << 1.0 << 1.08 << 1.0 << 1.0 << "pipeline";
        QTest::newRow("exchange") << 1.0 << 1.0 << 1.08 << 1.0 << "gradient exchange (data parallel)";
        QTest::newRow("optimizer") << 1.0 << 1.0 << 1.0 << 1.08 << "optimizer";
    }

    /// 8 % more in one part, from the first step on and from step 60 on.
    void theSlowerPartIsNamed() {
        QFETCH(double, compute);
        QFETCH(double, pipeline);
        QFETCH(double, exchange);
        QFETCH(double, optimizer);
        QFETCH(QString, part);
        const Parts slow{compute * planned_.compute, pipeline * planned_.pipeline,
                         exchange * planned_.exchange, optimizer * planned_.optimizer};
        if (slow.total() == planned_.total())
            QSKIP("the plan has nothing of this part");
        const auto always = against(job_log([&](int) { return slow; }, 100, Timers::all));
        QVERIFY2(always["slower_part"] == part.toStdString(), always.dump(1).c_str());
        QVERIFY2(always["slower_share"].get<double>() > 0.9, always.dump(1).c_str());
        QVERIFY(always["since_step"].is_null());
        // A tenth of a step more in that part: the times leave their level.
        const double more = 0.1 * planned_.total();
        const Parts later{
            planned_.compute + (compute > 1 ? more : 0), planned_.pipeline + (pipeline > 1 ? more : 0),
            planned_.exchange + (exchange > 1 ? more : 0), planned_.optimizer + (optimizer > 1 ? more : 0)};
        const auto since =
            against(job_log([&](int step) { return step < 60 ? planned_ : later; }, 100, Timers::all));
        QVERIFY2(since["slower_part"] == part.toStdString(), since.dump(1).c_str());
        QCOMPARE(since["since_step"].get<int>(), 60);
        QVERIFY2(since["sentences"].dump().find("at step 60") != std::string::npos, since.dump(1).c_str());
        const PipetteRun run = run_pipette({"compare-log", file("plan.json"), file("job.log")});
        QVERIFY2(run.status == 0 && run.output.contains("The part that grew is " + part.toUtf8() + ":"),
                 run.output.constData());
    }

    void eachTimerStandsBesideItsPart() {
        const std::string log = job_log([&](int) { return planned_; }, 20, Timers::all);
        const PipetteRun run =
            run_pipette({"compare-log", file("plan.json"), written("timers.log", log), "--json", "-"});
        QVERIFY2(run.status == 0, run.messages.constData());
        std::map<std::string, std::string> timers; // of each part, in the log's order
        const auto document = nlohmann::json::parse(run.output.toStdString());
        for (const auto& part : document["runs"][0]["against_plan"]["parts"])
            for (const auto& timer : part["timers"])
                timers[part["part"]] += timer["name"].get<std::string>() + " ";
        QCOMPARE(timers["compute"], std::string("forward-compute backward-compute "));
        QCOMPARE(timers["pipeline"], std::string("forward-backward forward-recv backward-recv "));
        QCOMPARE(timers["gradient exchange (data parallel)"], std::string("all-grads-sync "));
        QCOMPARE(timers["optimizer"], std::string("optimizer-inner-step optimizer "));
    }

    /// A gather of parameters inside of the optimizer's timer is of the exchange.
    void aGatherInsideOfTheOptimizerIsExchange() {
        std::string log;
        for (int step = 1; step <= 20; ++step)
            log += megatron_step(step, 1.0, 20) + timer_line("forward-backward", 0.6) +
                   timer_line("all-grads-sync", 0.1) + timer_line("params-all-gather", 0.2) +
                   timer_line("optimizer", 0.25);
        std::map<std::string, double> parts;
        const auto compared = against(log);
        for (const auto& part : compared["parts"])
            parts[part["part"]] = part["measured_s"];
        QVERIFY(std::abs(parts["gradient exchange (data parallel)"] - 0.3) < 1e-9);
        QVERIFY(std::abs(parts["optimizer"] - 0.05) < 1e-9);
        QVERIFY(std::abs(parts["outside of the timers"] - 0.05) < 1e-9);
    }

    /// Slow for a while: from which step, and up to which.
    void aSlowStretchHasAnEnd() {
        const Parts slow{1.1 * planned_.compute, planned_.pipeline, planned_.exchange, planned_.optimizer};
        const auto stretch = against(
            job_log([&](int step) { return step < 40 || step >= 70 ? planned_ : slow; }, 120, Timers::all));
        QCOMPARE(stretch["since_step"].get<int>(), 40);
        QCOMPARE(stretch["until_step"].get<int>(), 69);
        QCOMPARE(stretch["slower_part"].get<std::string>(), std::string("compute"));
    }

    void aComparisonRefusesBadInput() {
        const QString log = written("good.log", megatron_log());
        verify_refused(run_pipette({"compare-log", log, log}), "good.log");
        verify_refused(run_pipette({"compare-log", file("plan.json"), written("empty.log", "hello\n")}),
                       "holds no step of a training run");
        verify_refused(run_pipette({"compare-log", file("plan.json"), log, "--candidate", "999"}), "999");
        // A log of another job is named, and compared all the same.
        const PipetteRun other = run_pipette({"compare-log", file("plan.json"), log});
        QVERIFY2(other.output.contains("the log is of another run than the plan? layers: the log says"),
                 other.output.constData());
    }

    void coarseTimersTellAsFarAsTheyGo() {
        const Parts slow{1.08 * planned_.compute, planned_.pipeline, planned_.exchange, planned_.optimizer};
        QCOMPARE(against(job_log([&](int) { return slow; }, 100, Timers::coarse))["slower_part"]
                     .get<std::string>(),
                 std::string("forward and backward (compute and pipeline)"));
        const auto none = against(job_log([&](int) { return slow; }, 100, Timers::none));
        QVERIFY(none["slower_part"].is_null() && none["parts"].empty());
        QVERIFY2(none["sentences"].dump().find("cannot be told: the log has no timers") != std::string::npos,
                 none.dump().c_str());
    }

    void badInputIsRefusedWithItsPlace() {
        verify_refused(run_pipette({"import", "training-log", written("empty.log", "hello\n")}),
                       "holds no step of a training run");
        verify_refused(run_pipette({"import", "training-log", file("absent.log")}), "does not exist");
        const QString log = written("good.log", megatron_log());
        verify_refused(run_pipette({"import", "training-log", log, "--nics", "2"}), "--nics: is of clusters");
        verify_refused(run_pipette({"import", "nccl-tests", log, "--plan", log}),
                       "--plan: is of training logs");
        const QString narrow = written("narrow.csv", "run_id,source,framework,model,gpu,gpus,status,clean\n");
        verify_refused(run_pipette({"import", "training-log", log, "-o", narrow}), "cannot hold the rows");
        QCOMPARE(content(narrow), QByteArray("run_id,source,framework,model,gpu,gpus,status,clean\n"));
        verify_refused(run_pipette({"import", "training-log", log, "-o", written("other.csv", "a,b\n1,2\n")}),
                       "has no column");
        // One bad file beside a good one is named, and the good one counts.
        const PipetteRun both = run_pipette({"import", "training-log", file("empty.log"), log});
        QCOMPARE(both.status, 0);
        QVERIFY(both.output.contains("skipped:") && both.output.contains("empty.log"));
    }
};

QTEST_GUILESS_MAIN(TrainingLogCliTest)
#include "training_log_test.moc"
