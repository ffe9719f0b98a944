// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measured_runs.h"

#include "core/formats/runs_csv.h"

#include <algorithm>
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

std::string inexpressible_text(const InexpressibleRuns& runs, int most, const char* separator) {
    std::vector<const InexpressibleRuns::value_type*> reasons;
    for (const auto& reason : runs)
        reasons.push_back(&reason);
    std::stable_sort(reasons.begin(), reasons.end(),
                     [](const auto* a, const auto* b) { return a->second.size() > b->second.size(); });
    constexpr std::size_t shown = 3;
    const std::size_t told = std::min(reasons.size(), static_cast<std::size_t>(most));
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < told; ++i) {
        const auto& [why, ids] = *reasons[i];
        const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(shown, ids.size()));
        lines.push_back(fmt::format("{} run{}: {} ({}{})", ids.size(), ids.size() > 1 ? "s" : "", why,
                                    fmt::join(ids.begin(), end, ", "), ids.size() > shown ? ", ..." : ""));
    }
    if (told < reasons.size())
        lines.push_back(fmt::format("{} more reasons", reasons.size() - told));
    return fmt::format("{}", fmt::join(lines, separator));
}

} // namespace pipette
