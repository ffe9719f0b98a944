// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/fit_parameters.h"
#include "core/evidence/fit_time.h"
#include "core/evidence/protocol.h"
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

    /// Megatron-Bridge's recipes of DeepSeek-V3: "Et*4|(tttt|)*14|tmL", "Et|(tt|)*30mL".
    void theLastChunkOfAModelThatPredictsFurtherHasFewerLayers() {
        TransformerModel model;
        model.layers = 61, model.mtp_layers = 1;
        const auto split = [&](int chunks) {
            ParallelConfig config;
            config.pp = chunks;
            return split_layers(model, config, framework_of("nemo"));
        };
        QCOMPARE(split(1), (std::vector<int>{61}));
        QCOMPARE(split(4), (std::vector<int>{16, 16, 16, 13}));
        QCOMPARE(split(8), (std::vector<int>{8, 8, 8, 8, 8, 8, 8, 5}));
        std::vector<int> sixteen(16, 4), two_each(32, 2);
        sixteen.back() = 1, two_each.front() = 1, two_each.back() = 0;
        QCOMPARE(split(16), sixteen);
        QCOMPARE(split(32), two_each);
        model.mtp_layers = 0;
        QCOMPARE(split(4), (std::vector<int>{15, 15, 16, 15}));
    }

    void frameworksAreKnownByTheNamesPeopleGiveThem() {
        QCOMPARE(framework_labelled("Megatron-LM"), std::string("megatron"));
        QCOMPARE(framework_labelled("Megatron-DeepSpeed"), std::string("megatron-deepspeed"));
        QCOMPARE(framework_labelled("NeMo / Megatron-Core"), std::string("nemo"));
        QCOMPARE(framework_labelled("Megatron-Bridge / Megatron-Core 26.08"), std::string("nemo"));
        QCOMPARE(framework_labelled("torchtitan (FSDP2)"), std::string("fsdp2"));
        QCOMPARE(framework_labelled("fms-fsdp (PyTorch FSDP, torch.compile)"), std::string("fms-fsdp"));
        QCOMPARE(framework_labelled("llm-foundry (Composer, PyTorch FSDP)"), std::string("composer"));
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
        QCOMPARE(why_inexpressible(run),
                 std::string("precision: A100 cannot compute in fp8, it has fp32, fp16, bf16"));
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

    /// Where nobody says what is computed again, nothing is: unless the run had no memory for that.
    void aRunThatDoesNotFitWithoutRecomputationLacksIt() {
        MeasuredRun run = example(1, 1, 1, 64);
        QCOMPARE(why_inexpressible(run), std::string());
        run.recompute_told = false;
        QVERIFY2(
            why_inexpressible(run).starts_with("recompute: not published, and without any the run needs"),
            why_inexpressible(run).c_str());
        run.status = RunStatus::oom; // which it explains
        QCOMPARE(why_inexpressible(run), std::string());
        run.status = RunStatus::ok, run.micro_batch = 1;
        QCOMPARE(why_inexpressible(run), std::string());
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
        Site& site = calibration.sites.emplace_back();
        site.sources = {"made up"};
        site.congestion.measured_on = "their cluster", site.congestion.send_wait_s = 0.1;
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
        kind.intra_efficiency = 0.5, kind.inter_efficiency = 0.4;
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
        options.max_runs = 300, options.iterations = 60, options.entry_prior = 1e-3;
        const FitReport report = fit_calibration(runs, {}, options).reports.at(0);
        QVERIFY2(report.error < 0.01, qPrintable(QString::number(report.error)));
        const auto close = [&](double KindCalibration::*member, double tolerance) {
            return std::abs(report.kind.*member / (kind.*member) - 1) < tolerance;
        };
        QVERIFY(close(&KindCalibration::matmul_efficiency, 0.05));
        QVERIFY(close(&KindCalibration::launch_s, 0.1));
        QVERIFY(close(&KindCalibration::memory_efficiency, 0.1));
        QVERIFY(close(&KindCalibration::intra_efficiency, 0.1));
        QVERIFY(close(&KindCalibration::inter_efficiency, 0.1));
    }

    void whatRunsDoNotTellStaysAsInTheCommonEntryAndIsNamed() {
        Calibration truth;
        truth.kinds.emplace_back();
        truth.kinds[0].architecture = "ampere", truth.kinds[0].framework = "megatron";
        std::vector<MeasuredRun> runs;
        for (const int tp : {1, 2, 4, 8})
            for (const int micro_batch : {1, 4, 16}) {
                MeasuredRun run = example(tp, 1, 8 / tp, micro_batch); // one node, no pipeline, 16 bits
                run.time_s = predicted_time_s(prepared(run), truth);
                runs.push_back(run);
            }
        runs.push_back(example(4, 2, 4, 1));
        runs.back().id = "odd", runs.back().gpus = 64, runs.back().time_s = 1;
        Calibration start;
        start.common.source = "made up";
        start.common.fp8_efficiency = 0.9, start.common.send_latency_s = 7e-4;
        const CalibrationFit fit = fit_calibration(runs, start);
        QCOMPARE(fit.left_out, (InexpressibleRuns{{"tp*pp*dp*cp: 4*2*4*1 is not the 64 GPUs", {"odd"}}}));
        const KindCalibration& kind = fit.reports.at(0).kind;
        QCOMPARE(kind.runs, 12);
        QCOMPARE(kind.most_gpus, 8);
        QCOMPARE(kind.precisions, std::vector<std::string>{"fp16"});
        QCOMPARE(kind.fp8_efficiency, 0.9);
        QCOMPARE(kind.send_latency_s, 7e-4);
        for (const char* name : {"fp8_efficiency", "send_latency_s", "inter_latency_s", "straggler_share"})
            QVERIFY2(std::find(kind.not_told.begin(), kind.not_told.end(), name) != kind.not_told.end(),
                     name);
        QVERIFY(std::find(kind.not_told.begin(), kind.not_told.end(), "matmul_efficiency") ==
                kind.not_told.end());
        QCOMPARE(kind.relative_error, KindCalibration{}.relative_error); // one source tells nothing of others
    }

    /// Composer's runs differ from torchtitan's in memory alone.
    void frameworksOfOneEntryAreFittedTogether() {
        std::vector<MeasuredRun> runs;
        for (const char* framework : {"composer", "fsdp2"})
            for (const int micro_batch : {1, 2, 4, 8}) {
                MeasuredRun& run = runs.emplace_back(example(1, 1, 8, micro_batch));
                run.framework = framework, run.zero_stage = 3;
                run.time_s = predicted_time_s(prepared(run), {});
            }
        Calibration start;
        start.common.source = "made up";
        const CalibrationFit fit = fit_calibration(runs, start);
        QCOMPARE(fit.calibration.kinds.size(), 1u);
        const KindCalibration& kind = fit.calibration.kinds.front();
        QCOMPARE(kind.framework, std::string("fsdp2"));
        QCOMPARE(kind.runs, 8);
        const std::string composer = "composer";
        QVERIFY(borrowed_by(kind, {runs[0].gpu, composer, Precision::fp16, 8}).empty());
        QCOMPARE(&fit.calibration.nearest(runs[0].gpu, composer), &kind);
    }

    /// NeMo runs Megatron's kernels: their rate is what the runs of both tell, until NeMo's own runs outweigh
    /// it.
    void anEntryLeansOnTheRatesOfItsKernels() {
        Calibration truth;
        truth.common.matmul_efficiency = 0.4;
        const auto rate_of_few = [&](const char* framework) {
            std::vector<MeasuredRun> runs;
            for (const char* source : {"a", "b", "c"})
                for (const int micro_batch : {1, 4, 16, 32}) {
                    MeasuredRun& run = runs.emplace_back(example(2, 1, 4, micro_batch));
                    run.framework = framework, run.source = source;
                    run.model.hidden = 8192, run.model.ffn_hidden = 4 * 8192; // products outlast launches
                    run.time_s = predicted_time_s(prepared(run), truth);
                }
            MeasuredRun& alone = runs.emplace_back(example(4, 1, 2, 1)); // hardly tells a rate
            alone.framework = "nemo", alone.source = "d";
            alone.time_s = predicted_time_s(prepared(alone), {});
            Calibration start;
            start.common.source = "made up";
            return fit_calibration(runs, start).calibration.nearest(alone.gpu, "nemo").matmul_efficiency;
        };
        const double typical = KindCalibration{}.matmul_efficiency;
        const double with_kin = rate_of_few("megatron"), with_strangers = rate_of_few("fsdp2");
        QVERIFY2(with_kin < 0.75 * typical, qPrintable(QString::number(with_kin)));
        QVERIFY2(with_strangers > 0.9 * typical, qPrintable(QString::number(with_strangers)));
    }

    /// Of two models each is predicted by what the other's runs tell.
    void aModelThatIsLeftOutTellsNothing() {
        std::vector<MeasuredRun> runs;
        for (const int layers : {24, 12})
            for (const int micro_batch : {1, 2, 4, 8}) {
                MeasuredRun& run = runs.emplace_back(example(1, 1, 8, micro_batch));
                run.model.layers = layers, run.model.name = layers == 24 ? "long" : "short";
                run.time_s = (layers == 24 ? 3 : 1) * predicted_time_s(prepared(run), {});
            }
        Calibration start;
        start.common.source = "made up";
        const std::vector<UnseenModels> models = leave_one_model_out(runs, start);
        QCOMPARE(models.size(), 1u);
        QCOMPARE(models[0].models.size(), 2u);
        QCOMPARE(models[0].time.n, 8);
        QCOMPARE(models[0].models[0].name, std::string("short"));
        QVERIFY(models[0].models[0].time.bias > 0.5);  // as slow as the others were
        QVERIFY(models[0].models[1].time.bias < -0.5); // as fast
        runs.resize(4);
        QVERIFY(leave_one_model_out(runs, start).empty());
    }

    void aFewRunsWithExpertsDoNotBendAnEntry() {
        std::vector<MeasuredRun> runs;
        for (const int micro_batch : {1, 2, 4, 8}) {
            MeasuredRun& run = runs.emplace_back(example(2, 1, 4, micro_batch));
            run.time_s = predicted_time_s(prepared(run), {});
        }
        Calibration start;
        start.common.source = "made up";
        const KindCalibration dense = fit_calibration(runs, start).calibration.kinds.at(0);
        for (int i = 0; i < 4; ++i) {
            MeasuredRun& run = runs.emplace_back(example(1, 1, 8, 1 << i));
            run.model.moe = Experts{.experts = 8, .experts_per_token = 2, .ffn_hidden = 4096};
            run.ep = 8;
            run.time_s = 4 * predicted_time_s(prepared(run), {});
            const KindCalibration mixed = fit_calibration(runs, start).calibration.kinds.at(0);
            QCOMPARE(mixed.matmul_efficiency == dense.matmul_efficiency, i < 3);
        }
    }

    void noEntryHoldsMoreThanThirteenFreeNumbers() { QCOMPARE(fit_parameters().size(), 13u); }

    void rangesAreWiderAndNamedForWhatIsBorrowed() {
        KindCalibration kind;
        kind.architecture = "ampere", kind.framework = "megatron", kind.runs = 9, kind.most_gpus = 64;
        kind.precisions = {"bf16"}, kind.fewest_gpus = 32;
        kind.relative_error = 0.1, kind.borrowed_error = 0.3, kind.foreign_error = 0.5;
        GpuKind gpu;
        gpu.architecture = "ampere";
        const std::string own = "megatron", other = "nemo";
        using Words = std::vector<std::string>;
        QCOMPARE(borrowed_by(kind, {gpu, own, Precision::fp16, 64}), Words{});
        QCOMPARE(error_of(kind, {gpu, own, Precision::fp16, 64}), 0.1);
        QCOMPARE(borrowed_by(kind, {gpu, other, Precision::fp8, 65}),
                 (Words{"framework", "precision", "scale"}));
        QCOMPARE(error_of(kind, {gpu, own, Precision::bf16, 65}), 0.3);
        QCOMPARE(borrowed_by(kind, {gpu, own, Precision::bf16, 9}), Words{});
        QCOMPARE(borrowed_by(kind, {gpu, own, Precision::bf16, 8}),
                 Words{"scale"});                                        // a quarter of the fewest
        QCOMPARE(error_of(kind, {gpu, other, Precision::fp8, 65}), 0.3); // the same kernels
        QCOMPARE(error_of(kind, {gpu, "nanotron"}), 0.5);
        QVERIFY(standing_of(kind, {gpu, own}) == Standing::own);
        kind.framework = "of my own"; // whose kernels nobody knows
        QVERIFY(standing_of(kind, {gpu, kind.framework}) == Standing::own);
        QVERIFY(standing_of(kind, {gpu, own}) == Standing::far);
        gpu.architecture = "hopper";
        QCOMPARE(borrowed_by(kind, {gpu, kind.framework}), Words{"architecture"});
        QCOMPARE(error_of(kind, {gpu, kind.framework}), 0.5);
    }

    /// Two entries of other architectures say as much about a V100.
    void anUnknownArchitectureBorrowsFromTheOneThatIsKnownBest() {
        Calibration calibration;
        calibration.kinds.resize(3);
        for (KindCalibration& kind : calibration.kinds)
            kind.framework = "megatron", kind.runs = 22, kind.relative_error = 0.22;
        calibration.kinds[0].architecture = "blackwell";
        calibration.kinds[1].architecture = "ampere";
        calibration.kinds[1].relative_error = 0.12, calibration.kinds[1].runs = 18;
        calibration.kinds[2].architecture = "hopper", calibration.kinds[2].runs = 23;
        GpuKind v100;
        v100.architecture = "volta";
        QCOMPARE(&calibration.nearest(v100, "megatron"), &calibration.kinds[1]);
        calibration.kinds[1].relative_error = 0.22; // then the one of more runs
        QCOMPARE(&calibration.nearest(v100, "megatron"), &calibration.kinds[2]);
    }

    void fewSourcesWidenWhatIsBorrowed() {
        const auto source = [](Standing standing, double measured_s) {
            return UnseenSource{"", {{1, measured_s, standing, "ampere"}}};
        };
        const Ranges ranges = ranges_of(
            {source(Standing::own, 1.1), source(Standing::near, 1.15), source(Standing::far, 1.45)});
        QVERIFY(std::abs(ranges.own - 0.1) < 1e-12);
        QVERIFY(std::abs(ranges.near - 0.15) < 1e-12);
        QVERIFY(std::abs(ranges.far - 0.45) < 1e-12);
        const Ranges alone = ranges_of({source(Standing::own, 0.9)});
        QVERIFY(std::abs(alone.near - 0.1) < 1e-12); // never narrower than one's own
        QVERIFY(std::abs(alone.far - 0.4) < 1e-12);
    }

    /// What is borrowed on a machine that is known well has the range of all machines.
    void eachArchitectureHasTheRangeThatItsSourcesTell() {
        const auto source = [](const char* architecture, double measured_s, Standing standing) {
            return UnseenSource{"", {{1, measured_s, standing, architecture}}};
        };
        std::vector<UnseenSource> sources;
        for (int i = 0; i < 3; ++i) {
            sources.push_back(source("hopper", 1.05, Standing::own));
            sources.push_back(source("blackwell", 0.7, Standing::own));
        }
        sources.push_back(source("hopper", 1.45, Standing::near));
        const auto near_to = [](double found, double wanted) { return std::abs(found - wanted) < 1e-12; };
        QVERIFY(near_to(ranges_of(sources, "hopper").own, 0.05));
        QVERIFY(near_to(ranges_of(sources, "blackwell").own, 0.3));
        QVERIFY(near_to(ranges_of(sources).own, 0.3));
        QVERIFY(near_to(ranges_of(sources, "ampere").own, 0.3)); // no source tells
        QVERIFY(near_to(ranges_of(sources, "hopper").near, 0.45));
        sources.pop_back(), sources.pop_back(); // two sources on Blackwell are too few
        QVERIFY(near_to(ranges_of(sources, "hopper").own, 0.05));
        QVERIFY(near_to(ranges_of(sources, "blackwell").own, 0.3));
        sources[1].runs.front().measured_s = sources[3].runs.front().measured_s = 0.9;
        QVERIFY(near_to(ranges_of(sources, "blackwell").own, 0.1)); // four in five of all five
        sources.erase(sources.begin());
        QVERIFY(near_to(ranges_of(sources, "hopper").own, ranges_of(sources).own));
    }

    /// vTrain's labels say otherwise, and its times tell that these runs were without.
    void aLabelThatTheTimesContradictIsNotBelieved() {
        MeasuredRun run = example(2, 2, 2, 1);
        run.framework = "vtrain", run.recompute = Recompute::full;
        QVERIFY(config_of(run).recompute == Recompute::none);
        QCOMPARE(mislabelled({run, example(2, 2, 2, 1)}), (std::map<std::string, int>{{"made up", 1}}));
        run.dp = 4, run.gpus = 16;
        QVERIFY(config_of(run).recompute == Recompute::full); // beyond a node
        QCOMPARE(framework_labelled("Megatron-DeepSpeed", "vTrain validation set"), std::string("vtrain"));
    }

    /// Overlap hides what Megatron-LM waits for, at most as long as the compute beside it.
    void aFrameworksHabitsHideItsExchanges() {
        MeasuredRun run = example(8, 1, 8, 2);
        run.zero_stage = 1, run.sequence_parallel = true, run.precision = Precision::bf16;
        run.gpu.peak_tflops = {19.5, 0, 312, 312, 624};
        Calibration calibration;
        run.framework = "megatron";
        const double waits = predicted_time_s(prepared(run), calibration);
        run.framework = "nemo";
        const double hides = predicted_time_s(prepared(run), calibration);
        QVERIFY2(hides < 0.95 * waits, qPrintable(QString::number(hides / waits)));
    }
};

QTEST_GUILESS_MAIN(MeasuredRunTest)
#include "measured_run_test.moc"
