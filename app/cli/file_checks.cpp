// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/file_checks.h"

#include "core/base/input_error.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace pipette {
namespace {

namespace fs = std::filesystem;

struct Named {
    std::string option, value;
};

/// The options that were given, those of option groups too.
void add_given(const CLI::App& command, std::vector<Named>& given) {
    for (const CLI::Option* option : command.get_options())
        for (const std::string& value : option->results())
            given.push_back({option->get_name(), value});
    for (const CLI::App* group : command.get_subcommands([](const CLI::App*) { return true; }))
        add_given(*group, given);
}

bool is_result(const Named& named, bool trains) {
    return named.value != "-" &&
           (named.option == "--output" || named.option == "--json" || named.option == "--trace" ||
            named.option == "--csv" || named.option == "--save" || named.option == "--report" ||
            (named.option == "--memory" && trains));
}

void check_given(const CLI::App& command) {
    std::vector<Named> given;
    add_given(command, given);
    for (const Named& named : given)
        if (named.value.empty())
            throw InputError(named.option, {}, "is empty");
    const bool trains = command.get_name() == "calibrate";
    for (auto result = given.begin(); result != given.end(); ++result)
        for (auto other = given.begin(); is_result(*result, trains) && other != given.end(); ++other)
            if (other != result && other->option != "--start")
                check_not_over(result->option, result->value, other->value, other->option);
}

} // namespace

bool same_file(const std::string& a, const std::string& b) {
    std::error_code error;
    if (fs::is_regular_file(a, error) && fs::is_regular_file(b, error))
        return fs::equivalent(a, b, error);
    return !fs::exists(a, error) && fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error) &&
           !error;
}

void check_not_over(const std::string& option, const std::string& written, const std::string& read,
                    const std::string& read_by) {
    if (same_file(written, read))
        throw InputError(option, {}, fmt::format("would write over {} of {}", read, read_by));
}

void check_files_of(CLI::App& app) {
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        command->parse_complete_callback([command] { check_given(*command); });
}

} // namespace pipette
