// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/evidence/training_log.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace pipette {

/// What one file holds.
struct TrainingLog {
    std::string file;
    long lines = 0;
    long cut_lines = 0;       ///< longer than what is read at once
    std::vector<LogRun> runs; ///< one at least, in the order of the file
};

/// Reads a log as a training framework prints it, of any length, in a bounded piece of memory. Every format
/// looks at every line, so that a log may begin anywhere. Throws InputError when no step is found.
TrainingLog read_training_log(const std::filesystem::path& path, const std::stop_token& stop = {});
TrainingLog parse_training_log(std::string_view text, const std::string& file);

/// Whether a text holds a step of a training run.
bool is_training_log(std::string_view text);
/// The same of a file, which is read up to its first step; false for what cannot be read.
bool is_training_log_file(const std::filesystem::path& path);

} // namespace pipette
