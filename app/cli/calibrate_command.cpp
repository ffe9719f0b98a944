// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "core/base/input_error.h"
#include "core/evidence/fit_time.h"
#include "core/evidence/validation.h"
#include "core/formats/atomic_file.h"
#include "core/formats/calibration_json.h"
#include "core/formats/json_text.h"
#include "core/formats/memory_estimator_json.h"
#include "core/formats/runs_csv.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

struct Options {
    std::vector<std::string> runs;
    std::string output, start, memory;
    FitOptions fit;
};

/// All files that runs were read from, for an error of none in particular.
std::string files_text(const Options& options) {
    return fmt::format("{}", fmt::join(options.runs, ", "));
}

void train_memory(const std::vector<MeasuredRun>& runs, const Options& options, const std::stop_token& stop) {
    std::map<std::string, std::string> source_of;
    for (const MeasuredRun& run : runs)
        if (run.peak_memory_bytes > 0)
            source_of[run.framework] = run.source;
    if (source_of.empty())
        throw InputError(files_text(options), {}, "has no run with a measured peak of memory to train on");
    for (const auto& [framework, source] : source_of) {
        MemoryEstimator estimator = train_memory_estimator(memory_samples(runs, framework), {}, {}, stop);
        estimator.source = fmt::format("{} runs of {}", estimator.samples, source);
        write_memory_estimator(options.memory, estimator);
    }
}

std::string left_out_text(const std::vector<std::string>& ids) {
    constexpr std::size_t shown = 5;
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(shown, ids.size()));
    return fmt::format("no configuration can express {} of the runs ({}{})", ids.size(),
                       fmt::join(ids.begin(), end, ", "), ids.size() > shown ? ", ..." : "");
}

void run(const Options& options) {
    const Interrupt interrupt;
    const std::stop_token stop = interrupt.token();
    std::vector<MeasuredRun> runs;
    for (const std::string& file : options.runs)
        for (MeasuredRun& one : read_runs_csv(file))
            runs.push_back(std::move(one));
    const Calibration start = options.start.empty() ? Calibration{} : read_calibration(options.start);
    const CalibrationFit fit = fit_calibration(runs, start, options.fit, {}, stop);
    if (fit.reports.empty())
        throw InputError(files_text(options), {},
                         fit.left_out.empty() ? "has no clean run with a time to fit on"
                                              : "has no run to fit on: " + left_out_text(fit.left_out));
    for (const FitReport& report : fit.reports) {
        fmt::print("{} {}: {} runs, {}\n", report.kind.architecture, report.kind.framework, report.runs,
                   error_text(report));
        for (const std::string& source : report.kind.without_recompute)
            fmt::print("  taken without recomputation, because their times contradict their label: {}\n",
                       source);
        for (const FittedParameter& parameter : report.parameters) {
            fmt::print("  {:<28} {:>12.4g}", parameter.name, parameter.value);
            if (report.held_out)
                fmt::print("  spread {:>5.1f} %", 100 * parameter.spread);
            fmt::print("\n");
        }
    }
    if (!fit.left_out.empty())
        fmt::print("left out, because {}\n", left_out_text(fit.left_out));
    write_atomically(options.output, json_text(calibration_to_json(fit.calibration), 2) + "\n");
    if (!options.memory.empty())
        train_memory(runs, options, stop);
}

} // namespace

void add_calibrate_command(CLI::App& app) {
    auto* command = app.add_subcommand("calibrate", "Fit the cost model's efficiencies to measured runs");
    const auto options = std::make_shared<Options>();
    command->add_option("--runs", options->runs, "CSV files of measured runs")->required()->delimiter(',');
    command->add_option("-o,--output", options->output, "calibration file to write")->required();
    command->add_option("--start", options->start, "calibration to start from");
    command
        ->add_option("--max-runs", options->fit.max_runs,
                     "runs of a kind at most; more are thinned out evenly")
        ->check(CLI::Range(8, 100000));
    command->add_option("--memory", options->memory,
                        "also train a memory estimator and write it to this file");
    command->callback([options] { run(*options); });
}

} // namespace pipette
