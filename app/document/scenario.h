// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_table.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace pipette {

class JsonValue;

/// A plan that a person put aside to hold others against: one candidate with its own cluster, model and job,
/// whatever the document becomes.
struct Scenario {
    std::string name;
    std::shared_ptr<const PlanBasis> basis;
    std::shared_ptr<const Candidate> candidate;
    std::vector<std::string> assumptions; ///< of the plan that it comes from
    std::vector<CalibrationUse> calibrations;
    bool shown = true;                                ///< beside the plan, in the views that compare
    bool operator==(const Scenario&) const = default; ///< what is shared by identity
};

using Scenarios = std::vector<Scenario>;

inline constexpr std::size_t most_scenarios = 100;

/// `candidate` of a table, which it is found on.
Scenario scenario_of(const PlanTable& table, const Candidate& candidate, std::string name);

/// The first of "Plan 1", "Plan 2"... that none is called.
std::string free_name(const Scenarios& scenarios);

/// A plan of that candidate alone, to go on from. Copies the cluster: call it on a worker.
std::shared_ptr<const PlanRecord> record_of(const Scenario& scenario);

/// `scenarios` of the document's "window" (help: formats.md), with the clusters that are not the document's
/// own, each once.
nlohmann::ordered_json scenarios_to_json(const Scenarios& scenarios,
                                         const std::shared_ptr<const Cluster>& own);
/// Throws InputError. `own`: the document's cluster; it is shared with the scenarios that are on it.
Scenarios scenarios_from_json(const JsonValue& value, const std::shared_ptr<const Cluster>& own,
                              const std::filesystem::path& folder);

} // namespace pipette
