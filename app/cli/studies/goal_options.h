// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/goal.h"

#include <optional>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace pipette {

/// The options that say what a training run has to reach and what its time costs; those that were given.
struct GoalOptions {
    std::optional<std::string> tokens, currency;
    std::optional<double> days, price, budget, power_w, pue, gpu_mtbf_hours, checkpoint_s, restart_s;
};

/// Returns --tokens, for who cannot do without.
CLI::Option* add_goal_options(CLI::App& command, GoalOptions& options);

/// `goal` with what was given in its place. Throws InputError naming the option.
TrainingGoal goal_with(const GoalOptions& options, TrainingGoal goal);

} // namespace pipette
