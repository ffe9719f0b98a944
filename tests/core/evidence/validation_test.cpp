// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/comparisons.h"

#include "core/evidence/fit_time.h"
#include "core/evidence/run_time.h"
#include "core/plan/plan_headline.h"
#include "tests/core/evidence/example_run.h"

#include <QtTest>

using namespace pipette;
using pipette::test::example;

class ValidationTest : public QObject {
    Q_OBJECT

private slots:
    void ranksIgnoreTheScaleAndShareTies() {
        QCOMPARE(rank_correlation({1, 2, 3, 4}, {10, 200, 3000, 40000}), 1.0);
        QCOMPARE(rank_correlation({1, 2, 3}, {3, 2, 1}), -1.0);
        QCOMPARE(rank_correlation({1, 1, 2, 2}, {5, 5, 7, 7}), 1.0);
    }

    void errorsAreFractionsOfTheMeasured() {
        const ErrorFigures figures = error_figures({1.1, 1.8}, {1, 2});
        QVERIFY(std::abs(figures.mape - 0.1) < 1e-12);
        QVERIFY(std::abs(figures.bias) < 1e-12);
    }

    void regretIsTheTimeLostByTheFirstRanked() {
        std::vector<MeasuredRun> runs{example(2, 1, 4, 1), example(8, 1, 1, 4), example(1, 1, 8, 1),
                                      example(2, 4, 1, 8)};
        for (MeasuredRun& run : runs)
            run.global_batch = 64;
        std::vector<double> predicted;
        for (MeasuredRun& run : runs) {
            run.time_s = 1;
            predicted.push_back(predicted_time_s(prepared(run), {}));
        }
        const auto first = std::min_element(predicted.begin(), predicted.end()) - predicted.begin();
        const std::size_t other = first == 0 ? 1 : 0;
        for (MeasuredRun& run : runs)
            run.time_s = 1.5;
        runs[static_cast<std::size_t>(first)].time_s = 1.2; // 20 % slower than the fastest
        runs[other].time_s = 1;
        const ValidationReport report = validate(runs, {}, {});
        QCOMPARE(report.overall.regret.groups, 1);
        QVERIFY(std::abs(report.overall.regret.mean - 0.2) < 1e-12);
        QCOMPARE(report.rankings.size(), std::size_t(1));
        QCOMPARE(report.rankings[0].chosen.run, static_cast<std::size_t>(first));
        QCOMPARE(report.rankings[0].fastest.run, other);
        QCOMPARE(report.rankings[0].runs, 4);
    }

    /// The same configuration, measured twice: the choice between them is no merit.
    void ofEqualPredictionsTheSlowestCounts() {
        std::vector<MeasuredRun> runs(2, example(2, 1, 4, 1));
        for (const std::size_t slow : {0, 1}) {
            runs[slow].time_s = 1.25, runs[1 - slow].time_s = 1;
            const ValidationReport report = validate(runs, {}, {});
            QCOMPARE(report.overall.regret.mean, 0.25);
            QCOMPARE(report.rankings.at(0).chosen.run, slow);
        }
    }

    void onlyRunsThatCompeteAreRanked() {
        std::vector<MeasuredRun> runs{example(2, 1, 4, 1), example(4, 1, 2, 1)};
        for (MeasuredRun& run : runs)
            run.global_batch = 64, run.time_s = 1;
        const auto groups = [&] { return validate(runs, {}, {}).overall.regret.groups; };
        QCOMPARE(groups(), 1);
        const MeasuredRun same = runs[1];
        runs[1].source = "another";
        QCOMPARE(groups(), 0);
        runs[1] = same, runs[1].global_batch = 128;
        QCOMPARE(groups(), 0);
        runs[1] = same, runs[1].model.sequence_length = 2048;
        QCOMPARE(groups(), 0);
        runs[1] = same, runs[1].gpu.name = "H100";
        QCOMPARE(groups(), 0);
        runs[1] = same, runs[1].model.name = "other";
        QCOMPARE(groups(), 0);
        runs[1] = same, runs[1].model.heads *= 2; // a model of another shape by the same name
        QCOMPARE(groups(), 0);
        runs[1] = same, runs[1].dp *= 2, runs[1].gpus *= 2;
        QCOMPARE(groups(), 0);
        runs[1] = same, runs[1].time_s = 0;
        QCOMPARE(groups(), 0);
    }

    void pairsAreOrderedWhereTheyDiffer() {
        std::vector<MeasuredRun> runs{example(2, 1, 4, 1), example(2, 1, 4, 2), example(2, 1, 4, 4),
                                      example(2, 1, 4, 8), example(4, 1, 2, 1), example(4, 1, 2, 2),
                                      example(4, 1, 2, 4), example(8, 1, 1, 1), example(8, 1, 1, 1)};
        for (MeasuredRun& run : runs)
            run.global_batch = 64, run.time_s = 1;
        // Only the last layout differs by enough: its two runs take 1.2 in the mean.
        runs[7].time_s = 1.03, runs[8].time_s = 1.37;
        const auto pairs = [&] { return pair_orders(runs, validate(runs, {}, {})).at(0).pairs; };
        const auto predicted_s = [&](std::size_t run) { return predicted_time_s(prepared(runs[run]), {}); };
        int slower = 0;
        for (std::size_t i = 0; i < 7; ++i)
            slower += predicted_s(7) > predicted_s(i);
        const std::vector<PairOrder> orders = pair_orders(runs, validate(runs, {}, {}));
        QCOMPARE(orders.size(), 1u);
        QCOMPARE(orders[0].pairs, 7);
        QCOMPARE(orders[0].right, slower);
        int close = 0; // of pairs that are predicted nearly alike
        for (std::size_t i = 0; i < 8; ++i)
            for (std::size_t j = 0; j < i; ++j)
                close += std::abs(std::log(predicted_s(i) / predicted_s(j))) < std::log(1 + told_apart);
        QVERIFY(close > 0);
        QCOMPARE(orders[0].close, close);
        QVERIFY(orders[0].close_right <= close);
        runs[7].time_s = 1.11, runs[8].time_s = 0.97; // 1.04 in the mean
        QCOMPARE(pairs(), 0);
        std::swap(runs[7], runs[8]);
        QCOMPARE(pairs(), 0);
        runs[8].recipe = "another"; // a layout of its own, against nine
        QCOMPARE(pairs(), 8);
        runs[8].recipe.clear(), runs[6] = runs[5]; // seven layouts
        QVERIFY(pair_orders(runs, validate(runs, {}, {})).empty());
    }

    void whatOneChoiceGainsIsComparedWithNothingElse() {
        std::vector<MeasuredRun> runs(3, example(8, 1, 1, 4));
        for (MeasuredRun& run : runs)
            run.framework = "fsdp2", run.sequence_parallel = true, run.time_s = 2;
        runs[1].overlap_tensor_parallel = true, runs[1].time_s = 1.8;
        runs[2] = runs[1], runs[2].recipe = "another", runs[2].time_s = 1;
        const std::vector<MatchedPair> pairs = matched_pairs(runs, validate(runs, {}, {}));
        QCOMPARE(pairs.size(), 1u);
        QCOMPARE(pairs[0].first, 0u);
        QCOMPARE(pairs[0].second, 1u);
        QVERIFY(std::abs(pairs[0].measured_gain - 0.1) < 1e-12);
        QVERIFY(pairs[0].predicted_gain > 0 && pairs[0].same_sign());
        QVERIFY(!(MatchedPair{"", 0, 0, 0.1, -0.1}.same_sign()));
        QVERIFY(!(MatchedPair{"", 0, 0, 0.3, 0.1}.near()) && (MatchedPair{"", 0, 0, 0.3, 0.25}.near()));
    }

    void everyRunIsCountedOnce() {
        std::vector<MeasuredRun> runs(6, example(2, 1, 4, 1));
        for (MeasuredRun& run : runs)
            run.time_s = 1;
        runs[1].clean = false, runs[1].id = "odd";
        runs[2].status = RunStatus::oom;
        runs[3].gpus = 16, runs[3].id = "many", runs[4] = runs[3], runs[4].id = "more";
        runs[5].precision = Precision::fp8, runs[5].id = "eight bits";
        const ValidationReport report = validate(runs, {}, {});
        QCOMPARE(report.worked, 1);
        QCOMPARE(report.unclean, std::vector<std::string>{"odd"});
        QCOMPARE(report.failed, 1);
        QCOMPARE(number_of(report.inexpressible), 3);
        QCOMPARE(report.inexpressible,
                 (InexpressibleRuns{
                     {"tp*pp*dp*cp: 2*1*4*1 is not the 16 GPUs", {"many", "more"}},
                     {"precision: A100 cannot compute in fp8, it has fp32, fp16, bf16", {"eight bits"}}}));
    }

    void runsOfTheFitAreToldFromThoseItNeverSaw() {
        std::vector<MeasuredRun> runs(8, example(2, 1, 4, 1));
        for (std::size_t i = 0; i < runs.size(); ++i)
            runs[i].id = "r" + std::to_string(i), runs[i].time_s = 1 + 0.01 * double(i);
        for (std::size_t i = 0; i < 3; ++i)
            runs[i].source = "another place";
        const std::vector<MeasuredRun> known(runs.begin() + 3, runs.end());
        const Calibration own = fit_calibration(known).calibration;
        QCOMPARE(own.kinds.at(0).sources, std::vector<std::string>{known[0].source});
        const ValidationReport report = validate(runs, own, {});
        QCOMPARE(report.never_seen.runs, 3);
        QCOMPARE(report.never_seen.fitted, 0);
        QCOMPARE(report.fitted.runs, 5);
        QCOMPARE(report.overall.fitted, 5);
        for (const ValidationGroup& group : report.sources)
            QCOMPARE(group.fitted > 0, group.source != "another place");
        Calibration older = own; // its source was a text alone
        older.kinds[0].sources.clear();
        QCOMPARE(validate(runs, older, {}).fitted.runs, 5);
        runs[5].fine_tunes = true;
        const ValidationReport tuned = validate(runs, own, {});
        QVERIFY(!tuned.fine_tuned.at(0).fitted);
        QCOMPARE(tuned.fitted.runs, 4);
    }

    /// No figure of pre-training moves with it, and no fit sees it.
    void fineTuningCountsApart() {
        std::vector<MeasuredRun> runs(8, example(2, 1, 4, 1));
        for (std::size_t i = 0; i < runs.size(); ++i)
            runs[i].id = "r" + std::to_string(i), runs[i].time_s = 1 + 0.01 * double(i),
            runs[i].peak_memory_bytes = 20e9;
        const ValidationReport before = validate(runs, {}, {});
        runs.push_back(runs[0]);
        runs.back().id = "tuned", runs.back().fine_tunes = true, runs.back().tuning = {16};
        runs.push_back(runs.back());
        runs.back().id = "failed", runs.back().status = RunStatus::oom;
        const ValidationReport report = validate(runs, {}, {});
        QCOMPARE(report.worked, before.worked);
        QCOMPARE(report.failed, 0);
        QCOMPARE(report.rows.size(), before.rows.size());
        QCOMPARE(report.overall.time.mape, before.overall.time.mape);
        QCOMPARE(report.groups.size(), 1u);
        QCOMPARE(report.fine_tuning.size(), 1u);
        QCOMPARE(report.fine_tuning[0].runs, 1);
        QVERIFY(report.fine_tuned.at(0).time_s < report.rows[0].time_s);
        QVERIFY(report.fine_tuned[0].memory_bytes < report.rows[0].memory_bytes);
        QCOMPARE(number_of(report.inexpressible), 1);
        QCOMPARE(memory_samples(runs, "megatron").size(), 8u);
        InexpressibleRuns left_out;
        QCOMPARE(runs_by_source(runs, 100, left_out).at(0).runs.size(), 8u);
    }

    void reasonsAreToldTheMostFrequentFirst() {
        InexpressibleRuns runs{{"once", {"a"}}, {"often", {"b", "c", "d", "e"}}, {"thrice", {"f", "g", "h"}}};
        QCOMPARE(reasons_told(runs),
                 (std::vector<std::string>{"4 runs: often (b, c, d, ...)", "3 runs: thrice (f, g, h)",
                                           "1 run: once (a)"}));
        QCOMPARE(inexpressible_text({{"once", {"a"}}, {"twice", {"b", "c"}}}),
                 std::string("no configuration can express 2 runs: twice (b, c); 1 run: once (a)"));
        for (int i = 0; i < 9; ++i)
            runs["also " + std::to_string(i)] = {"i"};
        QCOMPARE(reasons_told(runs).size(), std::size_t(11));
        QCOMPARE(reasons_told(runs).back(), std::string("and for 2 more reasons"));
    }
};

QTEST_GUILESS_MAIN(ValidationTest)
#include "validation_test.moc"
