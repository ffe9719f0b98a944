// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/file_checks.h"
#include "app/cli/idle_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "app/cli/progress_bar.h"
#include "app/cli/row_list.h"
#include "app/cli/studies/base_options.h"
#include "app/cli/studies/cluster_options.h"
#include "app/cli/studies/kept_study.h"
#include "app/cli/studies/study_table.h"
#include "core/base/readable.h"
#include "core/formats/reports/plan_report.h"
#include "core/formats/text/atomic_file.h"
#include "core/formats/text/json_reader.h"
#include "core/formats/text/json_text.h"
#include "core/formats/text/text_file.h"
#include "pipette_commit.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

struct StudyOptions {
    BaseOptions base;
    std::string file, json, csv, save, report;
    std::optional<int> gpus;
    std::vector<std::string> vary;
    std::optional<double> sensitivity;
    int threads = 0;
    bool fresh = false;
};

/// "gpus=64,128" as an axis.
StudyAxis axis_from_text(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
        throw InputError("--vary", {}, in_quotes(text) + " has no \"=\", expected AXIS=VALUE,VALUE");
    StudyAxis axis{text.substr(0, equals), {}};
    try {
        for (std::size_t from = equals + 1; from <= text.size();) {
            const std::size_t comma = std::min(text.find(',', from), text.size());
            axis.values.push_back(axis_value(axis.axis, text.substr(from, comma - from)));
            from = comma + 1;
        }
    } catch (const InputError& error) {
        throw InputError("--vary", error.place(), error.reason());
    }
    return axis;
}

/// The base that the options say; where they name no cluster and no GPU kind, with the first one of an axis.
BaseOptions placed_base(const StudyOptions& options, const std::vector<StudyAxis>& varied) {
    BaseOptions base = options.base;
    for (const StudyAxis& axis : varied) {
        if (!base.workload.cluster.empty() || !base.machine.gpu.empty())
            break;
        const AxisNames names = axis_named(axis.axis).names;
        if (names == AxisNames::machine)
            base.machine.gpu = machine_offer(std::get<std::string>(axis.values.front())).front().gpu;
        if (names == AxisNames::cluster)
            base.workload.cluster = cluster_offer(std::get<std::string>(axis.values.front())).cluster;
    }
    if (base.workload.cluster.empty() && base.machine.gpu.empty())
        throw InputError(
            "--cluster", {},
            "is required without --gpu, a study file, or --vary with an axis machine or cluster");
    return base;
}

/// The study of the file, or the one that the options make; either with what the options vary.
StudyDocument document_of(const StudyOptions& options) {
    StudyDocument document;
    std::vector<StudyAxis> varied;
    for (const std::string& text : options.vary)
        varied.push_back(axis_from_text(text));
    Study& study = document.study;
    if (!options.file.empty()) {
        document = read_study(options.file);
        study.base.goal = goal_with(options.base.goal, study.base.goal);
    } else {
        if (options.base.workload.model.empty())
            throw InputError("--model", {}, "is required without a study file");
        study.base = base_of(placed_base(options, varied));
    }
    if (options.gpus)
        study.base.gpus = *options.gpus;
    for (StudyAxis& axis : varied) {
        std::erase_if(study.axes, [&](const StudyAxis& old) { return old.axis == axis.axis; });
        study.axes.push_back(std::move(axis));
    }
    if (options.sensitivity)
        study.sensitivity.share = *options.sensitivity / 100;
    return document;
}

void finish(const StudyOptions& options, const Study& study, const StudySources& sources,
            const StudyResult& result) {
    if (!options.json.empty())
        write_out(options.json, study_result_to_text(study, result));
    if (!options.csv.empty())
        write_out(options.csv, study_result_to_csv(result));
    if (!options.report.empty())
        write_out(options.report,
                  report_for_file(study_report(study, sources, result, PIPETTE_PROGRAM), options.report));
    if (options.json != "-" && options.csv != "-")
        print_text(study_text(study, result));
    const auto planned = [](const PointResult& point) { return point.planned.best != nullptr; };
    if (std::none_of(result.points.begin(), result.points.end(), planned))
        throw NothingFeasible(result.points.front().planned.failed.empty()
                                  ? "no point was planned"
                                  : "no point can be planned; " + point_note(result.points.front()));
}

/// No result may be written over what the study itself names.
void check_results(const StudyOptions& options, const Study& study, const std::filesystem::path& folder) {
    std::vector<std::string> read{study.base.cluster};
    for (const StudyAxis& axis : study.axes)
        for (const AxisValue& value : axis.values)
            if (const auto* name = std::get_if<std::string>(&value))
                read.push_back(cluster_offer(*name).cluster);
    std::erase(read, std::string());
    for (std::string& file : read)
        file = (folder / file).string();
    if (!options.file.empty()) {
        const nlohmann::json text = parse_json(read_text_file(options.file), options.file);
        if (const auto& model = text.at("base").at("model"); model.is_string())
            read.push_back((folder / model.get<std::string>()).string());
        read.push_back(store_path(options.file).string());
    }
    for (const auto& [option, result] : {std::pair("--json", &options.json),
                                         {"--csv", &options.csv},
                                         {"--save", &options.save},
                                         {"--report", &options.report}})
        for (const std::string& file : read)
            if (!result->empty() && *result != "-" && same_file(*result, file))
                throw InputError(option, {},
                                 fmt::format("would write over {}, which the study reads", in_quotes(file)));
    if (options.save == "-")
        throw InputError("--save", {}, "expected a file");
    if (options.json == "-" && options.csv == "-")
        throw InputError("--csv", {}, "goes to standard output, and so does --json: expected one of both");
}

/// The study as a file elsewhere says it: names of files begin at its own folder.
StudyDocument moved(StudyDocument document, const std::filesystem::path& from, const std::string& file) {
    namespace fs = std::filesystem;
    const fs::path to = fs::absolute(file).parent_path();
    const auto move = [&](const std::string& name) {
        std::error_code error;
        const fs::path path = fs::absolute(from / name);
        return fs::is_regular_file(path, error) && fs::path(name).is_relative()
                   ? path.lexically_relative(to).string()
                   : name;
    };
    Study& study = document.study;
    if (!study.base.cluster.empty() && !document.clusters.contains(study.base.cluster))
        study.base.cluster = move(study.base.cluster);
    for (StudyAxis& axis : study.axes)
        for (AxisValue& value : axis.values)
            if (axis_named(axis.axis).names == AxisNames::cluster ||
                axis_named(axis.axis).names == AxisNames::model) {
                const std::string text = std::get<std::string>(value);
                const std::string name = cluster_offer(text).cluster;
                if (!document.clusters.contains(name))
                    value = move(name) + text.substr(name.size());
            }
    return document;
}

bool varies_model(const Study& study) {
    return std::any_of(study.axes.begin(), study.axes.end(),
                       [](const StudyAxis& axis) { return axis_named(axis.axis).names == AxisNames::model; });
}

void run(const StudyOptions& options, const CLI::App& command) {
    for (const std::string& file : {options.json, options.csv, options.save, options.report})
        check_output(file);
    if (!options.report.empty())
        report_for_file({}, options.report); // a name that says no format is refused before long work
    const StudyDocument document = document_of(options);
    const Study& study = document.study;
    check_idle_options(command, study.base.model, study.base.job,
                       varies_model(study) ? ModelKnown::any_model : ModelKnown::this_model);
    const std::filesystem::path folder = std::filesystem::path(options.file).parent_path();
    const StudySources sources = sources_of(document, folder);
    check_results(options, study, folder);
    if (!options.save.empty())
        write_atomically(options.save, study_to_text(moved(document, folder, options.save)));
    const Interrupt interrupt;
    StudyResult result;
    {
        ProgressBar bar;
        StudySinks sinks;
        sinks.progress = bar.sink();
        if (!sinks.progress)
            sinks.done = [](std::size_t, const PointResult& point) { print_note(point_note(point)); };
        result =
            run_kept({options.file, study, sources, options.base.workload,
                      options.fresh ? StudyStore::Start::empty : StudyStore::Start::resume, options.threads},
                     sinks, interrupt.token());
    }
    if (result.stopped_early)
        throw Stopped(!options.file.empty()
                          ? "stopped; what is planned is kept and the same command goes on from there"
                          : "stopped before every point was planned; nothing was written");
    if (!result.not_kept.empty())
        print_note("finished plans are not kept: " + result.not_kept);
    finish(options, study, sources, result);
}

void add_outputs(CLI::App& command, StudyOptions& options) {
    command
        .add_option("--threads", options.threads, "Plans at the same time (default: what the machine has)")
        ->check(number_within(bounds::threads));
    command
        .add_flag("--fresh", options.fresh,
                  "Plan every point again, also points that were kept beside the study")
        ->disable_flag_override();
    command.add_option("--save", options.save, "Write the study that the options make to a file");
    command.add_option("--csv", options.csv, "Write a row a point to a file, or - for standard output");
    command.add_option("--report", options.report, "Write a report; its name ends with .html or .pdf");
    command.add_option("--json", options.json,
                       "Write the answer as JSON to a file, or - for standard output");
}

std::string axis_list() {
    return row_list<AxisKind>("Axes", [](const AxisKind& kind) {
        return fmt::format("{}{}", kind.title, kind.unit.empty() ? "" : fmt::format(" ({})", kind.unit));
    });
}

} // namespace

void add_study_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "study", "Many plans, one question: what if there were more GPUs, slower links, other machines?");
    const auto options = std::make_shared<StudyOptions>();
    BaseOptions& base = options->base;
    auto* on = command->add_option_group("on");
    auto* file = on->add_option("study", options->file, "Study file; finished points are kept beside it");
    on->add_option("--cluster", base.workload.cluster, "Cluster file");
    auto* gpu = on->add_option("--gpu", base.machine.gpu, "GPU kind of a cluster that is not there");
    on->require_option(0, 1);
    command->add_option("--gpus", options->gpus, "Most GPUs; a cluster that has fewer is grown")
        ->check(number_within(bounds::study_gpus));
    add_cluster_options(*command, gpu, base.machine);
    add_job_options(*command, base.workload);
    command->get_option("--model")->required(false);
    add_batch_options(*command, base);
    add_effort_options(*command, base.budget);
    for (CLI::Option* option : command->get_options()) // what a study file says itself
        if (!option->check_name("--calibration") && !option->check_name("--layer-profile") &&
            !option->check_name("--gpus") && !option->check_name("--help") && option != file)
            option->excludes(file);
    add_goal_options(*command, base.goal);
    command->add_option(
        "--vary", options->vary,
        "An axis and its values: gpus=64,128,256. With several axes every combination is planned");
    command
        ->add_option("--sensitivity", options->sensitivity,
                     "Move each factor down and up by this many %, to see what changes most")
        ->check(number_between(1e-4, 99));
    add_outputs(*command, *options);
    command->footer(axis_list);
    command->callback([options, command] { run(*options, *command); });
}

} // namespace pipette
