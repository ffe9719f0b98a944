// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/measured_run.h"
#include "core/formats/documents/resources.h"

#include <filesystem>
#include <string_view>
#include <vector>

namespace pipette {

/// Measured runs, one a row, with the columns that resources/help/formats.md lists; the header names them, in
/// any order, further ones are left alone. Throws InputError with file, line and column for a missing column,
/// a row of another length, a word that is no number, an absurd size, an unknown GPU or a run (by source and
/// id, where it has one) that was there before.
std::vector<MeasuredRun> read_runs_csv(const std::vector<std::filesystem::path>& paths);
std::vector<MeasuredRun> parse_runs_csv(std::string_view text, const std::string& file,
                                        const std::vector<KnownGpu>& known);

} // namespace pipette
