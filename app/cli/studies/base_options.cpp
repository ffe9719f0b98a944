// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/studies/base_options.h"

#include "app/cli/option_checks.h"
#include "core/formats/documents/resources.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pipette {

void add_batch_options(CLI::App& command, BaseOptions& options) {
    auto* batch = command.add_option("--global-batch", options.workload.global_batch, "Sequences a step")
                      ->check(number_within(bounds::global_batch));
    command
        .add_option(
            "--tokens-per-step", options.tokens_per_step,
            fmt::format("Tokens a step, rounded to whole batches (default: {})", usual_tokens_per_step))
        ->excludes(batch);
}

void add_effort_options(CLI::App& command, AnnealingBudget& budget) {
    command.add_option("--seed", budget.seed, "The same seed gives the same answer")
        ->check(whole_number())
        ->capture_default_str();
    command.add_option("--moves", budget.moves, "Most annealing moves of a chain")
        ->check(number_within(bounds::moves))
        ->capture_default_str();
}

StudySetting base_of(const BaseOptions& options) {
    StudySetting base;
    const WorkloadOptions& workload = options.workload;
    if (options.machine.gpu.empty())
        base.cluster = workload.cluster;
    base.machine = options.machine;
    base.model = load_model(workload.model);
    base.job.sequence_length = workload.sequence_length.value_or(0);
    take_job_options(base.job, workload);
    base.job.global_batch = workload.global_batch;
    if (workload.global_batch == 0)
        base.tokens_per_step =
            tokens_from_text("--tokens-per-step", options.tokens_per_step.empty() ? usual_tokens_per_step
                                                                                  : options.tokens_per_step);
    base.budget = options.budget;
    base.goal = goal_with(options.goal, {});
    return base;
}

std::string days_text(double days) {
    return fmt::format("{:.1f}", days);
}

std::string cost_text(const std::optional<double>& cost) {
    return cost ? fmt::format("{:.0f}", *cost) : "not known";
}

std::string energy_text(const std::optional<double>& kwh) {
    return kwh ? fmt::format("{:.1f}", *kwh / 1000) : "not known";
}

} // namespace pipette
