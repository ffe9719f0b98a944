// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/planning_options.h"
#include "app/cli/studies/goal_options.h"
#include "core/formats/studies/study_json.h"

#include <string>

namespace pipette {

/// Tokens of a step where nobody says.
inline constexpr const char* usual_tokens_per_step = "4M";

/// The options of a study's base: where it trains, what, and to what end.
struct BaseOptions {
    WorkloadOptions workload;
    AssumedMachine machine;
    GoalOptions goal;
    std::string tokens_per_step;
    AnnealingBudget budget = StudySetting{}.budget;
};

/// --global-batch or --tokens-per-step.
void add_batch_options(CLI::App& command, BaseOptions& options);

/// How much annealing each plan gets.
void add_effort_options(CLI::App& command, AnnealingBudget& budget);

/// The base that was said: on a cluster file, or on a machine that is not there. `usual_tokens_per_step`:
/// what a step has when neither tokens nor sequences are said. Throws InputError naming the option.
StudySetting base_of(const BaseOptions& options);

// As people read them; "not known" where nothing is.
std::string days_text(double days);
std::string cost_text(const std::optional<double>& cost);
std::string energy_text(const std::optional<double>& kwh); ///< MWh

} // namespace pipette
