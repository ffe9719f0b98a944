// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/scenario.h"

#include "core/cluster/faults.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/documents/plan_inputs_json.h"
#include "core/formats/evidence/calibration_json.h"
#include "core/formats/evidence/calibration_use_json.h"
#include "core/formats/evidence/memory_estimator_json.h"
#include "core/formats/evidence/times_from_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

Json inputs_without_cluster(Setup setup) {
    setup.cluster = std::make_shared<const Cluster>();
    Json json = inputs_to_json(setup);
    json.erase("cluster");
    return json;
}

Json to_json(const Scenario& scenario) {
    Json json{{"name", scenario.name},
              {"shown", scenario.shown},
              {"inputs", inputs_without_cluster(scenario.basis->setup)},
              {"candidate", candidate_to_json(*scenario.basis->cluster, *scenario.candidate)},
              {"assumptions", scenario.assumptions},
              {"calibrations", calibrations_used_to_json(scenario.calibrations)}};
    add_times_from(json, scenario.basis->calibration.get());
    if (scenario.basis->setup.estimator)
        json["memory_estimator"] = memory_estimator_to_json(*scenario.basis->setup.estimator);
    if (scenario.basis->setup.calibration)
        json["own_calibration"] = calibration_to_json(*scenario.basis->setup.calibration);
    return json;
}

Scenario from_json(const JsonValue& value, const std::shared_ptr<const Cluster>& cluster) {
    Scenario scenario;
    scenario.name = value.member("name").text();
    scenario.shown = value.boolean_or("shown", true);
    const PlanInputs inputs = inputs_from_json(value.member("inputs"), cluster);
    Setup setup = setup_of(inputs);
    if (const auto estimator = value.find("memory_estimator"))
        setup.estimator = std::make_shared<const MemoryEstimator>(memory_estimator_from_json(*estimator));
    if (const auto calibration = value.find("own_calibration"))
        setup.calibration = std::make_shared<const Calibration>(calibration_from_json(*calibration));
    PlanBasis basis = basis_of(setup);
    basis.calibration = times_from_json(value);
    scenario.basis = std::make_shared<const PlanBasis>(std::move(basis));
    scenario.candidate =
        std::make_shared<const Candidate>(candidate_from_json(value.member("candidate"), inputs));
    const JsonValue assumptions = value.member("assumptions");
    for (std::size_t i = 0; i < assumptions.size(); ++i)
        scenario.assumptions.push_back(assumptions.element(i).text());
    scenario.calibrations = calibrations_used_from_json(value.member("calibrations"), *cluster);
    return scenario;
}

} // namespace

Scenario scenario_of(const PlanTable& table, const Candidate& candidate, std::string name) {
    Scenario scenario;
    scenario.name = std::move(name);
    scenario.basis = std::make_shared<const PlanBasis>(*table.basis()); // not the rows with it
    scenario.candidate = std::make_shared<const Candidate>(candidate);
    if (table.record()) {
        scenario.assumptions = table.record()->plan.assumptions;
        scenario.calibrations = table.record()->plan.calibrations;
    }
    return scenario;
}

std::string free_name(const Scenarios& scenarios) {
    for (std::size_t number = 1;; ++number) {
        std::string name = "Plan " + std::to_string(number);
        if (std::none_of(scenarios.begin(), scenarios.end(),
                         [&](const Scenario& scenario) { return scenario.name == name; }))
            return name;
    }
}

std::shared_ptr<const PlanRecord> record_of(const Scenario& scenario) {
    Plan plan;
    plan.inputs = scenario.basis->setup;
    auto& list = scenario.candidate->planner == Planner::pipette ? plan.candidates : plan.baselines;
    list.push_back(*scenario.candidate);
    plan.enumerated = plan.feasible = 1;
    plan.assumptions = scenario.assumptions;
    plan.calibrations = scenario.calibrations;
    plan.calibration = scenario.basis->calibration;
    return record_of(std::move(plan), *scenario.basis);
}

Json scenarios_to_json(const Scenarios& scenarios, const std::shared_ptr<const Cluster>& own) {
    std::vector<std::shared_ptr<const Cluster>> others;
    Json list = Json::array(), clusters = Json::array();
    for (const Scenario& scenario : scenarios) {
        Json json = to_json(scenario);
        if (const auto& cluster = scenario.basis->setup.cluster; cluster != own) {
            const auto known = std::find(others.begin(), others.end(), cluster);
            json["cluster"] = known - others.begin();
            if (known == others.end()) {
                others.push_back(cluster);
                clusters.push_back(cluster_to_json(*cluster));
            }
        }
        list.push_back(std::move(json));
    }
    return {{"clusters", std::move(clusters)}, {"plans", std::move(list)}};
}

Scenarios scenarios_from_json(const JsonValue& value, const std::shared_ptr<const Cluster>& own,
                              const std::filesystem::path& folder) {
    std::vector<std::shared_ptr<const Cluster>> others;
    const JsonValue clusters = value.member("clusters"), list = value.member("plans");
    for (const JsonValue& many : {clusters, list})
        if (many.size() > most_scenarios)
            many.expected("at most " + std::to_string(most_scenarios));
    for (std::size_t i = 0; i < clusters.size(); ++i)
        others.push_back(std::make_shared<const Cluster>(cluster_from_json(clusters.element(i), folder)));
    Scenarios scenarios;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto other = list.element(i).find("cluster");
        if (other && others.empty())
            other->expected("no number without clusters");
        scenarios.push_back(from_json(
            list.element(i),
            other ? others[static_cast<std::size_t>(other->integer(0, static_cast<long>(others.size()) - 1))]
                  : own));
    }
    return scenarios;
}

} // namespace pipette
