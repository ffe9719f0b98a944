// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measured_runs.h"

#include "core/formats/runs_csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pipette {

std::vector<MeasuredRun> read_runs(const std::vector<std::string>& files) {
    std::vector<MeasuredRun> runs;
    for (const std::string& file : files)
        for (MeasuredRun& run : read_runs_csv(file))
            runs.push_back(std::move(run));
    return runs;
}

std::string files_text(const std::vector<std::string>& files) {
    return fmt::format("{}", fmt::join(files, ", "));
}

} // namespace pipette
