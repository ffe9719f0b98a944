// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/evidence/runs_csv.h"
#include "core/formats/training/import_log.h"
#include "core/formats/training/log_lines.h"
#include "core/formats/training/log_report.h"
#include "core/formats/training/log_words.h"
#include "tests/training_logs.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

using namespace pipette;
using namespace pipette::test;

namespace {

using Text = std::string (*)();

ImportedRun imported(const std::string& text) {
    const TrainingLog log = parse_training_log(text, "run.log");
    if (log.runs.size() != 1)
        qFatal("has %d runs", static_cast<int>(log.runs.size()));
    return import_run(log.runs.front(), "run", {});
}

/// "2 warm-up; 1 too short ...": how many were left out, by the beginning of the reason.
std::string left_out(const ImportedRun& run) {
    std::string text;
    for (const LeftOutSteps& left : run.steady.left_out)
        text += fmt::format("{}{} {}", text.empty() ? "" : "; ", left.count,
                            left.why.substr(0, left.why.find(':')));
    return text;
}

std::string column(const ImportedRun& run, const char* name) {
    const auto found = run.row.find(name);
    return found == run.row.end() ? std::string() : found->second;
}

} // namespace

class TrainingLogTest : public QObject {
    Q_OBJECT

private slots:
    void everyFrameworksLogIsRead_data() {
        QTest::addColumn<Text>("text");
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("counted");
        QTest::addColumn<double>("median");
        QTest::addColumn<double>("gib");
        QTest::addColumn<QString>("left");
        QTest::newRow("Megatron-LM") << &megatron_log << "megatron-lm" << 60 << 58 << 1.204 << 50.0
                                     << "1 warm-up; 1 stragglers";
        QTest::newRow("two ranks") << &two_ranks_log << "megatron-lm" << 20 << 19 << 1.204 << 0.0
                                   << "1 warm-up";
        QTest::newRow("NeMo") << &nemo_log << "nemo" << 20 << 19 << 5.01 << 80.0 << "1 warm-up";
        QTest::newRow("Megatron-Bridge") << &bridge_log << "nemo" << 12 << 11 << 2.0 << 60.0 << "1 warm-up";
        QTest::newRow("torchtitan") << &torchtitan_log << "torchtitan" << 11 << 10 << 2.0 << 52.5
                                    << "1 warm-up";
        QTest::newRow("nanotron") << &nanotron_log << "nanotron" << 15 << 14 << 1.23 << 20.0 << "1 warm-up";
        QTest::newRow("DeepSpeed") << &deepspeed_log << "deepspeed" << 12 << 11 << 4.0 << 31.5 << "1 warm-up";
        QTest::newRow("DeepSpeed, rates")
            << &deepspeed_rates_log << "deepspeed" << 10 << 10 << 2.0 << 38.5 << "";
        QTest::newRow("MLPerf") << &mllog_log << "mllog" << 10 << 9 << 20.0 << 0.0 << "1 warm-up";
        QTest::newRow("MaxText") << &maxtext_log << "maxtext" << 12 << 10 << 8.0 << 0.0
                                 << "1 warm-up; 1 too short to be a whole step";
    }

    void everyFrameworksLogIsRead() {
        QFETCH(Text, text);
        QFETCH(QString, format);
        QFETCH(int, steps);
        QFETCH(int, counted);
        QFETCH(double, median);
        QFETCH(double, gib);
        QFETCH(QString, left);
        const ImportedRun run = imported(text());
        QCOMPARE(QString::fromStdString(run.run.format), format);
        QCOMPARE(static_cast<int>(run.run.steps.size()), steps);
        QCOMPARE(QString::fromStdString(left_out(run)), left);
        QCOMPARE(static_cast<int>(run.steady.counted.size()), counted);
        QVERIFY2(std::abs(run.steady.median_s / median - 1) < 1e-3,
                 fmt::format("{}", run.steady.median_s).c_str());
        QCOMPARE(column(run, "peak_memory_gib"), gib > 0 ? fmt::format("{:g}", gib) : std::string());
        QCOMPARE(column(run, "clean"), std::string("1"));
    }

    void printedArgumentsAreShapeAndLayout() {
        const ImportedRun run = imported(megatron_log());
        const std::pair<const char*, const char*> expected[] = {{"layers", "32"},
                                                                {"hidden", "4096"},
                                                                {"heads", "32"},
                                                                {"kv_heads", "8"},
                                                                {"ffn_hidden", "14336"},
                                                                {"gated_mlp", "1"},
                                                                {"vocab", "128256"},
                                                                {"sequence_length", "8192"},
                                                                {"tp", "4"},
                                                                {"pp", "2"},
                                                                {"dp", "4"},
                                                                {"cp", "1"},
                                                                {"vpp", "1"},
                                                                {"gpus", "32"},
                                                                {"micro_batch", "1"},
                                                                {"global_batch", "64"},
                                                                {"precision", "bf16"},
                                                                {"recompute", "selective"},
                                                                {"sequence_parallel", "1"},
                                                                {"zero_stage", "1"},
                                                                {"recompute_modules", "core_attn layernorm"},
                                                                {"memory_scope", "max"}};
        for (const auto& [name, value] : expected)
            QVERIFY2(column(run, name) == value, fmt::format("{} is {}", name, column(run, name)).c_str());
        QCOMPARE(run.missing, (std::vector<std::string>{"gpu", "gpus_per_node"}));
    }

    void layersBeforeTheExpertsAreCounted_data() {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("dense");
        QTest::newRow("every layer") << "1"
                                     << "0";
        QTest::newRow("a list") << "[0, 0, 1, 1]"
                                << "2";
        QTest::newRow("groups") << "([0]*3+[1]*29)"
                                << "3";
        QTest::newRow("a group of one") << "([0]+[1]*31)"
                                        << "1";
        QTest::newRow("no dense layer") << "([1]*32)"
                                        << "0";
        QTest::newRow("experts first") << "([1]*2+[0]*30)"
                                       << "0";
    }

    void layersBeforeTheExpertsAreCounted() {
        QFETCH(QString, pattern);
        QFETCH(QString, dense);
        std::string text = megatron_log();
        const std::string none = "  num_experts ..................................... None\n";
        text.replace(text.find(none), none.size(),
                     "  num_experts ..................................... 64\n"
                     "  moe_router_topk ................................. 8\n"
                     "  moe_ffn_hidden_size ............................. 2048\n"
                     "  expert_model_parallel_size ...................... 4\n"
                     "  moe_layer_freq .................................. " +
                         pattern.toStdString() + "\n");
        const ImportedRun run = imported(text);
        QCOMPARE(column(run, "first_dense_layers"), dense.toStdString());
        QCOMPARE(column(run, "experts") + " " + column(run, "experts_per_token") + " " +
                     column(run, "moe_ffn_hidden") + " " + column(run, "ep"),
                 std::string("64 8 2048 4"));
    }

    void theNameOfAnExperimentSaysItsLayout() {
        const ImportedRun run = imported(bridge_log());
        QCOMPARE(column(run, "model"), std::string("llama3_8b"));
        QCOMPARE(column(run, "gpus") + column(run, "tp") + column(run, "pp") + column(run, "dp"),
                 std::string("16224"));
        QCOMPARE(run.run.framework, std::string("NeMo / Megatron-Bridge"));
    }

    /// The row reads back, and is complete with what the log does not tell.
    void aRowIsAMeasuredRun() {
        LogContext context;
        context.gpu = "H100-SXM5-80GB";
        context.gpus_per_node = 32;
        const ImportedRun run =
            import_run(parse_training_log(megatron_log(), "run.log").runs.front(), "run", context);
        AppendedRuns appended;
        const std::string text = with_runs_appended({}, "runs.csv", {run.row}, appended);
        const std::vector<MeasuredRun> runs = parse_runs_csv(text, "runs.csv", known_gpus());
        QCOMPARE(runs.size(), std::size_t(1));
        QCOMPARE(why_inexpressible(runs.front()), std::string());
        QCOMPARE(runs.front().framework, std::string("megatron"));
        QCOMPARE(runs.front().time_s, 1.204);
        QCOMPARE(runs.front().peak_memory_bytes, 50.0 * 1024 * 1024 * 1024);
        QVERIFY(runs.front().clean);
        // Once more: it is there already. Another run of that name gets a number.
        AppendedRuns again;
        QCOMPARE(with_runs_appended(text, "runs.csv", {run.row}, again), text);
        QCOMPARE(again.present, std::vector<std::string>{"run"});
        RunColumns other = run.row;
        other["iteration_time_s"] = "1.5";
        AppendedRuns third;
        const std::string longer = with_runs_appended(text, "runs.csv", {other}, third);
        QVERIFY(longer.starts_with(text));
        QCOMPARE(third.ids, std::vector<std::string>{"run-2"});
    }

    void aHeaderThatCannotHoldTheRowIsRefused() {
        const ImportedRun run = imported(megatron_log());
        AppendedRuns appended;
        try {
            with_runs_appended("run_id,source,framework,model,gpu,gpus,status,clean\n", "narrow.csv",
                               {run.row}, appended);
            QFAIL("was taken");
        } catch (const InputError& error) {
            QVERIFY2(std::string(error.what()).starts_with("narrow.csv: line 1: cannot hold the rows"),
                     error.what());
            QVERIFY(std::string(error.what()).find("layers") != std::string::npos);
        }
    }

    /// Cut anywhere, a log is read or refused; colours and bytes of any kind change nothing else.
    void cutLogsDoNoHarm() {
        for (const Text text :
             {&megatron_log, &two_ranks_log, &nemo_log, &bridge_log, &torchtitan_log, &nanotron_log,
              &deepspeed_log, &deepspeed_rates_log, &mllog_log, &maxtext_log}) {
            const std::string whole = text();
            for (std::size_t cut = 0; cut < whole.size(); cut += 61)
                for (const std::string& part : {whole.substr(0, cut), whole.substr(cut)})
                    try {
                        for (LogRun& run : parse_training_log(part, "cut.log").runs)
                            import_run(std::move(run), "cut", {});
                    } catch (const InputError&) {
                        // says why: a good answer
                    }
        }
    }

    void aLogCutAtAnyByteDoesNoHarm() {
        constexpr std::size_t beginning = 2500;
        for (const Text text : {&megatron_log, &two_ranks_log, &torchtitan_log, &deepspeed_log, &mllog_log}) {
            const std::string whole = text();
            for (std::size_t cut = 0; cut < std::min(beginning, whole.size()); ++cut)
                try {
                    const std::string part = whole.substr(whole.size() - beginning, cut);
                    for (LogRun& run : parse_training_log(part, "cut.log").runs)
                        QVERIFY(import_run(std::move(run), "cut", {}).run.steps.size() > 0);
                } catch (const InputError& error) {
                    QVERIFY2(std::string(error.what()).starts_with("cut.log: "), error.what());
                }
        }
    }

    void noStepIsRefusedByName() {
        try {
            parse_training_log("hello\nworld\n", "a.log");
            QFAIL("was taken");
        } catch (const InputError& error) {
            const std::string what = error.what();
            QVERIFY2(what.starts_with("a.log: holds no step of a training run") &&
                         what.find("torchtitan") != std::string::npos,
                     error.what());
        }
        QVERIFY(!is_training_log("run_id,source\n1,2\n"));
        QVERIFY(is_training_log(maxtext_log()));
    }

    void primaryWeightsOfAJobIn8Bits() {
        const auto told = [](const char* precision, const char* gathers) {
            std::string text = megatron_arguments;
            const std::string line = "  fp8 ............................................. ";
            text.replace(text.find(line) + line.size(), 4, precision);
            text += std::string("  fp8_param_gather ................................ ") + gathers + "\n";
            for (int step = 1; step <= 9; ++step)
                text += megatron_step(step, 1, 9);
            const ImportedRun run = imported(text);
            const auto found = std::find_if(run.row.begin(), run.row.end(),
                                            [](const auto& cell) { return cell.first == "primary_weights"; });
            return found == run.row.end() ? std::string() : found->second;
        };
        QCOMPARE(told("hybrid", "True"), std::string("low-precision"));
        QCOMPARE(told("hybrid", "False"), std::string("16-bit"));
        QCOMPARE(told("None", "False"), std::string());
    }

    void inputsOfActivationsIn8Bits() {
        const auto told = [](const char* stored) {
            std::string text = std::string(megatron_arguments) +
                               "  activation_func_fp8_input_store ................. " + stored + "\n";
            for (int step = 1; step <= 9; ++step)
                text += megatron_step(step, 1, 9);
            const ImportedRun run = imported(text);
            return std::any_of(run.row.begin(), run.row.end(), [](const auto& cell) {
                return cell.first == "fp8_activation_inputs" && cell.second == "1";
            });
        };
        QVERIFY(told("True"));
        QVERIFY(!told("False"));
    }

    void whatALogSaysStaysPlainText() {
        std::string text = megatron_arguments;
        text += "  fp8_recipe ...................................... \x1b[2Jx\x01<b>\n"
                "  recompute_granularity ........................... =HYPERLINK(\"x\")\xff\n"
                "  micro_batch_size ................................ 9999999\n";
        for (int step = 1; step <= 9; ++step)
            text += megatron_step(step, 1, 9);
        const ImportedRun run = imported(text);
        for (const auto& [name, value] : run.row)
            QVERIFY2(is_printable(value), name.c_str());
        QCOMPARE(column(run, "micro_batch"), std::string()); // absurd: left out, and named
        QVERIFY(!run.conflicts.empty());
        AppendedRuns appended;
        const std::string csv = with_runs_appended({}, "runs.csv", {run.row}, appended);
        QVERIFY(csv.find(",=HYPER") == std::string::npos);
    }

    void aRunThatGoesOnAfterAStopWarmsUpAgain() {
        std::string text;
        for (int step = 1; step <= 40; ++step)
            text += megatron_step(step, step == 1 ? 9 : 1, 80);
        for (int step = 31; step <= 80; ++step)
            text += megatron_step(step, step == 31 ? 7 : 1, 80);
        const ImportedRun run = imported(text);
        QCOMPARE(run.run.starts, (std::vector<std::size_t>{0, 40}));
        QCOMPARE(left_out(run), std::string("2 warm-up"));
        QCOMPARE(run.steady.median_s, 1.0);
    }

    void twoRunsOfAFileAreTwo() {
        std::string text;
        for (int step = 1; step <= 10; ++step)
            text += megatron_step(step, 1, 10);
        for (int step = 1; step <= 12; ++step)
            text += megatron_step(step, 2, 12);
        const TrainingLog log = parse_training_log(text, "two.log");
        QCOMPARE(log.runs.size(), std::size_t(2));
        QCOMPARE(log.runs[1].steps.size(), std::size_t(12));
        QCOMPARE(log.runs[1].first_line, 11L);
    }

    void numbersAreReadAsTheyArePrinted() {
        QCOMPARE(*leading_number("7,034"), 7034.0);
        QCOMPARE(*leading_number(" 1,018.20 "), 1018.2);
        QCOMPARE(*leading_number("4.71K"), 4710.0);
        QCOMPARE(*leading_number("1.249e+03 |"), 1249.0);
        QCOMPARE(*leading_number("346.3/340.8"), 346.3);
        QCOMPARE(*leading_number("5,6"), 5.0);
        QVERIFY(!leading_number("nan") && !leading_number("") && !leading_number("1e999"));
        QCOMPARE(*bytes_behind("memory: 27.34GiB(28%)", "memory:"), 27.34 * 1024 * 1024 * 1024);
        QCOMPARE(rank_before("12: "), 12);
        QCOMPARE(rank_before("... |3:  "), 3);
        QCOMPARE(rank_before("[default7]:"), 7);
        QCOMPARE(rank_before("[2026-01-01 10:00:00] "), -1);
        QCOMPARE(clock_in("[2026-03-01 00:00:10.5] ") - clock_in("2026-02-28T23:59:58,25"), 12.25);
    }

    /// The clock of two lines of which the second is of another run tells no step: none takes an hour.
    void stepsOfAnHourAreTwoRuns() {
        LogRun run;
        for (const auto& [number, clock] :
             {std::pair(1L, 1000.0), {11L, 1050.0}, {36L, 1050.0 + 180 * 86400}}) {
            run.steps.emplace_back();
            run.steps.back().number = number, run.steps.back().clock_s = clock;
        }
        resolve_times(run, 0, 0);
        QCOMPARE(run.steps[1].seconds, 5.0);
        QCOMPARE(run.steps[2].seconds, 0.0);
    }

    void aLogThatSaysNothingOfItsJobIsOfAnyJob() {
        QVERIFY(!tells_job({}));
        QVERIFY(!tells_job({{"status", "ok"}, {"precision", "bf16"}, {"gpu", "A100-SXM4-80GB"}}));
        for (const char* column : {"layers", "global_batch", "gpus", "dp"})
            QVERIFY2(tells_job({{column, "8"}}), column);
    }

    /// 100 MB of lines, with more steps and other text than a person would write.
    void aHugeLogIsReadInPieces() {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("huge.log")).toStdString();
        int steps = 0;
        {
            std::ofstream out(path);
            std::size_t bytes = 0;
            for (int step = 1; bytes < std::size_t{100} << 20; ++step) {
                const std::string text = megatron_step(step, 1, 9'999'999) +
                                         "NCCL INFO Channel 00/0 : 3[3] -> 4[4] via P2P/CUMEM\n";
                out << text;
                bytes += text.size();
                steps = step;
            }
        }
        QElapsedTimer clock;
        clock.start();
        const TrainingLog log = read_training_log(path);
        const qint64 ms = clock.elapsed();
        QVERIFY2(ms < 20'000, qPrintable(QString::number(ms))); // 5 s, on a loaded machine
        QCOMPARE(log.runs.size(), std::size_t(1));
        QCOMPARE(static_cast<int>(log.runs.front().steps.size()), steps);
    }

    void linesEndAsProgressBarsWriteThem() {
        std::vector<std::string> lines;
        const LogLinesRead read =
            split_log_lines("a\rb\r\nc\x1b[1;31md\x1b[0m\n" + std::string(70000, 'x'),
                            [&](const LogLine& line) { lines.emplace_back(line.text); });
        QCOMPARE(lines.size(), std::size_t(5));
        QCOMPARE(lines[2], std::string("cd"));
        QCOMPARE(lines[3].size(), std::size_t(65536));
        QCOMPARE(read.cut_lines, 1L);
    }

    void theReportSaysWhatWasTakenAndLeft() {
        LogImport import;
        import.runs.push_back(imported(megatron_log()));
        const std::vector<ReportSection> sections = report_sections(import);
        std::string all;
        for (const std::string& line : sections.front().lines)
            all += line + "\n";
        for (const char* part :
             {"60 steps, numbers 1 to 60; 58 count, median 1.204 s", "left out: 1 step (warm-up; 1)",
              "left out: 1 step (stragglers: much slower than the steps around them; 30)",
              "peak of memory 50 GiB", "the log says: ", "needed for a prediction: gpu, gpus_per_node"})
            QVERIFY2(all.find(part) != std::string::npos, all.c_str());
        const auto json = log_import_to_json(import);
        QCOMPARE(json["runs"][0]["counted"].get<int>(), 58);
        QCOMPARE(json["missing"][0].get<std::string>(), std::string("run: gpu"));
    }
};

QTEST_GUILESS_MAIN(TrainingLogTest)
#include "training_log_test.moc"
