// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/evidence/validation_json.h"

#include "core/evidence/comparisons.h"

#include "core/base/units.h"

#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

Json time_json(const ErrorFigures& f) {
    return {{"n", f.n},       {"mape", f.mape},         {"median_ape", f.median_ape},
            {"bias", f.bias}, {"spearman", f.spearman}, {"in_range", f.in_range}};
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
    json["fitted"] = group.fitted;
    json["refused"] = group.refused;
    json["time"] = time_json(group.time);
    json["memory"] = memory_json(group.memory);
    json["regret"] = {
        {"groups", group.regret.groups}, {"mean", group.regret.mean}, {"median", group.regret.median}};
    return json;
}

Json whole_group_json(const ValidationGroup& group) {
    return group_json(group, {{"source", group.source}, {"model", group.model}, {"gpu", group.gpu}});
}

/// Measured figures have the names of their columns; what was not measured is left out.
Json run_json(const MeasuredRun& run, const RunPrediction& row) {
    Json json{{"run_id", run.id}, {"source", run.source}, {"worked", run.status == RunStatus::ok}};
    if (run.time_s > 0) {
        json["iteration_time_s"] = run.time_s;
        json["predicted_iteration_time_s"] = row.time_s;
        json["low_s"] = row.low_s;
        json["high_s"] = row.high_s;
        json["fitted"] = row.fitted;
    }
    if (run.peak_memory_bytes > 0)
        json["peak_memory_gib"] = run.peak_memory_bytes / bytes_per_gib;
    json["predicted_peak_memory_gib"] = row.memory_bytes / bytes_per_gib;
    json["upper_peak_memory_gib"] = row.memory_upper_bytes / bytes_per_gib;
    json["refused"] = row.over;
    return json;
}

Json ranking_json(const std::vector<MeasuredRun>& runs, const Ranking& ranking) {
    const MeasuredRun &chosen = runs[ranking.chosen.run], &fastest = runs[ranking.fastest.run];
    return {{"source", chosen.source},
            {"model", chosen.model.name},
            {"sequence_length", chosen.model.sequence_length},
            {"gpu", chosen.gpu.name},
            {"gpus", chosen.gpus},
            {"global_batch", chosen.global_batch},
            {"runs", ranking.runs},
            {"regret", ranking.regret},
            {"chosen", chosen.id},
            {"chosen_iteration_time_s", chosen.time_s},
            {"fastest", fastest.id},
            {"fastest_iteration_time_s", fastest.time_s}};
}

} // namespace

Json validation_to_json(const std::vector<MeasuredRun>& runs, const ValidationReport& report) {
    Json json{{"format", "pipette-validation"},
              {"version", 1},
              {"overall", group_json(report.overall, Json::object())}};
    json["never_seen"] = group_json(report.never_seen, Json::object());
    json["fitted"] = group_json(report.fitted, Json::object());
    json["groups"] = Json::array();
    for (const ValidationGroup& group : report.groups)
        json["groups"].push_back(whole_group_json(group));
    for (const ValidationGroup& group : report.fine_tuning)
        json["fine_tuning"]["groups"].push_back(whole_group_json(group));
    for (const RunPrediction& row : report.fine_tuned)
        json["fine_tuning"]["runs"].push_back(run_json(runs[row.run], row));
    json["sources"] = Json::array();
    for (const ValidationGroup& group : report.sources)
        json["sources"].push_back(group_json(group, {{"source", group.source}}));
    json["memory_filter"] = {{"worked", report.worked},
                             {"refused_worked", report.refused_worked},
                             {"failed", report.failed},
                             {"refused_failed", report.refused_failed}};
    json["pair_orders"] = Json::array();
    for (const PairOrder& order : pair_orders(runs, report))
        json["pair_orders"].push_back({{"source", order.source},
                                       {"pairs", order.pairs},
                                       {"right", order.right},
                                       {"close", order.close},
                                       {"close_right", order.close_right}});
    json["matched_pairs"] = Json::array();
    for (const MatchedPair& pair : matched_pairs(runs, report))
        json["matched_pairs"].push_back({{"choice", pair.choice},
                                         {"first", runs[pair.first].id},
                                         {"second", runs[pair.second].id},
                                         {"measured_gain", pair.measured_gain},
                                         {"predicted_gain", pair.predicted_gain}});
    json["rankings"] = Json::array();
    for (const Ranking& ranking : report.rankings)
        json["rankings"].push_back(ranking_json(runs, ranking));
    json["runs"] = Json::array();
    for (const RunPrediction& row : report.rows)
        json["runs"].push_back(run_json(runs[row.run], row));
    json["unclean"] = report.unclean;
    json["skipped"] = number_of(report.inexpressible);
    json["inexpressible"] = Json::array();
    for (const auto& [why, ids] : report.inexpressible)
        json["inexpressible"].push_back({{"reason", why}, {"run_ids", ids}});
    return json;
}

void add_protocol(Json& json, const ProtocolTables& tables) {
    json["leave_one_source_out"] = Json::array();
    for (const LeftOut& source : tables.sources)
        json["leave_one_source_out"].push_back({{"source", source.source},
                                                {"known_runs", source.known},
                                                {"time", time_json(source.time)},
                                                {"range", source.range},
                                                {"near_factor", source.ranges.near_factor},
                                                {"far_factor", source.ranges.far_factor},
                                                {"in_range", source.in_range}});
    json["leave_one_model_out"] = Json::array();
    for (const UnseenModels& source : tables.models) {
        Json models = Json::array();
        for (const UnseenModel& model : source.models)
            models.push_back({{"model", model.name}, {"time", time_json(model.time)}});
        json["leave_one_model_out"].push_back(
            {{"source", source.source}, {"time", time_json(source.time)}, {"models", std::move(models)}});
    }
    json["memory_trials"] = Json::array();
    for (const MemoryTrial& trial : tables.memory)
        json["memory_trials"].push_back(
            {{"protocol", trial.protocol}, {"model", trial.model}, {"memory", memory_json(trial.figures)}});
}

} // namespace pipette
