// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/measured_runs.h"
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
#include <optional>
#include <set>

namespace pipette {
namespace {

struct Options {
    std::vector<std::string> runs;
    std::string output, start, memory;
    FitOptions fit;
};

/// Trained on what the runs tell of memory, which must be of one framework, as an estimator is.
MemoryEstimator trained_on(const std::vector<MeasuredRun>& runs, const Options& options,
                           const std::stop_token& stop) {
    std::set<std::string> frameworks, sources;
    for (const MeasuredRun& run : runs)
        if (run.peak_memory_bytes > 0) {
            frameworks.insert(run.framework);
            sources.insert(run.source);
        }
    if (frameworks.empty())
        throw InputError(files_text(options.runs), {},
                         "has no run with a measured peak of memory to train on");
    if (frameworks.size() > 1)
        throw InputError(files_text(options.runs), {},
                         fmt::format("has peaks of memory of {}, expected those of one framework (--memory)",
                                     fmt::join(frameworks, ", ")));
    MemoryEstimator estimator =
        train_memory_estimator(memory_samples(runs, *frameworks.begin()), {}, {}, stop);
    estimator.source = fmt::format("{} runs of {}", estimator.samples, fmt::join(sources, ", "));
    return estimator;
}

void run(const Options& options) {
    const Interrupt interrupt;
    const std::stop_token stop = interrupt.token();
    const std::vector<MeasuredRun> runs = read_runs(options.runs);
    check_writable(options.output);
    std::optional<MemoryEstimator> estimator;
    if (!options.memory.empty()) {
        check_writable(options.memory);
        estimator = trained_on(runs, options, stop);
    }
    const Calibration start = options.start.empty() ? Calibration{} : read_calibration(options.start);
    const CalibrationFit fit = fit_calibration(runs, start, options.fit, {}, stop);
    if (fit.reports.empty())
        throw InputError(files_text(options.runs), {},
                         fit.left_out.empty()
                             ? "has no clean run with a time to fit on"
                             : "has no run to fit on, because no configuration can express them: " +
                                   inexpressible_text(fit.left_out));
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
                   inexpressible_text(fit.left_out, 10, "\n  "));
    write_atomically(options.output, json_text(calibration_to_json(fit.calibration), 2) + "\n");
    if (estimator)
        write_memory_estimator(options.memory, *estimator);
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
