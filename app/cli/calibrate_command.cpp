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
#include <fmt/format.h>
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

void train_memory(const std::vector<MeasuredRun>& runs, const std::string& output,
                  const std::stop_token& stop) {
    std::map<std::string, std::string> source_of;
    for (const MeasuredRun& run : runs)
        if (run.peak_memory_bytes > 0)
            source_of[run.framework] = run.source;
    if (source_of.empty())
        throw InputError("--runs", {}, "has no run with a measured peak of memory to train on");
    for (const auto& [framework, source] : source_of) {
        MemoryEstimator estimator = train_memory_estimator(memory_samples(runs, framework), {}, {}, stop);
        estimator.source = fmt::format("{} runs of {}", estimator.samples, source);
        write_memory_estimator(output, estimator);
    }
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
        throw InputError("--runs", {}, "has no clean run with a time to fit on");
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
    write_atomically(options.output, json_text(calibration_to_json(fit.calibration), 2) + "\n");
    if (!options.memory.empty())
        train_memory(runs, options.memory, stop);
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
