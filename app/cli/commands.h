// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

namespace CLI {
class App;
}

namespace pipette {

/// Nothing that was asked for fits or is possible: exit status 1, the message on standard error.
class NothingFeasible : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A person stopped work of which a part is worth nothing: exit status 130, the message on standard error.
class Stopped : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// Each command adds its options and the work as the subcommand's callback. A callback may throw InputError
// (status 2), NothingFeasible (1), Stopped (130) or anything else (3); main() turns it into message and
// status. Declared here, defined in NAME_command.cpp, called in main.cpp.
void add_plan_command(CLI::App& app);
void add_estimate_command(CLI::App& app);
void add_simulate_command(CLI::App& app);
void add_import_command(CLI::App& app);
void add_export_command(CLI::App& app);
void add_validate_command(CLI::App& app);
void add_calibrate_command(CLI::App& app);
void add_measure_script_command(CLI::App& app);
void add_cluster_command(CLI::App& app);
void add_size_command(CLI::App& app);
void add_study_command(CLI::App& app);
void add_availability_command(CLI::App& app);
void add_pools_command(CLI::App& app);
void add_diff_command(CLI::App& app);
void add_compare_log_command(CLI::App& app);
void add_report_command(CLI::App& app);
void add_bench_command(CLI::App& app);

} // namespace pipette
