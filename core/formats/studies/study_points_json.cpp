// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/studies/study_points_json.h"

#include "core/base/input_error.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/text/json_reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {

using Json = nlohmann::ordered_json;

Json planned_to_json(const PlannedPoint& planned, const Cluster& cluster) {
    Json value = Json::object();
    if (planned.best)
        value["best"] = candidate_to_json(cluster, *planned.best);
    else
        value["failed"] = planned.failed;
    value["assumptions"] = planned.assumptions;
    return value;
}

PlannedPoint planned_from_json(const JsonValue& value, const PlanInputs& inputs) {
    PlannedPoint planned;
    if (const auto best = value.find("best"))
        planned.best = std::make_shared<const Candidate>(candidate_from_json(*best, inputs));
    else
        planned.failed = value.member("failed").text();
    const JsonValue assumptions = value.member("assumptions");
    for (std::size_t i = 0; i < assumptions.size(); ++i)
        planned.assumptions.push_back(assumptions.element(i).text());
    return planned;
}

Json study_points_to_json(const Study& study, const StudySources& sources, const StudyResult& result) {
    Json points = Json::array();
    for (const PointResult& point : result.points) {
        if (!point.done)
            points.push_back(nullptr);
        else if (point.planned.best)
            points.push_back(
                planned_to_json(point.planned, *inputs_of(setting_at(study, point.at), sources).cluster));
        else
            points.push_back(planned_to_json(point.planned, Cluster{}));
    }
    return points;
}

StudyResult study_points_from_json(const JsonValue& value, const Study& study, const StudySources& sources) {
    StudyResult result;
    std::vector<StudyPoint> points = points_of(study);
    const std::size_t own = own_points(study);
    if (value.size() != points.size())
        value.refuse(fmt::format("has {} points, expected the {} of its study", value.size(), points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
        PointResult point;
        point.at = std::move(points[i]);
        if (const JsonValue planned = value.element(i); !planned.is_null()) {
            PlanInputs inputs;
            try {
                inputs = inputs_of(setting_at(study, point.at), sources);
            } catch (const InputError&) {
                inputs.cluster = nullptr; // it was planned on files that are gone
            }
            if (inputs.cluster)
                point = result_at(study, point.at, planned_from_json(planned, inputs), inputs.cluster.get());
            else if (!planned.find("best"))
                point = result_at(study, point.at, planned_from_json(planned, inputs), nullptr);
        }
        point.moved = i >= own;
        result.stopped_early = result.stopped_early || !point.done;
        result.points.push_back(std::move(point));
    }
    result.pareto = pareto_front(result.points);
    return result;
}

} // namespace pipette
