// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/availability/course.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>

using namespace pipette;

namespace {

constexpr double near = 1e-9;

/// A fast plan on all GPUs (0) and a slow one on half of them (1); three periods, the middle one on half.
CourseChoices three_periods() {
    CourseChoices choices;
    choices.plans = {{100, 8, 0, 0.5}, {60, 4, 0, 0.5}};
    choices.restart_hours = 0.25;
    choices.periods = {{10, 1, false, 0, {1, 1}}, {2, 1, false, 1, {0, 1}}, {10, 1, false, 0, {1, 1}}};
    return choices;
}

int pick(std::mt19937& random, int most) {
    return std::uniform_int_distribution<int>(0, most)(random);
}

/// Rates, prices and hours from few values, so that many ways are equally good.
CourseChoices made_up(std::mt19937& random) {
    CourseChoices choices;
    const int plans = 1 + pick(random, 2), periods = 1 + pick(random, 4);
    for (int i = 0; i < plans; ++i)
        choices.plans.push_back({double(1 + pick(random, 3)), double(pick(random, 3)), 0.5 * pick(random, 1),
                                 0.5 * pick(random, 3)});
    choices.restart_hours = 0.25 * pick(random, 7);
    for (int p = 0; p < periods; ++p) {
        CoursePeriod period{
            0.5 + 0.25 * pick(random, 10), 0.5 * (1 + pick(random, 2)), pick(random, 1) == 0, paused, {}};
        for (int i = 0; i < plans; ++i)
            period.runs.push_back(pick(random, 3) > 0);
        for (int i = 0; i < plans; ++i)
            if (period.runs[std::size_t(i)] != 0 && pick(random, 3) > 0)
                period.best_plan = i;
        period.changes = p == 0 || pick(random, 1) == 0 || choices.periods.back().runs != period.runs;
        choices.periods.push_back(period);
    }
    if (pick(random, 1) == 0)
        choices.goal_steps = 1 + pick(random, 12);
    // What some way has done when a period ends: rounding must not put the goal off.
    else if (const int kept = 1 + pick(random, periods - 1); pick(random, 1) == 0) {
        CourseChoices first = choices;
        first.periods.resize(std::size_t(kept));
        choices.goal_steps = course_of(first, always_replanned(first)).steps;
    }
    return choices;
}

/// What courses are compared by, the most important first: hours to the goal, steps, money, starts.
using Worth = std::tuple<double, double, double, int>;

Worth worth_of(const Course& course) {
    return {course.reached_hours.value_or(HUGE_VAL), course.reached_hours ? 0 : -course.steps, course.money,
            course.starts};
}

bool better(const Worth& a, const Worth& b) {
    const auto [goal_a, steps_a, money_a, starts_a] = a;
    const auto [goal_b, steps_b, money_b, starts_b] = b;
    if (goal_a != goal_b && !(std::abs(goal_a - goal_b) < near))
        return goal_a < goal_b;
    if (std::abs(steps_a - steps_b) > near)
        return steps_a < steps_b;
    if (std::abs(money_a - money_b) > near)
        return money_a < money_b;
    return starts_a < starts_b;
}

/// Every sequence of plans that can run, and pauses.
Worth best_of_all(const CourseChoices& choices, PlanSequence& sequence) {
    if (sequence.size() == choices.periods.size())
        return worth_of(course_of(choices, sequence));
    Worth best{HUGE_VAL, HUGE_VAL, HUGE_VAL, 0};
    const std::vector<char>& runs = choices.periods[sequence.size()].runs;
    for (int plan = paused; plan < int(runs.size()); ++plan) {
        if (plan != paused && runs[std::size_t(plan)] == 0)
            continue;
        sequence.push_back(plan);
        const Worth worth = best_of_all(choices, sequence);
        sequence.pop_back();
        if (better(worth, best))
            best = worth;
    }
    return best;
}

} // namespace

/// The choice among plans, period by period.
class CourseTest : public QObject {
    Q_OBJECT

private slots:
    void a_course_adds_up() {
        const CourseChoices choices = three_periods();
        const Course course = course_of(choices, {0, 1, 0});
        QCOMPARE(course.starts, 3);
        QCOMPARE(course.periods[0].restart_hours, 0.25);
        QCOMPARE(course.periods[0].lost_hours, 0.5); // nobody said that GPUs go
        QCOMPARE(course.periods[0].steps, 100 * (10 - 0.25 - 0.5));
        QCOMPARE(course.periods[1].lost_hours, 0.0); // its GPUs stay
        QCOMPARE(course.periods[1].steps, 60 * (2 - 0.25));
        QCOMPARE(course.periods[2].steps, 100 * (10 - 0.25));
        QCOMPARE(course.money, 8.0 * 20 + 4.0 * 2);
        QVERIFY(!course.reached_hours);
    }

    void an_announcement_saves_the_work() {
        CourseChoices choices = three_periods();
        choices.periods[1].announced = true;
        QCOMPARE(course_of(choices, {0, paused, 0}).periods[0].lost_hours, 0.0);
        QCOMPARE(course_of(choices, {0, paused, 0}).money, 160.0); // a pause is free
    }

    void a_plan_that_goes_and_comes_starts_again() {
        const Course never = course_of(three_periods(), never_replanned(three_periods()));
        QCOMPARE(never.starts, 2);
        QCOMPARE(never.steps, 100 * (10 - 0.25 - 0.5) + 100 * (10 - 0.25));
    }

    void no_work_is_lost_that_was_not_done() {
        CourseChoices choices = three_periods();
        choices.plans[0].lost_hours = 100;
        QCOMPARE(course_of(choices, {0, paused, paused}).steps, 0.0);
    }

    /// Hours of the same GPUs, cut in two: no checkpoint is written between them.
    void work_stays_at_risk_until_gpus_change() {
        CourseChoices choices = three_periods();
        choices.plans[0].lost_hours = 2;
        CourseChoices cut = choices;
        cut.periods[0].hours = 9.9;
        cut.periods.insert(cut.periods.begin() + 1, choices.periods[0]);
        cut.periods[1].hours = 0.1, cut.periods[1].price_factor = 2, cut.periods[1].changes = false;
        const Course whole = course_of(choices, {0, paused, paused}),
                     parts = course_of(cut, {0, 0, paused, paused});
        QVERIFY(std::abs(whole.steps - parts.steps) < near * whole.steps);
        QCOMPARE(parts.periods[1].lost_hours, 2.0);
        cut.periods[1].changes = true; // others came or went, and a checkpoint was written
        QCOMPARE(course_of(cut, {0, 0, paused, paused}).periods[1].lost_hours, 0.1);
    }

    void a_restart_goes_on_in_the_next_period() {
        CourseChoices choices = three_periods();
        choices.restart_hours = 11;
        const Course course = course_of(choices, {1, 1, 1});
        QCOMPARE(course.starts, 1);
        QCOMPARE(course.periods[0].steps, 0.0);
        QCOMPARE(course.periods[1].steps, 60.0);
        QCOMPARE(course.periods[2].steps, 600.0);
    }

    void the_goal_ends_a_course() {
        CourseChoices choices = three_periods();
        choices.goal_steps = 1000;
        const Course course = course_of(choices, {0, 1, 0});
        QVERIFY(course.reached_hours);
        QVERIFY(std::abs(*course.reached_hours - (12 + 0.25 + (1000 - 925 - 105) / 100.0)) > 0.1); // not yet
        QCOMPARE(*course.reached_hours, 10 + 0.25 + (1000 - 925) / 60.0);
        QCOMPARE(course.periods[2].hours, 0.0);
        QCOMPARE(course.steps, 1000.0);
    }

    /// A start costs a quarter of an hour: half an hour on more GPUs is not worth two of them.
    void a_short_gift_is_not_taken() {
        CourseChoices choices = three_periods();
        choices.periods[1].hours = 0.5;
        std::swap(choices.periods[0].runs, choices.periods[1].runs);
        choices.periods[2].runs = {0, 1};
        for (CoursePeriod& period : choices.periods)
            period.best_plan = period.runs[0] != 0 ? 0 : 1;
        QCOMPARE(best_sequence(choices), (PlanSequence{1, 1, 1}));
        QCOMPARE(always_replanned(choices), (PlanSequence{1, 0, 1}));
        choices.periods[1].hours = 5;
        QCOMPARE(best_sequence(choices), (PlanSequence{1, 0, 1}));
    }

    void without_a_plan_or_a_period_nothing_runs() {
        CourseChoices choices;
        QVERIFY(best_sequence(choices).empty());
        choices.periods = {{1, 1, false, paused, {}}};
        QCOMPARE(best_sequence(choices), PlanSequence{paused});
        QCOMPARE(never_replanned(choices), PlanSequence{paused});
        QCOMPARE(course_of(choices, {paused}).steps, 0.0);
    }

    void it_is_the_best_of_all_sequences() {
        std::mt19937 random(7);
        int goals = 0;
        for (int i = 0; i < 300; ++i) {
            const CourseChoices choices = made_up(random);
            const Course course = course_of(choices, best_sequence(choices));
            PlanSequence sequence;
            const Worth best = best_of_all(choices, sequence), found = worth_of(course);
            goals += course.reached_hours ? 1 : 0;
            QVERIFY2(!better(best, found),
                     qPrintable(QStringLiteral("case %1: %2 h %3 steps %4 money %5 starts, not %6 %7 %8 %9")
                                    .arg(i)
                                    .arg(std::get<0>(best))
                                    .arg(-std::get<1>(best))
                                    .arg(std::get<2>(best))
                                    .arg(std::get<3>(best))
                                    .arg(std::get<0>(found))
                                    .arg(-std::get<1>(found))
                                    .arg(std::get<2>(found))
                                    .arg(std::get<3>(found))));
        }
        QVERIFY(goals > 50);
    }

    void it_is_never_worse_than_the_simple_policies() {
        std::mt19937 random(11);
        for (int i = 0; i < 2000; ++i) {
            const CourseChoices choices = made_up(random);
            const Worth found = worth_of(course_of(choices, best_sequence(choices)));
            QVERIFY(!better(worth_of(course_of(choices, always_replanned(choices))), found));
            QVERIFY(!better(worth_of(course_of(choices, never_replanned(choices))), found));
        }
    }

    void two_thousand_periods_and_a_hundred_plans_are_quick() {
        std::mt19937 random(3);
        CourseChoices choices;
        for (int i = 0; i < 100; ++i)
            choices.plans.push_back({50.0 + i, double(i), 0, 0.2});
        choices.restart_hours = 0.3;
        for (int p = 0; p < 2000; ++p) {
            choices.periods.push_back({0.1 + 0.1 * pick(random, 20), 1, false, 0, {}});
            for (int i = 0; i < 100; ++i)
                choices.periods.back().runs.push_back(pick(random, 9) > 0);
        }
        QElapsedTimer timer;
        timer.start();
        QVERIFY(course_of(choices, best_sequence(choices)).steps > 0);
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_APPLESS_MAIN(CourseTest)
#include "course_test.moc"
