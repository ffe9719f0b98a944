// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/studies/study_table.h"

#include "app/cli/plan_table.h"
#include "app/cli/studies/base_options.h"
#include "app/cli/text_table.h"
#include "core/base/readable.h"
#include "core/study/answers.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

using Align = TextTable::Align;

std::string text_at(const StudyPoint& point, const std::string& axis) {
    for (const auto& [name, value] : point)
        if (name == axis)
            return text_of(value);
    return "-";
}

/// What not every study tells of its points.
struct ExtraColumns {
    bool clusters = false; ///< whether they are there
    bool deadline = false; ///< whether it is met
    std::string currency;  ///< of its cost; empty: no price is known
};

TextTable table_for(const std::vector<std::string>& axes, const ExtraColumns& extra) {
    TextTable table;
    table.add_column("", Align::left);
    for (const std::string& axis : axes)
        table.add_column(axis, Align::right);
    if (extra.deadline)
        table.add_column("deadline", Align::left);
    const std::string cost = extra.currency.empty() ? "cost" : "cost, " + extra.currency;
    for (const std::string& title : {std::string("used GPUs"), std::string("step"), std::string("tokens/s"),
                                     std::string("efficiency"), std::string("MFU"), std::string("goodput"),
                                     std::string("days"), std::string("range"), cost, std::string("MWh")})
        table.add_column(title, Align::right);
    table.add_column("memory", Align::left);
    table.add_column("configuration", Align::left);
    if (extra.clusters)
        table.add_column("cluster", Align::left);
    return table;
}

void add_figures(std::vector<std::string>& cells, const PointResult& point, double efficiency,
                 const ExtraColumns& extra) {
    const Candidate& best = *point.planned.best;
    const Outcome& outcome = point.outcome;
    const bool trains = outcome.days > 0;
    if (extra.deadline)
        cells.emplace_back(name_of(point.deadline));
    cells.insert(cells.end(),
                 {std::to_string(best.config.world()), milliseconds(best.iteration_time_s),
                  tokens_text(best.tokens_per_s), fmt::format("{:.1f} %", 100 * efficiency),
                  fmt::format("{:.1f} %", 100 * best.mfu),
                  fmt::format("{:.1f} %", 100 * outcome.goodput.share),
                  trains ? days_text(outcome.days) : "-", days_range_text(point),
                  trains ? cost_text(outcome.cost) : "-", trains ? energy_text(outcome.energy_kwh) : "-"});
    cells.insert(cells.end(), {memory_text(best), short_name(best.config)});
    if (extra.clusters)
        cells.emplace_back(point.assumed_cluster ? "assumed" : "measured");
}

std::string table_of(const Study& study, const StudyResult& result) {
    const std::vector<std::string> axes = axes_of(result);
    const auto efficiency = efficiencies(result);
    const auto paid = std::find_if(result.points.begin(), result.points.end(),
                                   [](const PointResult& point) { return point.outcome.cost.has_value(); });
    const ExtraColumns extra{any_assumed(result), study.base.goal.days > 0 && study.base.goal.tokens > 0,
                             paid == result.points.end() ? std::string() : paid->outcome.currency};
    TextTable table = table_for(axes, extra);
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const PointResult& point = result.points[i];
        if (!point.done || point.moved)
            continue;
        const bool front = std::find(result.pareto.begin(), result.pareto.end(), i) != result.pareto.end();
        std::vector<std::string> cells{front ? "*" : ""};
        for (const std::string& axis : axes)
            cells.push_back(text_at(point.at, axis));
        if (point.planned.best) {
            add_figures(cells, point, *efficiency[i], extra);
        } else {
            cells.resize(cells.size() + (extra.deadline ? 12 : 11));
            cells.push_back(point.planned.failed);
            if (extra.clusters)
                cells.emplace_back();
        }
        table.add_row(cells);
    }
    return table.text();
}

std::string change_text(const std::optional<double>& change) {
    return change ? fmt::format("{:+.1f} %", 100 * *change) : "-";
}

std::string swings_text(const Study& study, const StudyResult& result) {
    const std::vector<Swing> swings = swings_of(study, result);
    if (swings.empty())
        return {};
    const std::string share = fmt::format("{:g} %", 100 * study.sensitivity.share);
    TextTable table;
    table.add_column("what changes most", Align::left);
    for (const std::string& title :
         {"time at -" + share, "time at +" + share, "cost at -" + share, "cost at +" + share})
        table.add_column(title, Align::right);
    for (const Swing& swing : swings)
        table.add_row({std::string(axis_named(swing.axis).title), change_text(swing.time_down),
                       change_text(swing.time_up), change_text(swing.cost_down), change_text(swing.cost_up)});
    return "\n" + table.text();
}

/// The lines that hold for every point, then those of single points.
std::string assumptions_text(const StudyResult& result) {
    std::string text;
    for (const std::string& line : assumptions_of(result))
        text += "Assumed: " + readable(line, longest_shown_sentence) + "\n";
    return text;
}

} // namespace

std::string study_text(const Study& study, const StudyResult& result) {
    std::string text =
        fmt::format("Job      {}: {}\n", readable(study.base.model.name), job_text(study.base));
    for (const std::string& answer : answers_of(study, result))
        text += fmt::format("Answer   {}\n", readable(answer, longest_shown_sentence));
    text += table_of(study, result);
    if (!result.pareto.empty())
        text += "  * no other point is both sooner and cheaper\n";
    return text + swings_text(study, result) + assumptions_text(result);
}

std::string point_note(const PointResult& point) {
    if (!point.planned.best)
        return fmt::format("{}: {}", text_of(point.at), point.planned.failed);
    return point.outcome.days > 0
               ? fmt::format("{}: {} days", text_of(point.at), days_text(point.outcome.days))
               : fmt::format("{}: {} a step", text_of(point.at),
                             milliseconds(point.planned.best->iteration_time_s));
}

} // namespace pipette
