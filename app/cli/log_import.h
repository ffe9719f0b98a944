// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace pipette {

/// The format by which `import` is asked for measured runs of training logs.
inline constexpr std::string_view training_log_format = "training-log";

/// The options of such an import, as they were typed.
struct LogImportArguments {
    std::vector<std::string> files;
    std::string output, json, plan, candidate, gpu;
    int gpus_per_node = 0;
};

/// Refuses options that only clusters have a use for, and, with another format, those of training logs.
void check_log_options(const CLI::App& command, std::string_view format);

/// Reads the logs, appends a row a run and tells what became of them. Throws InputError.
void run_log_import(const LogImportArguments& arguments);

} // namespace pipette
