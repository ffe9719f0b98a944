// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a person's own logs: where their times move, against which plan, and what is calibrated on them.
#include "core/base/input_error.h"
#include "core/evidence/log_against_plan.h"
#include "core/evidence/own_calibration.h"
#include "core/evidence/run_time.h"
#include "tests/core/evidence/example_run.h"

#include <QtTest>

#include <cmath>
#include <functional>

using namespace pipette;
using namespace pipette::test;

namespace {

/// A run whose step number `n` takes `seconds(n)`, with a scatter of some thousandths that is always the
/// same.
LogRun run_of(int steps, const std::function<double(int)>& seconds) {
    LogRun run;
    run.starts = {0};
    for (int step = 1; step <= steps; ++step) {
        LogStep one;
        one.number = step;
        one.seconds = seconds(step) * (1 + 0.002 * std::sin(12.9898 * step * step));
        one.batch = 64;
        run.steps.push_back(one);
    }
    return run;
}

/// "1 to 59, 60 to 120": the steps of each level.
std::string levels_of(const LogRun& run) {
    std::string text;
    for (const StepLevel& level : steady_steps(run).levels)
        text += fmt::format("{}{} to {}", text.empty() ? "" : ", ", level.first_step, level.last_step);
    return text;
}

Candidate planned_s(double seconds) {
    Candidate candidate;
    candidate.iteration_time_s = seconds;
    candidate.low_s = 0.9 * seconds, candidate.high_s = 1.1 * seconds;
    candidate.breakdown.compute = seconds;
    return candidate;
}

KindCalibration entry(const char* architecture, const char* framework) {
    KindCalibration kind;
    kind.architecture = architecture, kind.framework = framework;
    kind.runs = 7;
    kind.source = "somebody else's";
    return kind;
}

} // namespace

class OwnRunsTest : public QObject {
    Q_OBJECT

private slots:
    void levelsAreFoundWhereTimesMove_data() {
        using Seconds = std::function<double(int)>;
        QTest::addColumn<Seconds>("seconds");
        QTest::addColumn<QString>("levels");
        QTest::newRow("none") << Seconds([](int) { return 1.0; }) << "2 to 200";
        QTest::newRow("a step up") << Seconds([](int n) { return n < 120 ? 1 : 1.05; })
                                   << "2 to 119, 120 to 200";
        QTest::newRow("a step down") << Seconds([](int n) { return n < 40 ? 1.05 : 1; })
                                     << "2 to 39, 40 to 200";
        QTest::newRow("up and down again") << Seconds([](int n) { return n < 90 || n >= 110 ? 1 : 1.06; })
                                           << "2 to 89, 90 to 109, 110 to 200";
        QTest::newRow("too little") << Seconds([](int n) { return n < 120 ? 1 : 1.01; }) << "2 to 200";
        QTest::newRow("too few steps") << Seconds([](int n) { return n < 199 ? 1 : 1.05; }) << "2 to 200";
    }

    void levelsAreFoundWhereTimesMove() {
        QFETCH(std::function<double(int)>, seconds);
        QFETCH(QString, levels);
        QCOMPARE(QString::fromStdString(levels_of(run_of(200, seconds))), levels);
    }

    void aStepAsPlannedIsNotCalledSlower() {
        const LogRun run = run_of(60, [](int) { return 1.001; });
        const LogAgainstPlan against = log_against_plan(run, steady_steps(run), planned_s(1));
        QVERIFY(!against.since && against.in_range());
        const std::vector<std::string> said = sentences_of(against);
        QVERIFY2(said.at(0).find(", as planned: 1 s (") != std::string::npos, said.at(0).c_str());
    }

    /// A plan of another job says nothing of a run; a fault that comes later may cost what it will.
    void aRunFarFromThePlanFromTheStartIsOfAnotherJob() {
        const auto against = [](double before, double since) {
            const LogRun run = run_of(60, [&](int n) { return n < 30 ? before : since; });
            return log_against_plan(run, steady_steps(run), planned_s(1));
        };
        QVERIFY(against(0.1, 0.1).of_another_job() && against(20, 20).of_another_job());
        QVERIFY(!against(2.5, 2.5).of_another_job() && !against(1, 20).of_another_job());
        const std::vector<std::string> said = sentences_of(against(0.1, 0.1));
        QCOMPARE(said.size(), std::size_t{2});
        QCOMPARE(said.back(), std::string("So far from the plan, the run is of another job."));
    }

    void noCalibrationExplainsARunOfAnotherJob() {
        const Calibration from;
        MeasuredRun run = own_run(2, 1);
        const double usual = predicted_time_s(prepared(run), from);
        for (const auto& [times, explained] :
             {std::pair(1.0, true), {2.9, true}, {3.1, false}, {0.3, false}}) {
            run.time_s = times * usual;
            QCOMPARE(may_be_explained(run, from), explained);
        }
    }

    void theShareIsOfAllThatGrew() {
        LogRun run = run_of(60, [](int) { return 1.4; });
        const std::pair<TimerPlace, double> timers[] = {
            {{StepPart::compute}, 1.2}, {{StepPart::exchange}, 0.1}, {{StepPart::optimizer}, 0.1}};
        for (const auto& [place, seconds] : timers) {
            LogTimer& timer = run.timers.emplace_back();
            timer.name = name_of(place.part);
            timer.place = place;
            for (const LogStep& step : run.steps)
                timer.samples.push_back({step.number, seconds});
        }
        Candidate planned =
            planned_s(1.1); // compute exceeds by 0.3, the exchange by 0.1, the optimizer by nothing
        planned.breakdown = {};
        planned.breakdown.compute = 0.9, planned.breakdown.optimizer = 0.1;
        const LogAgainstPlan against = log_against_plan(run, steady_steps(run), planned);
        QVERIFY(against.slower == StepPart::compute);
        QVERIFY2(std::abs(against.slower_share - 0.75) < 0.01,
                 fmt::format("{}", against.slower_share).c_str());
        QVERIFY(against.parts.at(0).timers.size() == 1);
    }

    void ownEntriesTakeThePlaceOfTheirKind() {
        Calibration from;
        from.kinds = {entry("ampere", "megatron"), entry("hopper", "megatron"), entry("ampere", "nanotron")};
        const std::vector<MeasuredRun> runs{
            own_run(1, 0.9), own_run(2, 0.8), own_run(4, 0.85),
            example(8, 1, 1, 1)}; // the last run is not from a person's own log
        const OwnCalibration own = calibrate_on_own_runs(runs, from);
        QCOMPARE(own.calibration.kinds.size(), std::size_t(3));
        QCOMPARE(own.calibration.kinds[1], from.kinds[1]);
        QCOMPARE(own.calibration.kinds[2], from.kinds[2]);
        QCOMPARE(own.calibration.kinds[0].runs, 3);
        QVERIFY(fitted_on(own.calibration.kinds[0], std::string(own_runs_source)));
        const Cluster cluster = cluster_of(runs[0]);
        QCOMPARE(own_runs_behind(own.calibration, cluster, "megatron"), 3);
        QCOMPARE(own_runs_behind(from, cluster, "megatron"), 0);
    }

    void withoutACleanRunNothingIsCalibrated() {
        MeasuredRun unclean = own_run(1, 0.9), untold = own_run(2, 0.8);
        unclean.clean = false;
        untold.lacks = "gpu: is not told";
        for (const auto& [runs, why] : {std::pair(std::vector<MeasuredRun>{unclean}, "no clean run"),
                                        {std::vector<MeasuredRun>{untold}, "gpu: is not told"},
                                        {std::vector<MeasuredRun>{example(1, 1, 8, 1)}, "no clean run"}})
            try {
                calibrate_on_own_runs(runs, {});
                QFAIL("was taken");
            } catch (const InputError& error) {
                QVERIFY2(std::string(error.what()).find(why) != std::string::npos, error.what());
            }
    }

    /// Its plan takes the place of nodes that are alike and of ranks in host order.
    void aRunOfAPlanIsPredictedAsPlanned() {
        MeasuredRun run = own_run(2, 0.8);
        auto start = std::make_shared<PlannedStart>();
        auto cluster = cluster_of(example(2, 1, 8, 1)); // 16 GPUs on two nodes, half of them spare
        start->cluster = std::make_shared<const Cluster>(cluster);
        start->job = job_of(run);
        start->config = config_of(run);
        for (int rank = 0; rank < run.gpus; ++rank)
            start->mapping.gpu_of_rank.push_back(15 - 2 * rank); // every other GPU of both nodes
        const double alike = predicted_time_s(prepared(run), {});
        run.started = start;
        QCOMPARE(mapping_of(run), start->mapping);
        QCOMPARE(cluster_of(run).gpu_count(), 16);
        QVERIFY(predicted_time_s(prepared(run), {}) > alike); // over the network now
    }
};

QTEST_GUILESS_MAIN(OwnRunsTest)
#include "own_runs_test.moc"
