// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit_time.h"
#include "core/evidence/run_time.h"

#include "core/cost/iteration_time.h"
#include "tests/core/evidence/example_run.h"

#include <QtTest>

using namespace pipette;
using pipette::test::example;

class MeasuredRunTest : public QObject {
    Q_OBJECT

private slots:
    void nanotronSplitsByTheWeightOfItsProducts() {
        TransformerModel model; // 16 layers; the head weighs as much as 4 of them
        model.layers = 16, model.hidden = 2048, model.ffn_hidden = 8192, model.vocab = 131072;
        const auto split = [&](int stages, int replicas) {
            ParallelConfig config;
            config.pp = stages, config.dp = replicas, config.zero_stage = 0;
            return split_layers(model, config, framework_of("nanotron"));
        };
        QCOMPARE(split(1, 1), (std::vector<int>{16}));
        QCOMPARE(split(2, 1), (std::vector<int>{10, 6}));
        QCOMPARE(split(4, 1), (std::vector<int>{5, 5, 5, 1}));
        QCOMPARE(split(2, 256), (std::vector<int>{11, 5})); // the host of so many GPUs waits
        QCOMPARE(split(4, 128), (std::vector<int>{6, 5, 5, 0}));
    }

    void frameworksAreKnownByTheNamesPeopleGiveThem() {
        QCOMPARE(framework_labelled("Megatron-LM"), std::string("megatron"));
        QCOMPARE(framework_labelled("Megatron-DeepSpeed"), std::string("megatron-deepspeed"));
        QCOMPARE(framework_labelled("NeMo / Megatron-Core"), std::string("nemo"));
        QCOMPARE(framework_labelled("Megatron-Bridge / Megatron-Core 26.08"), std::string("nemo"));
    }

    void reportsOlderThanFlashAttentionRanWithout() {
        MeasuredRun run = example(2, 2, 2, 1);
        run.framework = "megatron", run.gpu.architecture = "ampere", run.model.gated_mlp = false;
        QVERIFY(!job_of(run).flash_attention);
        MeasuredRun later = run;
        later.gpu.architecture = "hopper";
        QVERIFY(job_of(later).flash_attention);
        later = run, later.framework = "nanotron";
        QVERIFY(job_of(later).flash_attention);
        later = run, later.model.gated_mlp = true;
        QVERIFY(job_of(later).flash_attention);
        later = run, later.flash_attention = true; // what is published counts
        QVERIFY(job_of(later).flash_attention);
    }

    void sizesThatDoNotMultiplyCannotBeExpressed() {
        MeasuredRun run = example(2, 2, 2, 1);
        QCOMPARE(why_inexpressible(run), std::string());
        run.gpus = 16;
        QCOMPARE(why_inexpressible(run), std::string("tp*pp*dp*cp: 2*2*2*1 is not the 16 GPUs"));
        run = example(3, 1, 1, 1);
        QCOMPARE(why_inexpressible(run), std::string("tp: 3 does not divide the 16 heads"));
        run = example(2, 2, 2, 1);
        run.precision = Precision::fp8; // an A100 has none
        QCOMPARE(why_inexpressible(run), std::string("precision: A100 has no fp8"));
        run = example(2, 4, 1, 1);
        run.vpp = 2, run.global_batch = 6;
        QVERIFY(why_inexpressible(run).starts_with("schedule: 4 devices, 6 microbatches, 2 chunks"));
        run = example(1, 4, 1, 1);
        run.global_batch = 10'000'000; // not simulated to its end
        QCOMPARE(why_inexpressible(run), std::string());
        run = example(1, 1, 8192, 1);
        run.gpus_per_node = 1;
        QCOMPARE(why_inexpressible(run), std::string("gpus: 8192 nodes are more than 4096"));
    }

    void validationPredictsWhatAnEstimateShows() {
        const Calibration calibration;
        for (const MeasuredRun& run : {example(2, 2, 2, 1), example(8, 1, 4, 2), example(1, 8, 4, 1)}) {
            PlanInputs inputs;
            inputs.cluster = share(cluster_of(run));
            inputs.model = run.model;
            inputs.job = job_of(run);
            const PreparedRun ready = prepared(run);
            const double shown =
                estimate_time(inputs, ready.config, ready.mapping, calibration).iteration_time_s;
            QCOMPARE(predicted_time_s(ready, calibration), shown);
        }
    }

    void runsArePredictedWithTheCongestionThatTheyMet() {
        Calibration calibration;
        KindCalibration& kind = calibration.kinds.emplace_back();
        kind.architecture = "ampere", kind.framework = "megatron", kind.runs = 1;
        kind.congestion.measured_on = "their cluster", kind.congestion.send_wait_s = 0.1;
        const MeasuredRun run = example(8, 4, 2, 1);
        const PreparedRun ready = prepared(run);
        PlanInputs inputs;
        inputs.model = run.model, inputs.job = job_of(run);
        const auto shown_on = [&](const Cluster& cluster) {
            inputs.cluster = share(cluster);
            return estimate_time(inputs, ready.config, ready.mapping, calibration).iteration_time_s;
        };
        const double predicted = predicted_time_s(ready, calibration);
        QCOMPARE(predicted, shown_on(cluster_of(run, calibration)));
        QVERIFY(predicted > shown_on(cluster_of(run)) + 0.1); // another cluster's sends do not wait
    }

    void aFitRecoversTheParametersThatMadeItsRuns() {
        Calibration truth;
        truth.kinds.emplace_back();
        KindCalibration& kind = truth.kinds[0];
        kind.architecture = "ampere", kind.framework = "megatron";
        kind.matmul_efficiency = 0.6, kind.launch_s = 2e-3, kind.launch_share = 0.3;
        kind.attention_efficiency = 0.5, kind.memory_efficiency = 0.7;
        kind.intra_efficiency = 0.5, kind.exchange_efficiency = 0.4;
        std::vector<MeasuredRun> runs;
        for (const int tp : {1, 2, 4, 8})
            for (const int pp : {1, 2, 4})
                for (const int dp : {1, 2, 4, 8})
                    for (const int micro_batch : {1, 4, 16})
                        for (const int hidden : {2048, 4096}) {
                            MeasuredRun run = example(tp, pp, dp, micro_batch);
                            run.model.hidden = hidden, run.model.ffn_hidden = 4 * hidden;
                            run.model.heads = run.model.kv_heads = hidden / 128;
                            run.time_s = predicted_time_s(prepared(run), truth);
                            runs.push_back(run);
                        }
        FitOptions options;
        options.folds = 1;
        const FitReport report = fit_calibration(runs, {}, options).reports.at(0);
        QVERIFY2(report.error < 0.01, qPrintable(QString::number(report.error)));
        const auto close = [&](double KindCalibration::*member, double tolerance) {
            return std::abs(report.kind.*member / (kind.*member) - 1) < tolerance;
        };
        QVERIFY(close(&KindCalibration::matmul_efficiency, 0.05));
        QVERIFY(close(&KindCalibration::launch_s, 0.1));
        QVERIFY(close(&KindCalibration::memory_efficiency, 0.1));
        QVERIFY(close(&KindCalibration::intra_efficiency, 0.1));
        QVERIFY(close(&KindCalibration::exchange_efficiency, 0.1));
    }

    void runsTooFewToHoldOutSaySo() {
        Calibration truth;
        truth.kinds.emplace_back();
        truth.kinds[0].architecture = "ampere", truth.kinds[0].framework = "megatron";
        std::vector<MeasuredRun> runs;
        for (const int tp : {1, 2, 4, 8})
            for (const int micro_batch : {1, 4, 16}) {
                MeasuredRun run = example(tp, 2, 4, micro_batch);
                run.time_s = predicted_time_s(prepared(run), truth) * (tp == 4 ? 1.1 : 1);
                runs.push_back(run);
            }
        const FitReport some = fit_calibration(runs).reports.at(0);
        QVERIFY(some.held_out);
        QVERIFY(some.held_out_error > some.error);
        QVERIFY(some.parameters.front().spread > 0);
        runs.resize(8);
        runs[7].id = "odd", runs[7].gpus *= 2;
        const CalibrationFit fit = fit_calibration(runs);
        QCOMPARE(fit.left_out, (InexpressibleRuns{{"tp*pp*dp*cp: 4*2*4*1 is not the 64 GPUs", {"odd"}}}));
        const FitReport few = fit.reports.at(0);
        QCOMPARE(few.runs, 7);
        QVERIFY(!few.held_out);
        QCOMPARE(few.kind.relative_error, KindCalibration{}.relative_error);
        QVERIFY(few.kind.source.ends_with("none held out"));
    }

    /// One source says "full recomputation" of runs that did none; the other's label is right.
    void aLabelThatTheTimesContradictIsNotBelieved() {
        Calibration truth;
        truth.kinds.emplace_back();
        truth.kinds[0].architecture = "ampere", truth.kinds[0].framework = "megatron";
        truth.kinds[0].matmul_efficiency = 0.75;
        truth.kinds[0].attention_efficiency = 0.4;
        std::vector<MeasuredRun> runs;
        for (const bool honest : {true, false})
            for (const int tp : {1, 2, 4, 8})
                for (const int pp : {1, 2, 4})
                    for (const int micro_batch : {1, 2, 4, 8, 16}) {
                        MeasuredRun run = example(tp, pp, 4, micro_batch);
                        run.source = honest ? "honest" : "mistaken";
                        run.recompute = honest ? Recompute::full : Recompute::none;
                        run.time_s = predicted_time_s(prepared(run), truth);
                        run.recompute = Recompute::full;
                        runs.push_back(run);
                    }
        FitOptions options;
        options.folds = 1, options.iterations = 20;
        const Calibration fitted = fit_calibration(runs, {}, options).calibration;
        QCOMPARE(fitted.kinds.at(0).without_recompute, std::vector<std::string>{"mistaken"});
        const std::map<std::string, int> changed = unlabel_recompute(runs, fitted);
        QCOMPARE(changed, (std::map<std::string, int>{{"mistaken", 60}}));
        for (const MeasuredRun& run : runs)
            QCOMPARE(run.recompute == Recompute::full, run.source == "honest");
    }
};

QTEST_GUILESS_MAIN(MeasuredRunTest)
#include "measured_run_test.moc"
