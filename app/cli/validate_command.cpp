// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/base/input_error.h"
#include "core/base/units.h"
#include "core/evidence/comparisons.h"
#include "core/evidence/run_time.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/formats/evidence/runs_csv.h"
#include "core/formats/evidence/validation_json.h"
#include "core/formats/text/json_text.h"
#include "core/plan/plan_headline.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

struct Options {
    std::vector<std::string> runs;
    std::string calibration, json;
    bool protocol = false;
    int worst = 10;
};

std::string percent(double fraction) {
    return fmt::format("{:.1f} %", 100 * fraction);
}

/// The beginning, without half of a character.
std::string cut(const std::string& text) {
    std::size_t end = std::min<std::size_t>(text.size(), 24);
    while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        --end;
    return text.substr(0, end);
}

void print_row(const std::string& name, const ValidationGroup& group) {
    fmt::print("{:<52} {:>5}", name, group.runs);
    if (group.time.n > 0)
        fmt::print("  time {:>7} bias {:>7} rank {:.3f}", percent(group.time.mape), percent(group.time.bias),
                   group.time.spearman);
    if (group.memory.n > 0)
        fmt::print("  memory {:>7} bias {:>7} within {:>7}", percent(group.memory.mape),
                   percent(group.memory.bias), percent(group.memory.within_upper));
    if (group.regret.groups > 0)
        fmt::print("  regret {:>6} (median {})", percent(group.regret.mean), percent(group.regret.median));
    if (group.refused > 0)
        fmt::print("  refused {}", group.refused);
    fmt::print("\n");
}

std::string nothing_to_compare(const ValidationReport& report) {
    std::vector<std::string> why;
    if (!report.unclean.empty())
        why.push_back(fmt::format("{} marked as unclean", report.unclean.size()));
    if (!report.inexpressible.empty())
        why.push_back(inexpressible_text(report.inexpressible));
    return fmt::format("has no run to compare{}{}", why.empty() ? "" : ": ", fmt::join(why, "; "));
}

void print_groups(const std::vector<ValidationGroup>& groups) {
    for (const ValidationGroup& group : groups)
        print_row(fmt::format("{} | {} | {}", cut(group.source), group.model, group.gpu), group);
}

/// Those of runs whose source the calibration never saw, or the others.
void print_report(const ValidationReport& report, const ValidationGroup& all, const char* title) {
    if (all.runs == 0)
        return;
    const auto of_these = [&](std::vector<ValidationGroup> groups) {
        std::erase_if(groups,
                      [&](const ValidationGroup& group) { return (group.fitted > 0) != (all.fitted > 0); });
        return groups;
    };
    fmt::print("{}\n", title);
    print_groups(of_these(report.groups));
    for (const ValidationGroup& group : of_these(report.sources))
        print_row(group.source, group);
    print_row("together", all);
}

void print_report(const ValidationReport& report) {
    fmt::print("Predicted against measured (mean absolute error; clean runs that ended well)\n");
    print_report(report, report.never_seen, "Never seen by the calibration:");
    print_report(report, report.fitted, "The calibration was fitted on these sources:");
    print_row("overall", report.overall);
    if (!report.fine_tuning.empty())
        fmt::print("Fine-tuning, counted in no other figure:\n");
    print_groups(report.fine_tuning);
    fmt::print("The memory filter refuses {} of {} runs that worked and {} of {} that failed.\n",
               report.refused_worked, report.worked, report.refused_failed, report.failed);
    if (!report.unclean.empty())
        fmt::print("Not counted: {} runs that are marked as unclean.\n", report.unclean.size());
    if (!report.inexpressible.empty())
        fmt::print("Not counted: {} runs that no configuration can express:\n  {}\n",
                   number_of(report.inexpressible), fmt::join(reasons_told(report.inexpressible), "\n  "));
}

/// The runs whose time, then whose memory, was predicted worst: where to look first.
void print_worst(const std::vector<MeasuredRun>& runs, const ValidationReport& report, int count) {
    struct Miss {
        const MeasuredRun* run;
        double predicted, measured;
        double size() const { return std::abs(predicted / measured - 1); }
    };
    const auto print = [&](const char* title, const char* unit, double scale, std::vector<Miss> misses) {
        const auto shown = std::min<std::size_t>(misses.size(), static_cast<std::size_t>(count));
        std::partial_sort(misses.begin(), misses.begin() + static_cast<std::ptrdiff_t>(shown), misses.end(),
                          [](const Miss& a, const Miss& b) { return a.size() > b.size(); });
        if (shown > 0)
            fmt::print("{}\n", title);
        for (std::size_t i = 0; i < shown; ++i) {
            const MeasuredRun& run = *misses[i].run;
            fmt::print("  {:<34} predicted {:>9.4g} {} measured {:>9.4g} {} {:>+5.0f} %  {}: {}\n", run.id,
                       misses[i].predicted / scale, unit, misses[i].measured / scale, unit,
                       100 * (misses[i].predicted / misses[i].measured - 1), run.model.name,
                       layout_name(run));
        }
    };
    std::vector<Miss> time, memory;
    for (std::size_t i = 0; i < static_cast<std::size_t>(report.worked); ++i) {
        const RunPrediction& row = report.rows[i];
        const MeasuredRun& run = runs[row.run];
        if (run.time_s > 0)
            time.push_back({&run, row.time_s, run.time_s});
        if (run.peak_memory_bytes > 0)
            memory.push_back({&run, row.memory_bytes, run.peak_memory_bytes});
    }
    print("Worst times", "s", 1, std::move(time));
    print("Worst memory", "GiB", bytes_per_gib, std::move(memory));
}

/// The groups in which the run predicted fastest was beaten by most.
void print_rankings(const std::vector<MeasuredRun>& runs, const ValidationReport& report, int count) {
    const auto print = [&](const char* what, const RunPrediction& row) {
        const MeasuredRun& run = runs[row.run];
        fmt::print("    {:<17} {:<34} predicted {:>9.4g} s measured {:>9.4g} s  {}\n", what, run.id,
                   row.time_s, run.time_s, layout_name(run));
    };
    for (int i = 0; i < std::min<int>(count, static_cast<int>(report.rankings.size())); ++i) {
        const Ranking& ranking = report.rankings[static_cast<std::size_t>(i)];
        if (ranking.regret <= 0)
            break;
        if (i == 0)
            fmt::print("Worst rankings\n");
        fmt::print("  {}: of {} runs the one predicted fastest took {} longer than the fastest\n",
                   task_name(runs[ranking.chosen.run]), ranking.runs, percent(ranking.regret));
        print("predicted fastest", ranking.chosen);
        print("fastest", ranking.fastest);
    }
}

/// How well what competes is ordered, and what one choice gains.
void print_comparisons(const std::vector<MeasuredRun>& runs, const ValidationReport& report) {
    for (const PairOrder& order : pair_orders(runs, report)) {
        fmt::print("{:<52} of {} pairs that differ by more than 5 %, {} are in the right order\n",
                   order.source, order.pairs, percent(double(order.right) / std::max(1, order.pairs)));
        fmt::print("{:<52} of {} pairs predicted less than {:.0f} % apart, {} are in the right order\n", "",
                   order.close, 100 * told_apart,
                   percent(double(order.close_right) / std::max(1, order.close)));
    }
    for (const MatchedPair& pair : matched_pairs(runs, report))
        fmt::print("{:<32} {:<18} {:<18} gains {:>7}, predicted {:>7}{}\n", pair.choice, runs[pair.first].id,
                   runs[pair.second].id, percent(pair.measured_gain), percent(pair.predicted_gain),
                   pair.near()        ? ""
                   : pair.same_sign() ? "  (off by more than a third)"
                                      : "  (of the other sign)");
}

/// What to expect of a cluster that nobody fitted.
void print_left_out(const std::vector<LeftOut>& left_out) {
    double error = 0, range = 0, in_range = 0;
    int sources = 0;
    for (const LeftOut& source : left_out) {
        fmt::print("{:<26} {:<52} {:>5}  time {:>7} bias {:>7} rank {:.3f}  range +- {:>6} holds {:>7}, near "
                   "{:.1f} and far {:.1f} times as wide\n",
                   source.known > 0 ? fmt::format("knowing {} of its runs:", source.known)
                                    : std::string("fitted without it:"),
                   source.source, source.time.n, percent(source.time.mape), percent(source.time.bias),
                   source.time.spearman, percent(source.range), percent(source.in_range),
                   source.ranges.near_factor, source.ranges.far_factor);
        if (source.known > 0)
            continue;
        ++sources;
        error += source.time.mape, range += source.range, in_range += source.in_range;
    }
    if (sources > 0)
        fmt::print("{:<26} {:<52} {:>5}  time {:>7} {:>26}  range +- {:>6} holds {:>7}\n",
                   "mean of sources:", "", sources, percent(error / sources), "", percent(range / sources),
                   percent(in_range / sources));
}

/// Each model predicted without any of its runs.
void print_unseen_models(const std::vector<UnseenModels>& sources) {
    const auto print = [](const std::string& name, const ErrorFigures& time) {
        fmt::print(
            "fitted without the model:  {:<52} {:>5}  time {:>7} median {:>7} bias {:>7} rank {:.3f}\n", name,
            time.n, percent(time.mape), percent(time.median_ape), percent(time.bias), time.spearman);
    };
    for (const UnseenModels& source : sources) {
        for (const UnseenModel& model : source.models)
            print(fmt::format("{} | {}", cut(source.source), model.name), model.time);
        print(source.source, source.time);
    }
}

/// First of all that is told: it reaches its file although nobody reads the tables to their end.
void write_json(const std::vector<MeasuredRun>& runs, const ValidationReport& report,
                const ProtocolTables& tables, const Options& options) {
    if (options.json.empty())
        return;
    nlohmann::ordered_json json = validation_to_json(runs, report);
    if (options.protocol)
        add_protocol(json, tables);
    write_out(options.json, json_text(json, 2) + "\n");
}

void run(const Options& options) {
    const Interrupt interrupt;
    const std::stop_token stop = interrupt.token();
    const std::vector<MeasuredRun> runs = read_runs_csv({options.runs.begin(), options.runs.end()});
    check_output(options.json);
    const Calibration calibration =
        options.calibration.empty() ? shipped_calibration() : read_calibration(options.calibration);
    const ValidationReport report = validate(runs, calibration, shipped_memory_estimators(), stop);
    if (report.worked + report.failed == 0 && report.fine_tuned.empty() && !stop.stop_requested())
        throw InputError(fmt::format("{}", fmt::join(options.runs, ", ")), {}, nothing_to_compare(report));
    ProtocolTables tables;
    if (options.protocol)
        tables = {leave_one_source_out(runs, calibration, stop), leave_one_model_out(runs, calibration, stop),
                  memory_trials(runs, stop)};
    if (stop.stop_requested())
        throw Stopped("stopped before all runs were compared; nothing was written");
    write_json(runs, report, tables, options);
    if (options.json != "-") {
        print_report(report);
        for (const auto& [source, count] : mislabelled(runs))
            fmt::print("{}\n", mislabelled_text(source, count));
        print_worst(runs, report, options.worst);
        print_rankings(runs, report, options.worst);
        print_comparisons(runs, report);
        print_left_out(tables.sources);
        print_unseen_models(tables.models);
        for (const MemoryTrial& trial : tables.memory)
            fmt::print("{:<36} {:<9} {:>5}  memory {:>7} within {:>7} slack {:>7}\n", trial.protocol,
                       trial.model, trial.figures.n, percent(trial.figures.mape),
                       percent(trial.figures.within_upper), percent(trial.figures.slack));
    }
}

} // namespace

void add_validate_command(CLI::App& app) {
    auto* command =
        app.add_subcommand("validate", "Compare predicted with measured runs: time, memory, ranking");
    const auto options = std::make_shared<Options>();
    command->add_option("--runs", options->runs, "CSV files of measured runs")->required()->delimiter(',');
    command->add_option("--calibration", options->calibration, "calibration file (default: those shipped)");
    command->add_option("--json", options->json,
                        "write the result as JSON to this file, - for standard output");
    command
        ->add_flag(
            "--protocol", options->protocol,
            "also fit without each source in turn, and compare the memory models on runs they never saw")
        ->disable_flag_override();
    command
        ->add_option("--worst", options->worst,
                     "how many of the worst predicted runs, and of the worst rankings, are listed")
        ->check(CLI::Range(0, 1'000'000));
    command->callback([options] { run(*options); });
}

} // namespace pipette
