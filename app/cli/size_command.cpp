// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/cluster_options.h"
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "app/cli/plan_table.h"
#include "app/cli/planning_options.h"
#include "app/cli/text_table.h"
#include "core/base/readable.h"
#include "core/base/units.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/resources.h"
#include "core/formats/documents/size_json.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <fmt/format.h>
#include <memory>

namespace pipette {
namespace {

struct SizeOptions {
    WorkloadOptions workload;
    ClusterOptions cluster;
    std::string tokens, tokens_per_step = "4M", json;
    TrainingGoal goal;
    int most_gpus = 16'384;
    AnnealingBudget budget{.moves = 20'000};
};

/// "15T", "4M", "2.5e9": a number of tokens.
double tokens_of(const std::string& option, const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string unit(end, text.data() + text.size());
    const double factor = unit.empty() ? 1 : unit == "M" ? 1e6 : unit == "B" ? 1e9 : unit == "T" ? 1e12 : 0;
    constexpr double most = 1e18;
    if (error != std::errc{} || factor == 0 || !(value * factor >= 1 && value * factor <= most))
        throw InputError(
            option, {},
            fmt::format("\"{}\" is no number of tokens, expected 1 to 1e18, with M, B or T for 1e6, 1e9 and "
                        "1e12",
                        text));
    return value * factor;
}

/// How sizes are planned: a part of the cluster that there is, or a cluster of that size that is not.
Sizes sizes_of(const SizeOptions& options, const PlanInputs& inputs) {
    Sizes sizes;
    sizes.most = options.most_gpus;
    if (options.cluster.gpu.empty()) {
        sizes.step = inputs.cluster.kind_of_node(0).gpus;
        sizes.most = std::min(sizes.most, inputs.cluster.gpu_count());
        sizes.inputs = [inputs](int gpus) {
            PlanInputs part = inputs;
            part.limits.world_sizes = {gpus};
            return part;
        };
        return sizes;
    }
    const HypotheticalCluster one = choices_of(options.cluster, 1);
    sizes.step = one.gpus_per_node;
    sizes.inputs = [inputs, one](int gpus) {
        PlanInputs sized = inputs;
        HypotheticalCluster choices = one;
        choices.nodes = gpus / one.gpus_per_node;
        sized.cluster = cluster_of(choices);
        return sized;
    };
    return sizes;
}

std::string days_text(double days) {
    return fmt::format("{:.1f}", days);
}

std::string size_table(const SizeAnswer& sizes, const TrainingGoal& goal) {
    using Align = TextTable::Align;
    TextTable table;
    for (const char* title : {"at most", "GPUs", "step", "tokens/s", "MFU", "goodput", "days", "GPU-hours"})
        table.add_column(title, Align::right);
    if (goal.price_per_gpu_hour > 0)
        table.add_column("cost", Align::right);
    table.add_column("memory", Align::left);
    table.add_column("configuration", Align::left);
    for (const SizePoint& point : sizes.points) {
        std::vector<std::string> cells{std::to_string(point.allowed_gpus)};
        if (point.best) {
            const Candidate& best = *point.best;
            cells.insert(cells.end(),
                         {std::to_string(best.config.world()), milliseconds(best.iteration_time_s),
                          tokens_text(best.tokens_per_s), fmt::format("{:.1f} %", 100 * best.mfu),
                          fmt::format("{:.1f} %", 100 * point.goodput.share), days_text(point.days),
                          fmt::format("{:.0f}", point.gpu_hours)});
            if (goal.price_per_gpu_hour > 0)
                cells.push_back(fmt::format("{:.0f}", point.cost));
            cells.insert(cells.end(), {std::string(name_of(verdict_of(best))), short_name(best.config)});
        } else {
            cells.resize(goal.price_per_gpu_hour > 0 ? 10 : 9);
            cells.push_back("nothing fits in memory");
        }
        table.add_row(cells);
    }
    return table.text();
}

std::string answer_text(const SizeAnswer& sizes, const TrainingGoal& goal, int global_batch, int sequence) {
    std::string text;
    if (sizes.answer >= 0) {
        const SizePoint& point = sizes.points[static_cast<std::size_t>(sizes.answer)];
        text = fmt::format("{} GPUs are the fewest that train {:g} tokens within {:g} days: {} days",
                           point.allowed_gpus, goal.tokens, goal.days, days_text(point.days));
        if (goal.price_per_gpu_hour > 0)
            text += fmt::format(", {:.0f} at {:g} a GPU-hour", point.cost, goal.price_per_gpu_hour);
        text += ".\n";
    } else if (goal.days > 0) {
        text =
            fmt::format("None of these sizes trains {:g} tokens within {:g} days.\n", goal.tokens, goal.days);
    }
    text += size_table(sizes, goal);
    text += fmt::format("Assumed: a step is {} sequences of {} tokens\n", global_batch, sequence);
    text += fmt::format(
        "Assumed: one GPU is interrupted every {:.0f} hours, n GPUs n times as often; a checkpoint takes "
        "{:g} s, a restart {:g} s\n",
        goal.failures.gpu_mtbf_hours, goal.failures.checkpoint_s, goal.failures.restart_s);
    if (!sizes.points.empty())
        for (const std::string& line :
             sizes.points[static_cast<std::size_t>(std::max(0, sizes.answer))].assumptions)
            text += "Assumed: " + readable(line, longest_shown_sentence) + "\n";
    return text;
}

/// The inputs of every size, its cluster apart: --gpu makes one of one node to read the rest with.
PlanInputs inputs_of(const SizeOptions& options, double tokens_per_step) {
    PlanInputs inputs;
    if (options.cluster.gpu.empty())
        inputs.cluster = read_cluster(options.workload.cluster);
    else
        inputs.cluster = cluster_of(choices_of(options.cluster, 1));
    inputs.model = load_model(options.workload.model);
    inputs.job.sequence_length = options.workload.sequence_length.value_or(inputs.model.sequence_length);
    inputs.job.global_batch = batch_of(tokens_per_step, inputs.job.sequence_length);
    take_job_options(inputs.job, options.workload);
    inputs.budget = options.budget;
    inputs.top = 1;
    return inputs;
}

void run(SizeOptions options) {
    check_output(options.json);
    options.goal.tokens = tokens_of("--tokens", options.tokens);
    const PlanInputs inputs = inputs_of(options, tokens_of("--tokens-per-step", options.tokens_per_step));
    const Knowledge knowledge = knowledge_of(options.workload, inputs.cluster);
    const Interrupt interrupt;
    const SizeAnswer sizes = smallest_size(
        sizes_of(options, inputs), options.goal, knowledge,
        [&](const SizePoint& point) {
            print_note(point.best ? fmt::format("{} GPUs: {} days", point.allowed_gpus, days_text(point.days))
                                  : fmt::format("{} GPUs: nothing fits in memory", point.allowed_gpus));
        },
        interrupt.token());
    if (sizes.stopped_early)
        throw Stopped("stopped before the answer was found; nothing was written");
    if (!options.json.empty())
        write_out(options.json, size_to_text(sizes, options.goal));
    if (options.json != "-")
        print_text(answer_text(sizes, options.goal, inputs.job.global_batch, inputs.job.sequence_length));
    if (options.goal.days > 0 && sizes.answer < 0)
        throw NothingFeasible("no size that was tried is enough");
}

void add_goal(CLI::App& command, SizeOptions& options) {
    TrainingGoal& goal = options.goal;
    command.add_option("--tokens", options.tokens, "Tokens to train on: 15T, 300B")->required();
    command.add_option("--days", goal.days, "Days that it may take (default: every doubling is shown)")
        ->check(number_between(1e-3, 1e5));
    command.add_option("--price", goal.price_per_gpu_hour, "Price of a GPU-hour")
        ->check(number_between(0, 1e6));
    command
        .add_option("--tokens-per-step", options.tokens_per_step, "Tokens a step, rounded to whole batches")
        ->capture_default_str();
    command
        .add_option("--gpu-mtbf", goal.failures.gpu_mtbf_hours,
                    "Hours between unexpected interruptions, times GPUs (default: of Llama 3's training)")
        ->check(number_between(1, 1e9))
        ->capture_default_str();
    command.add_option("--checkpoint", goal.failures.checkpoint_s, "Seconds that a checkpoint takes")
        ->check(number_between(1e-3, 1e5))
        ->capture_default_str();
    command.add_option("--restart", goal.failures.restart_s, "Seconds that a restart takes")
        ->check(number_between(0, 1e5))
        ->capture_default_str();
}

} // namespace

void add_size_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "size", "The fewest GPUs that train so many tokens in so many days, and what it costs");
    const auto options = std::make_shared<SizeOptions>();
    auto* on = command->add_option_group("on");
    on->add_option("--cluster", options->workload.cluster, "Cluster file: parts of it are tried");
    auto* gpu = on->add_option("--gpu", options->cluster.gpu, "GPU kind of a cluster that is not there");
    on->require_option(1);
    add_cluster_options(*command, gpu, options->cluster);
    add_job_options(*command, options->workload);
    add_goal(*command, *options);
    command->add_option("--most-gpus", options->most_gpus, "Largest size to try")
        ->check(CLI::Range(1, 65'536))
        ->capture_default_str();
    command->add_option("--seed", options->budget.seed, "The same seed gives the same answer")
        ->check(whole_number())
        ->capture_default_str();
    command->add_option("--moves", options->budget.moves, "Most annealing moves of a chain")
        ->check(CLI::Range(0L, 1'000'000'000L))
        ->capture_default_str();
    command->add_option("--json", options->json,
                        "Write the answer as JSON to a file, or - for standard output");
    command->callback([options] { run(*options); });
}

} // namespace pipette
