// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "core/base/input_error.h"
#include "core/evidence/fit_time.h"
#include "core/evidence/validation.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/formats/evidence/runs_csv.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/json_text.h"

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

/// All files that runs were read from, for an error of none in particular.
std::string files_text(const Options& options) {
    return fmt::format("{}", fmt::join(options.runs, ", "));
}

/// Of the one framework whose memory the runs tell of, as an estimator is of one.
std::vector<MemorySample> samples_of(const std::vector<MeasuredRun>& runs, const Options& options) {
    std::set<std::string> frameworks;
    for (const MeasuredRun& run : runs)
        if (tells_memory(run))
            frameworks.insert(run.framework);
    if (frameworks.size() > 1)
        throw InputError(files_text(options), {},
                         fmt::format("has peaks of memory of {}, expected those of one framework (--memory)",
                                     fmt::join(frameworks, ", ")));
    std::vector<MemorySample> samples;
    if (!frameworks.empty())
        samples = memory_samples(runs, *frameworks.begin());
    if (samples.size() < fewest_samples)
        throw InputError(
            files_text(options), {},
            fmt::format("has {} clean runs with a measured peak of memory, expected {} or more to "
                        "train on (--memory)",
                        samples.size(), fewest_samples));
    return samples;
}

MemoryEstimator trained_on(const std::vector<MemorySample>& samples, const std::vector<MeasuredRun>& runs,
                           const std::stop_token& stop) {
    MemoryEstimator estimator = train_memory_estimator(samples, {}, {}, stop);
    std::set<std::string> sources;
    for (const MeasuredRun& run : runs)
        if (tells_memory(run))
            sources.insert(run.source);
    estimator.source = fmt::format("{} runs of {}", estimator.samples, fmt::join(sources, ", "));
    return estimator;
}

void print_report(const CalibrationFit& fit) {
    for (const FitReport& report : fit.reports) {
        const KindCalibration& kind = report.kind;
        fmt::print("{} {}: {} runs, mean error {:.1f} %, range {:.1f} %, {:.1f} % for what is near, {:.1f} % "
                   "for what is far\n",
                   kind.architecture, kind.framework, kind.runs, 100 * report.error,
                   100 * kind.relative_error, 100 * kind.borrowed_error, 100 * kind.foreign_error);
        for (const FittedParameter& parameter : report.parameters)
            fmt::print("  {:<28} {:>12.4g}{}\n", parameter.name, parameter.value,
                       parameter.told ? "" : "  not told by these runs");
    }
    if (!fit.left_out.empty())
        fmt::print("left out, because no configuration can express them:\n  {}\n",
                   fmt::join(reasons_told(fit.left_out), "\n  "));
}

void run(const Options& options) {
    const Interrupt interrupt;
    const std::stop_token stop = interrupt.token();
    const std::vector<MeasuredRun> runs = read_runs_csv({options.runs.begin(), options.runs.end()});
    const Calibration start = options.start.empty() ? shipped_calibration() : read_calibration(options.start);
    std::vector<MemorySample> samples;
    if (!options.memory.empty())
        samples = samples_of(runs, options);
    check_output(options.output);
    check_output(options.memory);
    const CalibrationFit fit = fit_calibration(runs, start, options.fit, {}, stop);
    std::optional<MemoryEstimator> estimator;
    if (!options.memory.empty() && !stop.stop_requested())
        estimator = trained_on(samples, runs, stop);
    if (stop.stop_requested())
        throw Stopped("stopped before the fit was done; nothing was written");
    if (fit.reports.empty())
        throw InputError(files_text(options), {},
                         fit.left_out.empty() ? "has no clean run with a time to fit on"
                                              : "has no run to fit on: " + inexpressible_text(fit.left_out));
    write_atomically(options.output, json_text(calibration_to_json(fit.calibration), 2) + "\n");
    if (estimator)
        write_memory_estimator(options.memory, *estimator);
    print_report(fit);
}

} // namespace

void add_calibrate_command(CLI::App& app) {
    auto* command = app.add_subcommand("calibrate", "Fit the cost model's efficiencies to measured runs");
    const auto options = std::make_shared<Options>();
    command->add_option("--runs", options->runs, "CSV files of measured runs")->required()->delimiter(',');
    command->add_option("-o,--output", options->output, "calibration file to write")->required();
    command->add_option(
        "--start", options->start,
        "calibration whose common entry and sites the fit starts from (default: those that come with the "
        "program)");
    command
        ->add_option("--max-runs", options->fit.max_runs,
                     "most runs of one source; of more runs this many are taken, evenly")
        ->check(CLI::Range(8, 100000));
    command->add_option("--memory", options->memory,
                        "also train a memory estimator and write it to this file");
    command->callback([options] { run(*options); });
}

} // namespace pipette
