// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/chosen_candidate.h"

#include "app/cli/option_checks.h"
#include "core/base/input_error.h"
#include "core/base/readable.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace pipette {

CLI::Validator candidate_name() {
    return {[](std::string& text) {
                return planner_named(text) && text != name_of(Planner::pipette)
                           ? std::string()
                           : pipette::whole_number()(text);
            },
            "NUMBER|BASELINE"};
}

const Candidate& chosen_candidate(const Plan& plan, const std::string& file, const std::string& name) {
    const std::vector<Candidate>& ours = plan.candidates;
    // A published recipe that does not fit into memory only where it is asked for.
    const auto fits = [&](const Candidate& baseline) {
        return !name.empty() || verdict_of(baseline) != Verdict::over;
    };
    if (ours.empty() && std::none_of(plan.baselines.begin(), plan.baselines.end(), fits))
        throw InputError(file, "$.candidates", "is empty: the plan found nothing to export");
    if (name.empty()) {
        const std::vector<Candidate>& list = ours.empty() ? plan.baselines : ours;
        const auto sound = std::find_if(list.begin(), list.end(), [&](const Candidate& candidate) {
            return plan.inputs.limits.allow_faulty || candidate.faults.empty();
        });
        return sound != list.end() ? *sound : list.front();
    }
    std::size_t number = 0;
    const char* end = name.data() + name.size();
    if (const auto [stop, error] = std::from_chars(name.data(), end, number);
        error == std::errc{} && stop == end && number < ours.size())
        return ours[number];
    std::string baselines;
    for (const Candidate& baseline : plan.baselines) {
        if (name_of(baseline.planner) == name)
            return baseline;
        baselines += fmt::format(" or {}", name_of(baseline.planner));
    }
    throw InputError("--candidate", {},
                     fmt::format("is {}, expected {}{}: a candidate of {}", in_quotes(name),
                                 ours.empty() ? "a baseline" : fmt::format("0 to {}", ours.size() - 1),
                                 baselines, file));
}

} // namespace pipette
