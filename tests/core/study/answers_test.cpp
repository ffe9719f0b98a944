// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/documents/cluster_json.h"
#include "core/study/answers.h"
#include "core/study/question.h"
#include "core/study/size_search.h"

#include <QtTest>

using namespace pipette;

namespace {

constexpr double low = 0.9, high = 1.1; // the range of an estimate, over it

/// A planned point; its days are those of a goal with tokens, its cost is `price` times the days.
PointResult planned(StudyPoint at, double step_s, double days, const TrainingGoal& goal, double price = 100) {
    Candidate best;
    best.config.dp = 8;
    best.iteration_time_s = step_s, best.low_s = low * step_s, best.high_s = high * step_s;
    best.tokens_per_s = 1e6 / step_s;
    PointResult point;
    point.at = std::move(at), point.done = true;
    point.outcome.days = days;
    if (days > 0)
        point.outcome.cost = price * days, point.outcome.currency = goal.currency,
        point.outcome.price_text = "2 USD a GPU-hour (price as entered)";
    point.meets_deadline = meets(point.outcome, goal);
    point.deadline = deadline_of(best, point.outcome, goal);
    point.planned.best = std::make_shared<const Candidate>(best);
    return point;
}

Study study_over(StudyAxis axis, double deadline = 0) {
    Study study;
    study.axes = {std::move(axis)};
    study.base.goal.tokens = 1e12, study.base.goal.days = deadline;
    return study;
}

/// Answers of "what if I lose two nodes?", where a step takes 1.25 times as long.
std::vector<std::string> lost_nodes(double deadline) {
    const Study study = study_over({"lost_nodes", {0.0, 2.0}}, deadline);
    StudyResult result;
    result.points = {planned({{"lost_nodes", 0.0}}, 4, 44.6, study.base.goal),
                     planned({{"lost_nodes", 2.0}}, 5, 55.9, study.base.goal, 80)};
    return answers_of(study, result);
}

} // namespace

/// Every question has an answer in one sentence with its numbers.
class AnswersTest : public QObject {
    Q_OBJECT

private slots:
    void a_study_that_has_not_run_says_so() {
        const Study study = study_over({"lost_nodes", {0.0, 2.0}});
        StudyResult result;
        result.points.resize(2);
        for (const StudyResult& empty : {StudyResult{}, result})
            QCOMPARE(answers_of(study, empty),
                     std::vector<std::string>{"This study has not run: none of its points is planned yet."});
    }

    void what_if_compares_with_what_there_is() {
        QCOMPARE(lost_nodes(0),
                 (std::vector<std::string>{
                     "Without 2 nodes a step takes 25 % longer: 55.9 (range 50.3 to 61.5) "
                     "instead of 44.6 days, cost +0.3 % to 4,472 USD at 2 USD a GPU-hour (price as "
                     "entered)."}));
    }

    void a_deadline_is_said_first() {
        QVERIFY2(lost_nodes(50).front().starts_with("Misses the deadline of 50 days: without 2 nodes"),
                 lost_nodes(50).front().c_str());
        QVERIFY(
            lost_nodes(57).front().starts_with("Perhaps within the deadline of 57 days, which lies inside"));
        QVERIFY(lost_nodes(55).front().starts_with("Perhaps within the deadline of 55 days"));
        QVERIFY(lost_nodes(62).front().starts_with("Within the deadline of 62 days: without 2 nodes"));
    }

    void what_cannot_be_planned_says_why() {
        const Study study = study_over({"link_factor", {1.0, 0.5}});
        StudyResult result;
        result.points = {planned({{"link_factor", 1.0}}, 4, 0, {}), {}};
        result.points[1].at = {{"link_factor", 0.5}}, result.points[1].done = true;
        result.points[1].planned.failed = "no memory";
        QCOMPARE(
            answers_of(study, result).front(),
            std::string("With 0.5 times the bandwidth between nodes nothing can be planned: no memory."));
    }

    void two_choices_are_held_against_each_other() {
        const Study study = study_over({"machine", {"128 A100@2", "64 H100@3"}});
        StudyResult result;
        result.points = {planned({{"machine", "128 A100@2"}}, 4, 40, study.base.goal),
                         planned({{"machine", "64 H100@3"}}, 3, 30, study.base.goal, 150)};
        const std::vector<std::string> answers = answers_of(study, result);
        QCOMPARE(
            answers.front(),
            std::string(
                "On 64 H100@3 it takes 25 % less time than on 128 A100@2: 30.0 days (range 27.0 to "
                "33.0) instead of 40.0 days (range 36.0 to 44.0), and costs 12.5 % more: 4,500 USD "
                "at 2 USD a GPU-hour (price as entered) instead of 4,000 USD at 2 USD a GPU-hour (price as "
                "entered)."));
        QVERIFY2(answers.at(1).starts_with("Soonest, on 64 H100@3 (pp=1 tp=1 dp=8 mb=1 on 8 GPUs): 30.0 days "
                                           "(range 27.0 to 33.0), 4,500 USD at 2 USD a GPU-hour"),
                 answers.at(1).c_str());
    }

    void ranges_that_meet_leave_the_order_open() {
        const Study study = study_over({"machine", {"128 A100@2", "64 H100@3"}});
        StudyResult result;
        result.points = {planned({{"machine", "128 A100@2"}}, 4, 35, study.base.goal),
                         planned({{"machine", "64 H100@3"}}, 3, 30, study.base.goal, 500)};
        const std::string answer = answers_of(study, result).front();
        QVERIFY2(answer.find(", and costs 4.29 times as much: 15,000 USD") != std::string::npos,
                 answer.c_str());
        QVERIFY2(answer.ends_with("; the ranges meet, so that the estimates do not tell for sure which is "
                                  "sooner."),
                 answer.c_str()); // up to 33.0 days, and from 31.5
    }

    void a_budget_chooses_the_soonest_that_it_pays() {
        Study study = study_over({"machine", {"128 A100@2", "64 H100@3"}});
        study.base.goal.budget = 4200;
        StudyResult result;
        result.points = {planned({{"machine", "128 A100@2"}}, 4, 40, study.base.goal),
                         planned({{"machine", "64 H100@3"}}, 3, 30, study.base.goal, 150)};
        std::vector<std::string> answers = answers_of(study, result);
        QVERIFY2(answers.at(1).starts_with("Soonest, on 64 H100@3") &&
                     answers.at(1).ends_with("which is over the budget of 4,200 USD."),
                 answers.at(1).c_str());
        QVERIFY2(
            answers.at(2).starts_with("Cheapest and soonest within the budget of 4,200 USD, on 128 A100@2") &&
                !answers.at(2).ends_with("budget of 4,200 USD."),
            answers.at(2).c_str());
        study.base.goal.budget = 3000;
        answers = answers_of(study, result);
        QCOMPARE(answers.at(1), std::string("No point is known to cost 3,000 USD or less."));
    }

    void transfers_are_a_part_of_the_cost() {
        Candidate candidate;
        candidate.config.dp = 2, candidate.mapping.gpu_of_rank = {0, 1};
        candidate.iteration_time_s = 2, candidate.tokens_per_s = 500; // 1000 tokens a step
        candidate.transfer_usd = 0.25;
        const Cluster cluster = read_cluster(PIPETTE_SOURCE_DIR "/sample_clusters/starter_2x8_a100.json");
        TrainingGoal goal;
        goal.tokens = 1e6, goal.price_per_gpu_hour = 3;
        const Outcome with = outcome_of(candidate, cluster, goal);
        QCOMPARE(with.transfer_cost, 250.0); // 1000 steps
        QVERIFY(with.price_text.ends_with(", 250 USD for transfers included"));
        candidate.transfer_usd = 0;
        QCOMPARE(*with.cost, *outcome_of(candidate, cluster, goal).cost + 250);
        candidate.transfer_usd = 0.25, goal.currency = "EUR"; // prices of transfers are in USD
        QCOMPARE(outcome_of(candidate, cluster, goal).transfer_cost, 0.0);
        QVERIFY(outcome_of(candidate, cluster, goal).price_text.ends_with(", without 250 USD for transfers"));
    }

    void nothing_is_said_to_meet_a_deadline_that_lies_inside_its_range() {
        const Study study = study_over({"machine", {"128 A100@2", "64 H100@3"}}, 32);
        const TrainingGoal& goal = study.base.goal;
        StudyResult result;
        result.points = {planned({{"machine", "128 A100@2"}}, 4, 40, goal, 100),
                         planned({{"machine", "64 H100@3"}}, 3, 30, goal, 150)};
        const std::string answer = answers_of(study, result).at(1);
        QVERIFY2(
            answer.starts_with("Soonest and cheapest of those that may meet the deadline, perhaps within "
                               "the deadline of 32 days, which lies inside the range of the estimate: "),
            answer.c_str());
    }

    /// The window names point_of_answer().
    void what_is_cheapest_in_time_is_the_point_of_the_answer() {
        const Study study = study_over({"machine", {"slow", "large", "small"}}, 50);
        const TrainingGoal& goal = study.base.goal;
        StudyResult result;
        result.points = {planned({{"machine", "slow"}}, 7, 70, goal, 10),
                         planned({{"machine", "large"}}, 3, 30, goal, 100),
                         planned({{"machine", "small"}}, 3, 30, goal, 100)};
        auto fewer = std::make_shared<Candidate>(*result.points[2].planned.best);
        fewer->config.dp = 4;
        result.points[2].planned.best = fewer;
        const auto told = [&] {
            for (const std::string& sentence : answers_of(study, result))
                if (sentence.find("heapest of those that meet the deadline") != std::string::npos)
                    return sentence;
            return std::string();
        };
        QCOMPARE(point_of_answer(result, goal) - result.points.data(), 2); // as dear, on fewer GPUs
        QVERIFY2(told().find("on small") != std::string::npos, told().c_str());
        for (std::size_t point : {1u, 2u})
            result.points[point].outcome.cost.reset();
        QCOMPARE(point_of_answer(result, goal) - result.points.data(), 2);
        QVERIFY2(told().empty(), told().c_str()); // nobody knows what is cheapest in time
    }

    void the_fewest_gpus_are_perhaps_enough() {
        const Study study = study_over({"gpus", {64.0, 128.0, 256.0}}, 42);
        const TrainingGoal& goal = study.base.goal;
        StudyResult result;
        SizeAnswer sizes;
        for (const auto& [gpus, days] : {std::pair(64, 80.0), {128, 40.0}, {256, 20.0}}) {
            result.points.push_back(planned({{"gpus", double(gpus)}}, days / 10, days, goal));
            result.points.back().outcome.cost.reset(); // no price is known
            sizes.points.push_back({gpus, result.points.back()});
        }
        sizes.answer = 1;
        QVERIFY(answers_of(study, result)
                    .front()
                    .starts_with("Perhaps 128 GPUs are the fewest of the sizes tried that train 1T tokens "
                                 "within 42 days: 40.0 days (range 36.0 to 44.0)"));
        for (PointResult& point : result.points) // 256 GPUs are sooner and cheaper than the fewest
            point.outcome.currency = "USD", point.outcome.cost = 3e5 - 1e6 / point.outcome.days;
        const std::vector<std::string> answers = answers_of(study, result);
        QVERIFY2(answers[0].starts_with("256 GPUs are the cheapest of the sizes tried that train 1T tokens "
                                        "within 42 days: 20.0 days"),
                 answers[0].c_str());
        QVERIFY2(answers[1].starts_with("Perhaps 128 GPUs are the fewest of the sizes tried"),
                 answers[1].c_str());
        for (const std::string& sentence : answers) // the first tells the point in time, once
            QVERIFY2(sentence.find("that meet the deadline") == std::string::npos, sentence.c_str());
        QCOMPARE(point_of_answer(result, goal) - result.points.data(), 2);
        TrainingGoal open_end = goal;
        open_end.days = 0; // what trains a token soonest answers, whatever it costs
        result.points[0].outcome.cost = 1;
        QCOMPARE(point_of_answer(result, open_end) - result.points.data(), 2);
        const std::string answer = answer_text(sizes, goal);
        QVERIFY(answer.starts_with("Perhaps 128 GPUs are the fewest that train 1T tokens within 42 days"));
        QVERIFY2(answer.ends_with("256 GPUs meet it at the upper end of their range, too."), answer.c_str());
    }

    void one_gpu_is_told_in_the_singular() {
        const Study study = study_over({"gpus", {1.0, 2.0}}, 42);
        StudyResult result;
        result.points = {planned({{"gpus", 1.0}}, 3, 30, study.base.goal, 100),
                         planned({{"gpus", 2.0}}, 2, 20, study.base.goal, 200)};
        QVERIFY(
            answers_of(study, result)
                .front()
                .starts_with("1 GPU is the fewest of the sizes tried that train 1T tokens within 42 days: "));
        result.points[0].deadline = Deadline::perhaps, result.points[0].assumed_cluster = true;
        QVERIFY(answers_of(study, result).front().starts_with("Perhaps 1 GPU (assumed) is the fewest "));
    }

    void each_question_of_the_menu_has_a_sentence_of_its_own() {
        for (const StudyQuestion* question : all_questions()) {
            if (question->axes == nullptr || !question->to_enter.empty())
                continue; // values that a person enters: two choices, above
            const Study study = study_over(question->axes({}, {}).front());
            StudyResult result;
            for (const AxisValue& value : study.axes.front().values)
                result.points.push_back(planned({{study.axes.front().axis, value}}, 4, 40, study.base.goal));
            const std::string answer = answers_of(study, result).front();
            QVERIFY2(answer.find("a step takes as long: 40.0 (range 36.0 to 44.0) instead of 40.0 days") !=
                         std::string::npos,
                     answer.c_str());
        }
    }

    void what_changes_most_comes_first() {
        Study study;
        study.base.goal.tokens = 1e12;
        study.sensitivity = {0.1, {"link_factor", "peak_factor"}};
        StudyResult result;
        result.points = {planned({}, 4, 40, study.base.goal)};
        for (const auto& [axis, factor, days] : {std::tuple("link_factor", 0.9, 40.8),
                                                 {"link_factor", 1.1, 39.6},
                                                 {"peak_factor", 0.9, 43.6},
                                                 {"peak_factor", 1.1, 36.8}}) {
            result.points.push_back(planned({{axis, factor}}, days / 10, days, study.base.goal));
            result.points.back().moved = true;
        }
        QCOMPARE(
            answers_of(study, result).front(),
            std::string("Peak of matrix products has the largest effect: with 10 % less the time changes by "
                        "+9.0 %, with 10 % more by -8.0 %; the cost changes by +9.0 % and -8.0 %."));
    }

    void money_is_in_one_currency_with_its_source() {
        Candidate candidate;
        candidate.mapping.gpu_of_rank = {0}, candidate.tokens_per_s = 1e6;
        Cluster parts;
        NodeKind kind;
        kind.name = "k", kind.gpus = 1, kind.intra_node.bandwidth_gb_per_s = 100;
        kind.gpu.name = "G", kind.gpu.memory_gib = 80, kind.gpu.hbm_gb_per_s = 2000;
        std::fill(std::begin(kind.gpu.peak_tflops), std::end(kind.gpu.peak_tflops), 100.0);
        kind.gpu.price_per_hour = 3, kind.gpu.price_source = "a list of 2025";
        parts.node_kinds = {kind}, parts.nodes = {{"a", 0, {}}};
        parts.inter_node.bandwidth = BandwidthMatrix(1);
        const Cluster cluster = make_cluster(parts);
        TrainingGoal goal;
        goal.tokens = 1e12;
        QCOMPARE(outcome_of(candidate, cluster, goal).price_text,
                 std::string("3 USD a GPU-hour (a list of 2025)"));
        goal.currency = "EUR"; // the list's prices are in USD
        QVERIFY(!outcome_of(candidate, cluster, goal).cost);
        goal.price_per_gpu_hour = 2.5;
        const Outcome outcome = outcome_of(candidate, cluster, goal);
        QCOMPARE(outcome.price_text, std::string("2.5 EUR a GPU-hour (price as entered)"));
        QVERIFY(cost_text(outcome).ends_with(" EUR"));
    }
};

QTEST_GUILESS_MAIN(AnswersTest)
#include "answers_test.moc"
