// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

namespace pipette {

/// Whether files that nobody has said the format of are training logs: one of them at least holds a step of a
/// training, and none is what a measuring tool writes. A folder stands for the files in it. What cannot be
/// read is no training log.
bool import_as_training_logs(const std::vector<std::filesystem::path>& names);

} // namespace pipette
