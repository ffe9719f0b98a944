// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/measured_runs.h"
#include "app/cli/output.h"
#include "core/base/input_error.h"
#include "core/evidence/fit_time.h"
#include "core/evidence/validation.h"
#include "core/formats/atomic_file.h"
#include "core/formats/calibration_json.h"
#include "core/formats/json_text.h"
#include "core/formats/memory_estimator_json.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

namespace pipette {
namespace {

struct Options {
    std::vector<std::string> runs;
    std::string output, start, memory;
    FitOptions fit;
};

/// The framework whose memory the runs tell of; an estimator is of one.
std::string framework_of_memory(const std::vector<MeasuredRun>& runs, const Options& options) {
    std::set<std::string> frameworks;
    for (const MeasuredRun& run : runs)
        if (tells_memory(run))
            frameworks.insert(run.framework);
    if (frameworks.empty())
        throw InputError(files_text(options.runs), {},
                         "has no clean run with a measured peak of memory to train on");
    if (frameworks.size() > 1)
        throw InputError(files_text(options.runs), {},
                         fmt::format("has peaks of memory of {}, expected those of one framework (--memory)",
                                     fmt::join(frameworks, ", ")));
    return *frameworks.begin();
}

MemoryEstimator trained_on(const std::vector<MeasuredRun>& runs, const std::string& framework,
                           const std::stop_token& stop) {
    MemoryEstimator estimator = train_memory_estimator(memory_samples(runs, framework), {}, {}, stop);
    std::set<std::string> sources;
    for (const MeasuredRun& run : runs)
        if (tells_memory(run))
            sources.insert(run.source);
    estimator.source = fmt::format("{} runs of {}", estimator.samples, fmt::join(sources, ", "));
    return estimator;
}

void run(const Options& options) {
    const Interrupt interrupt;
    const std::stop_token stop = interrupt.token();
    const std::vector<MeasuredRun> runs = read_runs(options.runs);
    const Calibration start = options.start.empty() ? Calibration{} : read_calibration(options.start);
    const std::string framework = options.memory.empty() ? std::string() : framework_of_memory(runs, options);
    check_output(options.output);
    check_output(options.memory);
    const CalibrationFit fit = fit_calibration(runs, start, options.fit, {}, stop);
    if (fit.reports.empty())
        throw InputError(files_text(options.runs), {},
                         stop.stop_requested() ? "was not fitted to: cancelled"
                         : fit.left_out.empty()
                             ? "has no clean run with a time to fit on"
                             : "has no run to fit on: " + inexpressible_text(fit.left_out));
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
        fmt::print("left out, because no configuration can express them:\n  {}\n",
                   fmt::join(reasons_told(fit.left_out), "\n  "));
    write_atomically(options.output, json_text(calibration_to_json(fit.calibration), 2) + "\n");
    if (!options.memory.empty())
        write_memory_estimator(options.memory, trained_on(runs, framework, stop));
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
