// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace CLI {
class App;
}

namespace pipette {

struct ExportFormat;
class Schedule;

// An option that was given and changes nothing is a mistake: whoever typed it believes that the answer shows
// what it does. Each function looks through the rows of its kind of work (idle_options.cpp) for options that
// were given to `command` and change nothing. It throws InputError, or names the option on standard error
// where the row says so. Either message says why.

/// Options of the job alone: `size` and `study`. `any_model`: the model is not known here, because a study
/// varies it.
enum class ModelKnown { this_model, any_model };
void check_idle_options(const CLI::App& command, const TransformerModel& model, const TrainingJob& job,
                        ModelKnown known = ModelKnown::this_model);

/// The same and options of cluster and search: `plan` and `estimate`.
void check_idle_options(const CLI::App& command, const PlanInputs& inputs);

/// Options of `simulate`.
enum class ScheduleFrom { family, file };
void check_idle_options(const CLI::App& command, const Schedule& schedule, ScheduleFrom from);

/// Options of `export`.
void check_idle_options(const CLI::App& command, const ExportFormat& format);

} // namespace pipette
