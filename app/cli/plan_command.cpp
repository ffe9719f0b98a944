// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/idle_options.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "app/cli/plan_reasons.h"
#include "app/cli/plan_table.h"
#include "app/cli/planning_options.h"
#include "app/cli/processes/processes.h"
#include "app/cli/progress_bar.h"
#include "core/base/readable.h"
#include "core/cost/iteration_time.h"
#include "core/formats/documents/mapping_tsv.h"
#include "core/formats/documents/plan_json.h"
#include "core/formats/launchers/export_format.h"
#include "core/framework/framework.h"
#include "core/plan/context_kind.h"
#include "core/plan/kept_off.h"
#include "core/plan/reliance_text.h"
#include "core/search/space/enumeration.h"
#include "core/study/find_headroom.h"

#include "pipette_commit.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <functional>
#include <memory>

namespace pipette {
namespace {

struct PlanOptions {
    WorkloadOptions workload;
    std::vector<std::string> recompute, schedules, exclude;
    std::optional<std::string> p2p;
    std::string pin, start, json, launcher;
    SearchLimits limits;
    AnnealingBudget budget;
    std::string prefer = "safe";
    int top = 20;
    bool headroom = false;
};

/// GPUs of the ranks that are pinned, in a mapping of `world` ranks that has the others in host order.
RankMapping start_with(const std::vector<PlacedRank>& pinned, const RankMapping& host_order,
                       const std::string& file) {
    RankMapping start = host_order;
    for (const PlacedRank& placed : pinned) {
        if (placed.rank >= static_cast<int>(start.gpu_of_rank.size()))
            throw InputError(file, fmt::format("rank {}", placed.rank),
                             fmt::format("is not below the {} ranks of the plan", start.gpu_of_rank.size()));
        int& here = start.gpu_of_rank[static_cast<std::size_t>(placed.rank)];
        const auto holder = std::find(start.gpu_of_rank.begin(), start.gpu_of_rank.end(), placed.gpu);
        if (holder != start.gpu_of_rank.end())
            *holder = here;
        here = placed.gpu;
    }
    return start;
}

/// Number of GPUs to plan for when it must be one.
int only_world(const PlanInputs& inputs, const char* option) {
    if (inputs.limits.world_sizes.size() > 1)
        throw InputError(option, {}, "needs one number of GPUs, expected a single --gpus");
    return inputs.limits.world_sizes.empty() ? static_cast<int>(usable_gpus(inputs).size())
                                             : inputs.limits.world_sizes.front();
}

void add_start(PlanInputs& inputs, const PlanOptions& options) {
    if (!options.start.empty()) {
        inputs.start = read_mapping_tsv(options.start, *inputs.cluster);
        if (inputs.limits.world_sizes.empty())
            inputs.limits.world_sizes = {static_cast<int>(inputs.start->gpu_of_rank.size())};
        if (const int world = only_world(inputs, "--start");
            world != static_cast<int>(inputs.start->gpu_of_rank.size()))
            throw InputError(
                options.start, {},
                fmt::format("has {} ranks, --gpus says {}", inputs.start->gpu_of_rank.size(), world));
    }
    if (options.pin.empty())
        return;
    const std::vector<PlacedRank> pinned = read_placed_ranks(options.pin, *inputs.cluster);
    if (!inputs.start)
        inputs.start = host_order_mapping(inputs.cluster->gpu_count(), only_world(inputs, "--pin"),
                                          gpus_kept_off(inputs));
    inputs.start = start_with(pinned, *inputs.start, options.pin);
    for (const PlacedRank& placed : pinned)
        inputs.pinned_ranks.push_back(placed.rank);
}

/// Refuses a stage of ZeRO that the framework has in no configuration.
void check_zero_stages(const PlanInputs& inputs) {
    for (const int stage : inputs.limits.zero_stages) {
        ParallelConfig config;
        config.zero_stage = stage;
        try {
            check_habits(config, inputs.model, inputs.job);
        } catch (const InputError& error) {
            if (error.place() == "zero_stage")
                throw InputError("--zero", {}, error.reason());
        }
    }
}

PlanInputs inputs_of(const PlanOptions& options) {
    PlanInputs inputs = inputs_of(options.workload);
    inputs.limits = options.limits;
    inputs.limits.allow_faulty = options.workload.allow_faulty;
    if (!options.launcher.empty())
        inputs.limits.launcher = launcher_limit_named(options.launcher);
    constexpr Recompute recomputes[]{Recompute::none, Recompute::selective, Recompute::full};
    for (const std::string& name : options.recompute)
        inputs.limits.recompute.push_back(
            named_or_refuse<Recompute>("--recompute", name, recompute_named, recomputes));
    for (const std::string& name : options.schedules)
        inputs.limits.schedules.push_back(
            named_or_refuse<ScheduleKind>("--schedules", name, schedule_named, all_schedules()));
    if (options.p2p)
        inputs.limits.p2p = named_or_refuse<P2p>("--p2p", *options.p2p, p2p_named, all_p2ps());
    for (const std::string& kind : options.limits.cp_kinds)
        if (!Registry<ContextKind>::find(kind))
            throw InputError("--cp-kind", {},
                             fmt::format("{} is not known, expected some of {}", in_quotes(kind),
                                         Registry<ContextKind>::names()));
    check_zero_stages(inputs);
    inputs.budget = options.budget;
    inputs.budget.history_quantile = options.workload.history_quantile;
    inputs.budget.prefer =
        named_or_refuse<Preference>("--prefer", options.prefer, preference_named, all_preferences());
    inputs.top = options.top;
    inputs.faults.excluded_gpus = excluded_gpus(*inputs.cluster, options.exclude);
    add_start(inputs, options);
    return inputs;
}

/// Throws what this process could not read; else, when another could not, that it could not.
void read_together(const Peers& peers, const std::function<void()>& read) {
    std::exception_ptr failed;
    try {
        read();
    } catch (...) {
        failed = std::current_exception();
    }
    if (peers.size > 1)
        for (const std::string& answer : peers.gather(failed ? "no" : "yes"))
            if (answer == "no" && !failed)
                throw InputError("mpirun", {}, "another process could not read its inputs");
    if (failed)
        std::rethrow_exception(failed);
}

void run(const PlanOptions& options, const CLI::App& command) {
    const Processes processes;
    PlanInputs inputs;
    Knowledge knowledge;
    read_together(processes.peers(), [&] {
        inputs = inputs_of(options);
        check_idle_options(command, inputs);
        if (processes.speaks())
            check_output(options.json);
        if (usable_gpus(inputs).empty() && !inputs.cluster->faults.empty())
            throw NothingFeasible("no GPU is left to plan for: " + known_faults_text(inputs));
        knowledge = knowledge_of(options.workload, inputs, KnowledgeFor::search);
    });
    const Interrupt interrupt; // until all is written: the first signal stops the search, not the writing
    Plan result;
    {
        ProgressBar bar;
        SearchSinks sinks;
        if (processes.speaks())
            sinks.progress = bar.sink();
        result = plan(inputs, knowledge, sinks, interrupt.token(), processes.peers());
    }
    if (!processes.speaks())
        return;
    if (result.stopped_early && result.candidates.empty())
        throw Stopped("stopped before any configuration was found that fits; nothing was written");
    if (options.headroom)
        result.headroom = find_headroom(inputs, knowledge, interrupt.token());
    result.calibrations = calibrations_of(options.workload, inputs, knowledge);
    result.made = origin_now(PIPETTE_PROGRAM, inputs.cluster->file);
    if (!options.json.empty())
        write_out(options.json, plan_to_text(result, options.json == "-" ? "" : options.json));
    if (options.json != "-") {
        std::string text = plan_heading(result);
        if (!result.candidates.empty())
            text += "\n" + plan_table(result) + "\n" +
                    reasons_text(plan_reasons(result, result.candidates.front(), links_of(result.inputs)));
        print_text(text + plan_notes(result));
    }
    if (result.candidates.empty())
        throw NothingFeasible(nothing_feasible_text(result));
}

void add_limits(CLI::App& command, PlanOptions& options) {
    SearchLimits& limits = options.limits;
    const CLI::Validator positive = number_within(bounds::parallel_size);
    command
        .add_option("--gpus", limits.world_sizes,
                    "Numbers of GPUs to use; the best of each is kept (default: all, and whole nodes down to "
                    "7/8 of them)")
        ->delimiter(',')
        ->check(positive);
    command.add_option("--micro-batch", limits.micro_batches, "Sequences a microbatch (default: 1,2,4,8)")
        ->delimiter(',')
        ->check(positive);
    command.add_option("--recompute", options.recompute, "none,selective,full (default: all)")
        ->delimiter(',');
    command.add_option("--schedules", options.schedules, "Pipeline schedules (default: 1f1b,interleaved)")
        ->delimiter(',');
    command.add_option("--p2p", options.p2p,
                       "blocking, in-turn or overlapped transfers (default: the framework's own)");
    command
        .add_option("--max-tp", limits.max_tp,
                    "Largest tensor parallel size (default: GPUs of a node; of tensor grids, all)")
        ->check(positive);
    command
        .add_flag("--stage-tp", limits.stage_tp,
                  "On unlike GPUs, let stages have a tensor parallel size of their own (a study: no "
                  "framework here runs such a plan)")
        ->disable_flag_override();
    command
        .add_option(
            "--max-cp", limits.max_cp,
            "Largest context parallel size (default: 1; for sequences of 16384 tokens or more, one for "
            "every 4096 tokens)")
        ->check(positive);
    command
        .add_option("--cp-kind", limits.cp_kinds,
                    "Context parallelism to try: " + Registry<ContextKind>::names() +
                        " (default: all kinds that give every GPU as much to do)")
        ->delimiter(',')
        ->check(words());
    command.add_option("--max-vpp", limits.max_vpp, "Most model chunks a device")
        ->check(positive)
        ->capture_default_str();
    command
        .add_option("--zero", limits.zero_stages,
                    "ZeRO stages to try: 0,1,2,3 (default: as the framework does: 1, but 3 with FSDP)")
        ->delimiter(',')
        ->check(CLI::Range(0, 3));
    command
        .add_option("--offload", limits.offloads,
                    "Shares of the optimizer's state to try on the host: 0,0.5,1 (default: none, or where "
                    "nothing fits so the smallest of 0.25, 0.5, 0.75 and 1 that fits)")
        ->delimiter(',')
        ->check(number_between(0, 1));
    command.add_option("--exclude", options.exclude, "GPUs that must not be used: host[:gpu],...")
        ->delimiter(',');
    command.add_option("--pin", options.pin, "Mapping file of the ranks that must stay on their GPUs");
    command.add_option("--start", options.start, "Mapping file to improve from");
}

void add_budget(CLI::App& command, AnnealingBudget& budget) {
    command.add_option("--seed", budget.seed, "The same seed gives the same plan")
        ->check(whole_number())
        ->capture_default_str();
    command.add_option("--chains", budget.chains, "Annealing chains a configuration")
        ->check(number_within(bounds::chains))
        ->capture_default_str();
    command.add_option("--moves", budget.moves, "Most moves of a chain")
        ->check(number_within(bounds::moves))
        ->capture_default_str();
    command.add_option("--threads", budget.threads, "Threads to use (default: what the machine has)")
        ->check(number_within(bounds::threads));
}

} // namespace

void add_plan_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "plan", "The fastest configurations that fit in memory, each with its assignment of GPUs to ranks");
    const auto options = std::make_shared<PlanOptions>();
    add_workload_options(*command, options->workload);
    add_limits(*command, *options);
    add_budget(*command, options->budget);
    command->add_option("--top", options->top, "Candidates to keep")
        ->check(CLI::Range(1, 100'000))
        ->capture_default_str();
    command
        ->add_option("--prefer", options->prefer,
                     "Which of the candidates within 2 % of the fastest comes first: safe (the one whose "
                     "memory is safe, then the one on fewer GPUs, then the simpler one) or fastest")
        ->check(words())
        ->capture_default_str();
    command
        ->add_option("--launcher", options->launcher,
                     "Plan only mappings that this launcher can express (a launcher of pipette export)")
        ->check(words());
    command
        ->add_flag("--headroom", options->headroom,
                   "Also find the longest sequence, the largest micro batch and the deepest model that still "
                   "fit, and "
                   "the fewest GPUs")
        ->disable_flag_override();
    command->add_option("--json", options->json,
                        "Write the plan as JSON to a file, or - for standard output");
    command->callback([options, command] { run(*options, *command); });
}

} // namespace pipette
