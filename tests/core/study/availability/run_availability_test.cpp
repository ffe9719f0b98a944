// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/availability/run_availability.h"

#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/studies/availability_json.h"
#include "core/study/availability/availability_answers.h"

#include <QtTest>
#include <nlohmann/json.hpp>

using namespace pipette;

namespace {

AvailabilityPeriod hours(double count, std::vector<std::string> off = {}) {
    AvailabilityPeriod period;
    period.hours = count;
    period.off = std::move(off);
    return period;
}

/// Two nodes of A100, of which the second comes and goes.
AvailabilityQuestion question() {
    AvailabilityQuestion asked;
    PlanInputs& inputs = asked.inputs;
    inputs.cluster = std::make_shared<const Cluster>(
        read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json"));
    inputs.model = load_model("gpt-1.7b");
    inputs.job.global_batch = 64, inputs.job.sequence_length = 1024;
    inputs.budget.moves = 200, inputs.budget.chains = 1;
    inputs.limits.micro_batches = {1, 2};
    const std::string second = inputs.cluster->nodes[1].host, first = inputs.cluster->nodes[0].host;
    asked.availability.periods = {hours(10),          hours(5, {second}),        hours(10),
                                  hours(2, {second}), hours(1, {first, second}), hours(3)};
    asked.goal.price_per_gpu_hour = 2;
    return asked;
}

AvailabilityResult run(const AvailabilityQuestion& asked, const AvailabilitySinks& sinks = {},
                       std::stop_token stop = {}) {
    return run_availability(asked, {shipped_calibration(), nullptr}, sinks, std::move(stop));
}

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(b));
}

} // namespace

/// Plans of the sets and the courses through them.
class RunAvailabilityTest : public QObject {
    Q_OBJECT

private slots:
    void equal_sets_are_planned_once() {
        int searched = 0, told = 0;
        double last = 0;
        AvailabilitySinks sinks;
        sinks.store.keep = [&](const PlanInputs&, const PlannedPoint&) { ++searched; };
        sinks.planned = [&](const PlannedSet&) { ++told; };
        sinks.progress = [&](const Progress& progress) { last = progress.fraction; };
        const AvailabilityResult result = run(question(), sinks);
        QCOMPARE(result.sets.size(), std::size_t(3));
        QCOMPARE(searched, 2); // nothing is planned where no GPU is
        QCOMPARE(told, 3);
        QCOMPARE(last, 1.0);
        QCOMPARE(result.sets[0].gpus, 16);
        QCOMPARE(result.sets[1].gpus, 8);
        QCOMPARE(result.sets[2].planned.failed, std::string("no GPU is there"));
        QCOMPARE(result.periods.size(), std::size_t(6));
        QCOMPARE(result.periods[3].begin_hours, 25.0);
        QCOMPARE(result.best.periods[4].plan, paused);
    }

    void always_there_is_what_a_study_says() {
        AvailabilityQuestion asked = question();
        asked.availability.periods = {hours(1000)};
        asked.availability.restart_minutes = 0;
        asked.goal.tokens = 1e9;
        const AvailabilityResult result = run(asked);
        QVERIFY(result.best.reached_hours);
        QVERIFY(near(*result.best.reached_hours, 24 * result.plans[0].outcome.days));
        QVERIFY(near(result.best.money, *result.plans[0].outcome.cost));
        QVERIFY(near(gpu_hours_of(result, result.best), result.plans[0].outcome.gpu_hours));
        QCOMPARE(action_at(result.best, 0), std::string_view("start"));
    }

    void the_best_is_never_worse() {
        for (const double minutes : {0.0, 3.0, 30.0, 120.0}) {
            AvailabilityQuestion asked = question();
            asked.availability.restart_minutes = minutes;
            const AvailabilityResult result = run(asked);
            QVERIFY(result.best.steps >= result.always.steps - 1e-6);
            QVERIFY(result.best.steps >= result.never.steps - 1e-6);
            QVERIFY(!answers_of(asked, result).empty());
        }
    }

    void the_deadline_cuts_the_periods() {
        AvailabilityQuestion asked = question();
        asked.goal.days = 0.4;
        QCOMPARE(run(asked).periods.size(), std::size_t(1));
        QCOMPARE(run(asked).sets[1].planned.failed, std::string("no period before the deadline has it"));
        asked.goal.days = 0.5;
        const AvailabilityResult result = run(asked);
        QCOMPARE(result.periods.size(), std::size_t(2));
        QCOMPARE(result.periods.back().end_hours, 12.0);
        QVERIFY(nlohmann::json::parse(availability_to_text(asked, result))["assumptions"].dump().find(
                    "after the deadline") != std::string::npos);
    }

    void rounds_repeat_the_periods() {
        AvailabilityQuestion asked = question();
        asked.availability.rounds = 3;
        const AvailabilityResult result = run(asked);
        QCOMPARE(result.periods.size(), std::size_t(18));
        QCOMPARE(result.periods[6].begin_hours, 31.0);
        QCOMPARE(result.periods[6].set, 0);
    }

    void defaults_are_said() {
        const AvailabilityQuestion asked = question();
        const AvailabilityResult result = run(asked);
        QCOMPARE(restart_minutes(asked), 3.0);
        QVERIFY(near(result.plans[0].lost_minutes, result.plans[0].outcome.goodput.interval_s / 120));
        std::string all;
        for (const std::string& line : assumptions_of(asked, result))
            all += line + "\n";
        for (const char* said : {"starts 3 minutes before", "half the time between two checkpoints",
                                 "2 USD a GPU-hour (price as entered)"})
            QVERIFY2(all.find(said) != std::string::npos, all.c_str());
    }

    void a_cost_over_the_budget_is_said() {
        AvailabilityQuestion asked = question();
        asked.goal.budget = 1;
        const std::string best = answers_of(asked, run(asked)).front();
        QVERIFY2(best.find(", which is over the budget of 1 USD") != std::string::npos, best.c_str());
    }

    void a_set_that_is_too_small_says_why() {
        AvailabilityQuestion asked = question();
        asked.inputs.model = load_model("gpt-1t"); // no two nodes hold it
        const AvailabilityResult result = run(asked);
        QVERIFY(result.plans.empty());
        QVERIFY(!result.sets[0].planned.failed.empty());
        QCOMPARE(result.best.steps, 0.0);
        QVERIFY(answers_of(asked, result).front().starts_with("No plan fits on any of the sets"));
        QVERIFY(nlohmann::json::parse(availability_to_text(asked, result)).contains("policies"));
    }

    void sizes_of_the_limits_hold_where_they_can() {
        AvailabilityQuestion asked = question();
        asked.inputs.limits.world_sizes = {16};
        const AvailabilityResult result = run(asked);
        QCOMPARE(result.plans.size(), std::size_t(2));
        QCOMPARE(result.plans[1].candidate->config.world(), 8);
    }

    void it_stops() {
        std::stop_source source;
        AvailabilitySinks sinks;
        sinks.planned = [&](const PlannedSet&) { source.request_stop(); };
        const AvailabilityQuestion asked = question();
        const AvailabilityResult result = run(asked, sinks, source.get_token());
        QVERIFY(result.stopped_early);
        QCOMPARE(answers_of(asked, result).size(), std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(RunAvailabilityTest)
#include "run_availability_test.moc"
