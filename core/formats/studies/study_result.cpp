// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readable.h"
#include "core/formats/documents/candidate_json.h"
#include "core/formats/documents/cluster_json.h"
#include "core/formats/studies/study_json.h"
#include "core/formats/text/csv_table.h"
#include "core/study/answers.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pipette {
namespace {

using Json = nlohmann::ordered_json;

Json at_to_json(const StudyPoint& point) {
    Json at = Json::object();
    for (const auto& entry : point) // clang captures no structured binding
        std::visit([&](const auto& one) { at[entry.first] = one; }, entry.second);
    return at;
}

Json result_to_json(const PointResult& point) {
    Json value{{"at", at_to_json(point.at)}};
    value.update(outcome_to_json(*point.planned.best, point.outcome));
    if (point.outcome.days > 0)
        value["meets_deadline"] = point.meets_deadline;
    if (point.deadline != Deadline::none)
        value["deadline"] = name_of(point.deadline);
    value["assumptions"] = point.assumptions;
    return value;
}

Json swings_to_json(const std::vector<Swing>& swings) {
    Json list = Json::array();
    for (const Swing& swing : swings) {
        Json entry{{"axis", swing.axis}, {"share", swing.share}};
        for (const auto& [name, change] :
             {std::pair("time_down", swing.time_down), std::pair("time_up", swing.time_up),
              std::pair("cost_down", swing.cost_down), std::pair("cost_up", swing.cost_up)})
            if (change)
                entry[name] = finite(*change, name);
        list.push_back(std::move(entry));
    }
    return list;
}

std::string csv_value(const StudyPoint& point, const std::string& axis) {
    for (const auto& [name, value] : point)
        if (name == axis) {
            const auto* text = std::get_if<std::string>(&value);
            return text != nullptr ? csv_field(readable(*text)) : text_of(value);
        }
    return {};
}

std::string csv_number(const std::optional<double>& number) {
    return number ? fmt::format("{}", *number) : std::string();
}

constexpr std::size_t longest_text = 4000; // of a cell

std::string csv_figures(const PointResult& point) {
    const Candidate& best = *point.planned.best;
    const Outcome& outcome = point.outcome;
    const bool trains = outcome.days > 0;
    std::string assumed;
    for (const std::string& line : point.assumptions)
        assumed += (assumed.empty() ? "" : "; ") + line;
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},", best.config.world(), best.iteration_time_s,
                       best.tokens_per_s, best.mfu, name_of(verdict_of(best)), outcome.goodput.share,
                       csv_number(trains ? std::optional(outcome.days) : std::nullopt),
                       csv_number(trains ? std::optional(outcome.gpu_hours) : std::nullopt),
                       csv_number(outcome.cost), csv_number(outcome.energy_kwh),
                       csv_field(short_name(best.config)), csv_field(readable(assumed, longest_text)));
}

} // namespace

Json outcome_to_json(const Candidate& best, const Outcome& outcome) {
    Json point{{"gpus", best.config.world()},
               {"iteration_time_s", finite(best.iteration_time_s, "iteration_time_s")},
               {"low_s", finite(best.low_s, "low_s")},
               {"high_s", finite(best.high_s, "high_s")},
               {"tokens_per_s", finite(best.tokens_per_s, "tokens_per_s")},
               {"mfu", finite(best.mfu, "mfu")},
               {"verdict", name_of(verdict_of(best))},
               {"config", config_to_json(best.config)}};
    point["goodput"] = finite(outcome.goodput.share, "goodput");
    point["mtbf_s"] = finite(outcome.goodput.mtbf_s, "mtbf_s");
    point["checkpoint_interval_s"] = finite(outcome.goodput.interval_s, "checkpoint_interval_s");
    if (outcome.days <= 0)
        return point;
    point["days"] = finite(outcome.days, "days");
    point["gpu_hours"] = finite(outcome.gpu_hours, "gpu_hours");
    if (outcome.cost)
        point.update({{"cost", finite(*outcome.cost, "cost")},
                      {"currency", outcome.currency},
                      {"price", outcome.price_text}});
    if (outcome.transfer_cost > 0)
        point["transfer_cost"] = finite(outcome.transfer_cost, "transfer_cost");
    if (outcome.energy_kwh)
        point["energy_kwh"] = finite(*outcome.energy_kwh, "energy_kwh");
    return point;
}

std::string study_result_to_text(const Study& study, const StudyResult& result) {
    Json points = Json::array(), failed = Json::array(), pareto = Json::array();
    const auto efficiency = efficiencies(result);
    std::vector<std::size_t> number(result.points.size());
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const PointResult& point = result.points[i];
        if (!point.done || point.moved)
            continue;
        if (!point.planned.best) {
            failed.push_back({{"at", at_to_json(point.at)}, {"reason", point.planned.failed}});
            continue;
        }
        number[i] = points.size();
        Json entry = result_to_json(point);
        entry["efficiency"] = finite(*efficiency[i], "efficiency");
        points.push_back(std::move(entry));
    }
    for (const std::size_t i : result.pareto)
        pareto.push_back(number[i]);
    Json document{{"name", study.name},
                  {"answers", answers_of(study, result)},
                  {"points", std::move(points)},
                  {"pareto", std::move(pareto)},
                  {"failed", std::move(failed)},
                  {"sensitivity", swings_to_json(swings_of(study, result))},
                  {"stopped_early", result.stopped_early}};
    return pretty_json(document);
}

std::string study_result_to_csv(const StudyResult& result) {
    const std::vector<std::string> axes = axes_of(result);
    std::string text;
    for (const std::string& axis : axes)
        text += axis + ',';
    text +=
        "used_gpus,iteration_time_s,tokens_per_s,mfu,verdict,goodput,days,gpu_hours,cost,energy_kwh,config,"
        "assumptions,failed,low_s,high_s,meets_deadline,deadline,currency,price\n";
    for (const PointResult& point : result.points) {
        if (!point.done || point.moved)
            continue;
        for (const std::string& axis : axes)
            text += csv_value(point.at, axis) + ',';
        text += point.planned.best
                    ? fmt::format("{},{},{},{},{},{},{}", csv_figures(point), point.planned.best->low_s,
                                  point.planned.best->high_s,
                                  point.outcome.days > 0 ? (point.meets_deadline ? "yes" : "no") : "",
                                  name_of(point.deadline), csv_field(readable(point.outcome.currency)),
                                  csv_field(readable(point.outcome.price_text, longest_text)))
                    : ",,,,,,,,,,,," + csv_field(readable(point.planned.failed, longest_text)) + ",,,,,,";
        text += '\n';
    }
    return text;
}

} // namespace pipette
