// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/idle_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/progress_bar.h"
#include "app/cli/studies/availability_table.h"
#include "app/cli/studies/base_options.h"
#include "core/formats/studies/availability_json.h"

#include <CLI/CLI.hpp>
#include <memory>

namespace pipette {
namespace {

struct AvailabilityOptions {
    BaseOptions base;
    std::string file, json;
    std::vector<std::string> exclude;
};

AvailabilityQuestion question_of(const AvailabilityOptions& options, const CLI::App& command) {
    AvailabilityQuestion question;
    question.availability = read_availability(options.file);
    Study study;
    study.base = base_of(options.base);
    check_idle_options(command, study.base.model, study.base.job);
    question.goal = study.base.goal;
    question.inputs = inputs_of(study.base, sources_of({study, {}}, {}));
    question.inputs.faults.excluded_gpus = excluded_gpus(*question.inputs.cluster, options.exclude);
    return question;
}

void run(const AvailabilityOptions& options, const CLI::App& command) {
    check_output(options.json);
    const AvailabilityQuestion question = question_of(options, command);
    const Knowledge knowledge = knowledge_of(options.base.workload, question.inputs, KnowledgeFor::search);
    const Interrupt interrupt;
    AvailabilityResult result;
    {
        ProgressBar bar;
        AvailabilitySinks sinks;
        sinks.progress = bar.sink();
        if (!sinks.progress)
            sinks.planned = [](const PlannedSet& set) { print_note(set_note(set)); };
        result = run_availability(question, knowledge, sinks, interrupt.token());
    }
    if (result.stopped_early)
        throw Stopped("stopped before every set of GPUs was planned; nothing was written");
    if (!options.json.empty())
        write_out(options.json, availability_to_text(question, result));
    if (options.json != "-")
        print_text(availability_text(question, result));
    if (result.plans.empty())
        throw NothingFeasible("no plan fits on any of the sets of GPUs");
}

} // namespace

void add_availability_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "availability", "GPUs that come and go: what a run gets done, when to replan, when to wait");
    const auto options = std::make_shared<AvailabilityOptions>();
    BaseOptions& base = options->base;
    command->add_option("availability", options->file, "File that says which GPUs are there, hour by hour")
        ->required();
    command->add_option("--cluster", base.workload.cluster, "Cluster file with all GPUs")->required();
    add_job_options(*command, base.workload);
    add_batch_options(*command, base);
    command->add_option("--exclude", options->exclude, "GPUs that are never used: host[:gpu],...")
        ->delimiter(',');
    add_goal_options(*command, base.goal);
    for (const char* of_energy : {"--power", "--pue"}) // which the answer does not tell
        command->remove_option(command->get_option(of_energy));
    add_effort_options(*command, base.budget);
    command->add_option("--json", options->json,
                        "Write the answer as JSON to a file, or - for standard output");
    command->callback([options, command] { run(*options, *command); });
}

} // namespace pipette
