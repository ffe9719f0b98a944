// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/studies/goal_options.h"

#include "app/cli/option_checks.h"
#include "core/formats/studies/study_json.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace pipette {

CLI::Option* add_goal_options(CLI::App& command, GoalOptions& options) {
    const TrainingGoal usual;
    auto* tokens = command.add_option("--tokens", options.tokens, "Tokens to train on: 15T, 300B");
    command.add_option("--days", options.days, "Deadline: days that the training may take")
        ->check(number_within(bounds::days));
    command
        .add_option("--price", options.price,
                    "Price of a GPU-hour (default: the known price of the GPU kind)")
        ->check(number_within(bounds::price));
    command
        .add_option("--budget", options.budget, "What the training may cost, in the currency of --currency")
        ->check(number_within(bounds::budget));
    command
        .add_option("--currency", options.currency,
                    fmt::format("Currency of --price and of all money (default: {}, which the prices of GPU "
                                "kinds are in)",
                                usual.currency))
        ->option_text("NAME");
    command
        .add_option("--power", options.power_w,
                    "Watts that a GPU draws with its share of the node (default: those of the GPU kind)")
        ->check(number_within(bounds::power));
    command
        .add_option(
            "--pue", options.pue,
            fmt::format("Energy of the data centre over that of its nodes (default: {:g})", usual.pue))
        ->check(number_within(bounds::pue));
    command
        .add_option(
            "--gpu-mtbf", options.gpu_mtbf_hours,
            fmt::format("Hours between two unexpected interruptions of one GPU (default: {:.0f}, as in the "
                        "training of Llama 3)",
                        usual.failures.gpu_mtbf_hours))
        ->check(number_within(bounds::mtbf_hours));
    command
        .add_option(
            "--checkpoint", options.checkpoint_s,
            fmt::format("Seconds that a checkpoint takes (default: {:g})", usual.failures.checkpoint_s))
        ->check(number_within(bounds::checkpoint_s));
    command
        .add_option("--restart", options.restart_s,
                    fmt::format("Seconds that a restart takes (default: {:g})", usual.failures.restart_s))
        ->check(number_within(bounds::restart_s));
    return tokens;
}

TrainingGoal goal_with(const GoalOptions& options, TrainingGoal goal) {
    if (options.tokens)
        goal.tokens = tokens_from_text("--tokens", *options.tokens);
    goal.days = options.days.value_or(goal.days);
    goal.price_per_gpu_hour = options.price.value_or(goal.price_per_gpu_hour);
    goal.budget = options.budget.value_or(goal.budget);
    if (options.currency)
        goal.currency = currency_from_text("--currency", *options.currency);
    goal.power_w = options.power_w.value_or(goal.power_w);
    goal.pue = options.pue.value_or(goal.pue);
    Failures& failures = goal.failures;
    failures.gpu_mtbf_hours = options.gpu_mtbf_hours.value_or(failures.gpu_mtbf_hours);
    failures.checkpoint_s = options.checkpoint_s.value_or(failures.checkpoint_s);
    failures.restart_s = options.restart_s.value_or(failures.restart_s);
    return goal;
}

} // namespace pipette
