// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/idle_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "app/cli/plan_table.h"
#include "app/cli/studies/base_options.h"
#include "app/cli/studies/cluster_options.h"
#include "app/cli/text_table.h"
#include "core/base/readable.h"
#include "core/formats/reports/plan_report.h"
#include "core/formats/studies/size_json.h"

#include "pipette_commit.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace pipette {
namespace {

struct SizeOptions {
    BaseOptions base;
    std::string json, report;
    int most_gpus = 0; ///< 0: the usual
};

std::string size_table(const SizeAnswer& sizes, const std::string& currency) {
    using Align = TextTable::Align;
    TextTable table;
    for (const std::string& title :
         {std::string("at most"), std::string("GPUs"), std::string("step"), std::string("tokens/s"),
          std::string("MFU"), std::string("goodput"), std::string("days"), std::string("range"),
          std::string("GPU-hours"), "cost, " + currency, std::string("MWh")})
        table.add_column(title, Align::right);
    table.add_column("memory", Align::left);
    table.add_column("configuration", Align::left);
    table.add_column("cluster", Align::left);
    for (const SizePoint& point : sizes.points) {
        std::vector<std::string> cells{std::to_string(point.allowed_gpus)};
        const PointResult& result = point.result;
        if (result.planned.best) {
            const Candidate& best = *result.planned.best;
            const Outcome& outcome = result.outcome;
            cells.insert(cells.end(),
                         {std::to_string(best.config.world()), milliseconds(best.iteration_time_s),
                          tokens_text(best.tokens_per_s), fmt::format("{:.1f} %", 100 * best.mfu),
                          fmt::format("{:.1f} %", 100 * outcome.goodput.share), days_text(outcome.days),
                          days_range_text(result), fmt::format("{:.0f}", outcome.gpu_hours),
                          cost_text(outcome.cost), energy_text(outcome.energy_kwh),
                          std::string(name_of(verdict_of(best))), short_name(best.config),
                          result.assumed_cluster ? "assumed" : "measured"});
        } else {
            cells.resize(12);
            cells.push_back(result.planned.failed);
            cells.emplace_back();
        }
        table.add_row(cells);
    }
    return table.text();
}

std::string size_text(const SizeAnswer& sizes, const TrainingGoal& goal, const TrainingJob& job) {
    std::string text = answer_text(sizes, goal);
    if (!text.empty())
        text += '\n';
    text += size_table(sizes, goal.currency);
    text +=
        fmt::format("Assumed: a step is {} sequences of {} tokens\n", job.global_batch, job.sequence_length);
    // Of the answer, else of the largest: a small one may have no plan.
    if (!sizes.points.empty())
        for (const std::string& line :
             (sizes.answer < 0 ? sizes.points.back() : sizes.points[static_cast<std::size_t>(sizes.answer)])
                 .result.assumptions)
            text += "Assumed: " + readable(line, longest_shown_sentence) + "\n";
    return text;
}

void run(const SizeOptions& options, const CLI::App& command) {
    for (const std::string& file : {options.json, options.report})
        check_output(file);
    if (!options.report.empty())
        report_for_file({}, options.report); // a name that says no format is refused before long work
    Study study;
    study.base = base_of(options.base);
    check_idle_options(command, study.base.model, study.base.job);
    const StudySources sources = sources_of({study, {}}, {});
    const Sizes asked = sizes_of(study.base, sources, options.most_gpus);
    const PlanInputs first = asked.inputs(asked.step);
    const Knowledge knowledge = knowledge_of(options.base.workload, first, KnowledgeFor::search);
    const TrainingGoal& goal = study.base.goal;
    const Interrupt interrupt;
    const SizeAnswer sizes = smallest_size(
        asked, goal, knowledge,
        [&](const SizePoint& point) {
            const PointResult& result = point.result;
            print_note(fmt::format("{} GPUs: {}", point.allowed_gpus,
                                   result.planned.best ? days_text(result.outcome.days) + " days"
                                                       : result.planned.failed));
        },
        interrupt.token());
    if (sizes.stopped_early)
        throw Stopped("stopped before the answer was found; nothing was written");
    if (!options.json.empty())
        write_out(options.json, size_to_text(sizes, goal, first.job));
    if (!options.report.empty())
        write_out(options.report,
                  report_for_file(size_report(study.base, sources, sizes, PIPETTE_PROGRAM), options.report));
    if (options.json != "-")
        print_text(size_text(sizes, goal, first.job));
    if (goal.days > 0 && sizes.answer < 0)
        throw NothingFeasible("no size that was tried is enough");
}

} // namespace

void add_size_command(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("size", "The fewest GPUs that train the tokens in time, and what that costs");
    const auto options = std::make_shared<SizeOptions>();
    BaseOptions& base = options->base;
    auto* on = command->add_option_group("on");
    on->add_option("--cluster", base.workload.cluster, "Cluster file; sizes are parts of this cluster");
    auto* gpu = on->add_option("--gpu", base.machine.gpu, "GPU kind of a cluster that is not there");
    on->require_option(1);
    add_cluster_options(*command, gpu, base.machine);
    add_job_options(*command, base.workload);
    add_batch_options(*command, base);
    add_goal_options(*command, base.goal)->required();
    command
        ->add_option(
            "--most-gpus", options->most_gpus,
            "Largest size to try (default: 16384, or the GPUs of the cluster; a larger size grows the "
            "cluster)")
        ->check(number_within(bounds::study_gpus));
    add_effort_options(*command, base.budget);
    command->add_option("--report", options->report, "Write a report; its name ends with .html or .pdf");
    command->add_option("--json", options->json,
                        "Write the answer as JSON to a file, or - for standard output");
    command->callback([options, command] { run(*options, *command); });
}

} // namespace pipette
