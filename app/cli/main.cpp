// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/file_checks.h"
#include "app/cli/option_checks.h"
#include "app/cli/output.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"
#include "core/formats/text/temporary_file.h"

#include "pipette_commit.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <fmt/format.h>

namespace {

// The contract's exit statuses.
constexpr int status_nothing_feasible = 1, status_bad_input = 2, status_internal = 3;
constexpr int status_stopped = 130; // as shells report an interrupt

constexpr const char* version_text = "pipette " PIPETTE_VERSION " (commit " PIPETTE_COMMIT ")\n"
                                     "Licence GPL-3.0-or-later: free software without any warranty";

int failed(int status, const std::string& message) {
    pipette::print_note(message);
    return status;
}

/// What CLI11 has against the command line, which the message quotes.
std::string refused_command_line(const CLI::App*, const CLI::Error& error) {
    return pipette::readable(error.what(), pipette::longest_shown_sentence) +
           "\nRun with --help for more information.\n";
}

int run(CLI::App& app, int argc, char** argv) {
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // CLI11 prints help and version on standard output, mistakes on standard error.
        return app.exit(error) == 0 ? 0 : status_bad_input;
    } catch (const pipette::NothingFeasible& error) {
        return failed(status_nothing_feasible, error.what());
    } catch (const pipette::Stopped& error) {
        return failed(status_stopped, error.what());
    } catch (const pipette::InputError& error) {
        return failed(status_bad_input, error.what());
    } catch (const std::exception& error) {
        if (std::ferror(stdout) == 0)
            return failed(status_internal, fmt::format("internal error: {}", error.what()));
    }
    return 0;
}

} // namespace

// Outside the try block nothing throws but want of memory. NOLINTNEXTLINE(bugprone-exception-escape)
int main(int argc, char** argv) {
    pipette::remove_temporary_files_at_signals();
    CLI::App app{"Plans parallel training of large language models on measured GPU clusters", "pipette"};
    app.set_version_flag("--version", version_text);
    app.failure_message(refused_command_line);
    app.require_subcommand(1);
    pipette::add_import_command(app);
    pipette::add_cluster_command(app);
    pipette::add_size_command(app);
    pipette::add_study_command(app);
    pipette::add_availability_command(app);
    pipette::add_pools_command(app);
    pipette::add_validate_command(app);
    pipette::add_calibrate_command(app);
    pipette::add_plan_command(app);
    pipette::add_estimate_command(app);
    pipette::add_diff_command(app);
    pipette::add_compare_log_command(app);
    pipette::add_report_command(app);
    pipette::add_export_command(app);
    pipette::add_simulate_command(app);
    pipette::add_measure_script_command(app);
    pipette::add_bench_command(app);
    pipette::check_files_of(app);
    pipette::take_decimal_numbers(app);
    const int status = run(app, argc, argv);
    if (status == 0 && (std::fflush(stdout) != 0 || std::ferror(stdout) != 0))
        return failed(status_bad_input, "standard output: cannot be written");
    return status;
}
