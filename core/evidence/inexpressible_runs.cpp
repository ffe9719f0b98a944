// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/inexpressible_runs.h"

#include "core/base/readable.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pipette {

int number_of(const InexpressibleRuns& runs) {
    std::size_t number = 0;
    for (const auto& [why, ids] : runs)
        number += ids.size();
    return static_cast<int>(number);
}

std::vector<std::string> reasons_told(const InexpressibleRuns& runs) {
    constexpr std::size_t most_reasons = 10, most_ids = 3;
    std::vector<const InexpressibleRuns::value_type*> reasons;
    for (const auto& reason : runs)
        reasons.push_back(&reason);
    std::stable_sort(reasons.begin(), reasons.end(),
                     [](const auto* a, const auto* b) { return a->second.size() > b->second.size(); });
    std::vector<std::string> told;
    for (const auto* reason : reasons) {
        if (told.size() == most_reasons) {
            told.push_back(fmt::format("and for {} more reasons", reasons.size() - told.size()));
            break;
        }
        const auto& [why, ids] = *reason;
        const auto end = ids.begin() + static_cast<std::ptrdiff_t>(std::min(most_ids, ids.size()));
        told.push_back(fmt::format("{}: {} ({}{})", counted(static_cast<long>(ids.size()), "run"), why,
                                   fmt::join(ids.begin(), end, ", "), ids.size() > most_ids ? ", ..." : ""));
    }
    return told;
}

std::string inexpressible_text(const InexpressibleRuns& runs) {
    return fmt::format("no configuration can express {}", fmt::join(reasons_told(runs), "; "));
}

} // namespace pipette
