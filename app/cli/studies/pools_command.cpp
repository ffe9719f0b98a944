// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/file_checks.h"
#include "app/cli/idle_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "app/cli/plan_table.h"
#include "app/cli/planning_options.h"
#include "app/cli/progress_bar.h"
#include "app/cli/studies/base_options.h"
#include "app/cli/text_table.h"
#include "core/base/readable.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/launchers/exported_file.h"
#include "core/formats/studies/pools_json.h"
#include "core/formats/text/new_folder.h"
#include "core/plan/plan_origin.h"
#include "core/plan/stages/unlike_gpus.h"
#include "core/study/pools/between_pools.h"
#include "core/study/pools/pools_answer.h"
#include "pipette_commit.h"

#include <CLI/CLI.hpp>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace pipette {
namespace {

struct PoolsOptions {
    WorkloadOptions workload;
    std::vector<std::string> exclude;
    std::string by = std::string(name_of(PoolsBy::gpu_kind)), json, plans;
    AnnealingBudget budget = StudySetting{}.budget;
};

std::string pools_table(const PooledPlan& plan) {
    using Align = TextTable::Align;
    TextTable table;
    table.add_column("pool", Align::left);
    for (const char* title : {"GPUs", "used", "sequences", "time/step", "waits", "MFU"})
        table.add_column(title, Align::right);
    table.add_column("memory", Align::left);
    table.add_column("configuration", Align::left);
    for (const PoolShare& share : plan.shares) {
        const Candidate& candidate = share.candidate;
        table.add_row({share.pool.name, std::to_string(share.pool.gpus.size()),
                       std::to_string(candidate.config.world()), std::to_string(share.sequences),
                       milliseconds(candidate.iteration_time_s), milliseconds(plan.waits_s(share)),
                       fmt::format("{:.1f} %", 100 * candidate.mfu), memory_text(candidate),
                       short_name(candidate.config)});
    }
    return table.text();
}

std::string pools_text(const PlanInputs& inputs, const PooledPlan& plan) {
    std::string text = pools_answer(plan) + "\n";
    if (!plan.shares.empty())
        text += "\n" + pools_table(plan) + "\n";
    if (plan.shares.size() > 1)
        text += fmt::format("Exchange between the pools: {}, {:.1f} GB of gradients\n",
                            milliseconds(plan.exchange_s), gradient_bytes(inputs) / 1e9);
    if (plan.joint)
        text += fmt::format("With like replicas: {} on {}\n", short_name(plan.joint->config),
                            readable(gpus_text(*inputs.cluster, *plan.joint)));
    for (const PoolLeftOut& pool : plan.left_out)
        text += fmt::format("Left out: {} ({} GPUs): {}\n", readable(pool.pool.name), pool.pool.gpus.size(),
                            readable(pool.reason, longest_shown_sentence));
    for (const std::string& line : pools_transfers(*inputs.cluster, plan))
        text += readable(line, longest_shown_sentence) + "\n";
    for (const std::string& line : all_assumptions(plan))
        text += "Assumed: " + readable(line, longest_shown_sentence) + "\n";
    return text;
}

/// A document for each pool that takes part: "1-H100-SXM5-80GB.json".
void write_plans(const PoolsOptions& options, const PlanInputs& inputs, const Knowledge& knowledge,
                 const PooledPlan& found) {
    std::vector<ExportedFile> files;
    for (const PoolShare& share : found.shares) {
        Plan plan = plan_of_share(inputs, found, share);
        plan.calibrations = calibrations_of(options.workload, plan.inputs, knowledge);
        plan.made = origin_now(PIPETTE_PROGRAM, inputs.cluster->file);
        std::string name = fmt::format("{}-{}.json", files.size() + 1, share.pool.name);
        for (char& c : name)
            if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '_')
                c = '-';
        const std::string beside = (std::filesystem::path(options.plans) / name).string();
        check_not_over("--plans", beside, options.workload.cluster, "--cluster");
        files.push_back({std::move(name), plan_to_text(plan, beside)});
    }
    write_folder(options.plans, files);
}

void run(const PoolsOptions& options, const CLI::App& command) {
    check_output(options.json);
    std::optional<NewFolder> folder; // goes again if nothing is written to it
    if (!options.plans.empty()) {
        folder.emplace(options.plans);
        check_output((std::filesystem::path(options.plans) / "1.json").string());
    }
    const PoolsBy by = named_or_refuse<PoolsBy>("--by", options.by, pools_by_named, all_pools_by());
    PlanInputs inputs = inputs_of(options.workload);
    inputs.limits.allow_faulty = options.workload.allow_faulty;
    inputs.budget = options.budget;
    inputs.budget.history_quantile = options.workload.history_quantile;
    inputs.faults.excluded_gpus = excluded_gpus(*inputs.cluster, options.exclude);
    check_idle_options(command, inputs);
    const std::vector<Pool> pools = pools_of(inputs, by);
    const Knowledge knowledge = knowledge_of(options.workload, inputs, KnowledgeFor::search);
    const Interrupt interrupt;
    PooledPlan plan;
    {
        ProgressBar bar;
        plan = plan_pools(inputs, pools, knowledge, bar.sink(), interrupt.token());
    }
    if (plan.stopped_early)
        throw Stopped("stopped before the pools were planned; nothing was written");
    if (!options.json.empty())
        write_out(options.json, pools_to_text(inputs, plan, by));
    if (!options.plans.empty() && !plan.shares.empty())
        write_plans(options, inputs, knowledge, plan);
    if (options.json != "-")
        print_text(pools_text(inputs, plan));
    if (plan.shares.empty())
        throw NothingFeasible("no pool has a plan");
}

} // namespace

void add_pools_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "pools", "Replicas with a layout of their own on each kind of GPU, or in each zone: do they pay?");
    const auto options = std::make_shared<PoolsOptions>();
    add_workload_options(*command, options->workload);
    command
        ->add_option("--by", options->by,
                     "What the GPUs of a pool have in common: kind (of GPU) or zone (of their hosts)")
        ->check(words())
        ->capture_default_str();
    command->add_option("--exclude", options->exclude, "GPUs that must not be used: host[:gpu],...")
        ->delimiter(',');
    add_effort_options(*command, options->budget);
    command->add_option("--json", options->json,
                        "Write the answer as JSON to a file, or - for standard output");
    command->add_option("--plans", options->plans,
                        "Write the plan of each pool into this folder, as documents to open and to export");
    command->callback([options, command] { run(*options, *command); });
}

} // namespace pipette
