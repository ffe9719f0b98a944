// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/validation_json.h"

#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

Json time_json(const ErrorFigures& f) {
    return {{"n", f.n},
            {"mape", f.mape},
            {"median_ape", f.median_ape},
            {"bias", f.bias},
            {"spearman", f.spearman}};
}

Json memory_json(const MemoryFigures& f) {
    return {{"n", f.n},
            {"mape", f.mape},
            {"median_ape", f.median_ape},
            {"bias", f.bias},
            {"within_upper", f.within_upper},
            {"slack", f.slack}};
}

Json group_json(const ValidationGroup& group, Json json) {
    json["runs"] = group.runs;
    json["refused"] = group.refused;
    json["time"] = time_json(group.time);
    json["memory"] = memory_json(group.memory);
    json["regret"] = {
        {"groups", group.regret.groups}, {"mean", group.regret.mean}, {"median", group.regret.median}};
    return json;
}

} // namespace

Json validation_to_json(const ValidationReport& report) {
    Json json{{"format", "pipette-validation"},
              {"version", 1},
              {"overall", group_json(report.overall, Json::object())}};
    json["groups"] = Json::array();
    for (const ValidationGroup& group : report.groups)
        json["groups"].push_back(
            group_json(group, {{"source", group.source}, {"model", group.model}, {"gpu", group.gpu}}));
    json["sources"] = Json::array();
    for (const ValidationGroup& group : report.sources)
        json["sources"].push_back(group_json(group, {{"source", group.source}}));
    json["memory_filter"] = {{"worked", report.worked},
                             {"refused_worked", report.refused_worked},
                             {"failed", report.failed},
                             {"refused_failed", report.refused_failed}};
    json["skipped"] = report.skipped;
    return json;
}

void add_protocol(Json& json, const std::vector<LeftOut>& left_out, const std::vector<MemoryTrial>& trials) {
    json["leave_one_source_out"] = Json::array();
    for (const LeftOut& source : left_out)
        json["leave_one_source_out"].push_back({{"source", source.source}, {"time", time_json(source.time)}});
    json["memory_trials"] = Json::array();
    for (const MemoryTrial& trial : trials)
        json["memory_trials"].push_back(
            {{"protocol", trial.protocol}, {"model", trial.model}, {"memory", memory_json(trial.figures)}});
}

} // namespace pipette
