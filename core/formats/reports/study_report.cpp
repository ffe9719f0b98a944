// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readable.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/reports/plan_report.h"
#include "core/formats/reports/report_charts.h"

#include <algorithm>
#include <fmt/format.h>

namespace pipette {
namespace {

std::string base_line(const Study& study, const StudySources& sources) {
    const StudySetting& base = study.base;
    std::string where;
    if (base.cluster.empty()) {
        where = fmt::format("a cluster of {} (assumed)", base.machine.gpu);
    } else {
        const Cluster& cluster = *sources.clusters.at(base.cluster);
        where = fmt::format("{}{}", cluster.name, is_assumed(cluster) ? " (assumed)" : "");
    }
    return fmt::format("{} on {}", readable(base.model.name), readable(where));
}

std::string axes_line(const Study& study) {
    std::string text;
    for (const StudyAxis& axis : study.axes) {
        std::string values;
        for (const AxisValue& value : axis.values)
            values += (values.empty() ? "" : ", ") + text_of(value);
        const AxisKind& kind = axis_named(axis.axis);
        text += fmt::format("{}{} at {}{}{}", text.empty() ? "" : "; ", kind.title, values,
                            kind.unit.empty() ? "" : " ", kind.unit);
    }
    if (study.sensitivity.share > 0)
        text += fmt::format("{}each input moved by {:g} %", text.empty() ? "" : "; ",
                            100 * study.sensitivity.share);
    return text;
}

std::string goal_line(const TrainingGoal& goal) {
    if (goal.tokens <= 0)
        return {};
    std::string text = fmt::format(" The goal: {} tokens", tokens_words(goal.tokens));
    if (goal.days > 0)
        text += fmt::format(" within {:g} days", goal.days);
    return text + ".";
}

std::string told(const PointResult& point) {
    const Candidate& best = *point.planned.best;
    std::string text =
        fmt::format("{} ({} on {} GPUs)", words_of(point.at), short_name(best.config), best.config.world());
    if (point.outcome.days > 0)
        text +=
            fmt::format(": {:.1f} days, in the range of the estimate {:.1f} to {:.1f}", point.outcome.days,
                        days_range(best, point.outcome).first, days_range(best, point.outcome).second);
    else
        text += fmt::format(": {:.1f} ms a step", 1000 * best.iteration_time_s);
    if (point.outcome.cost)
        text += fmt::format(", cost {:.0f}", *point.outcome.cost);
    return text;
}

/// The soonest, the cheapest, and the cheapest of those that meet the deadline.
ReportList answers(const Study& study, const StudyResult& result) {
    std::vector<const PointResult*> planned;
    for (const PointResult& point : result.points)
        if (point.planned.best && !point.moved)
            planned.push_back(&point);
    ReportList list;
    if (planned.empty()) {
        list.items.emplace_back("No point can be planned.");
        return list;
    }
    const auto first_by = [&](const auto& key) {
        return *std::min_element(planned.begin(), planned.end(),
                                 [&](const auto* a, const auto* b) { return key(*a) < key(*b); });
    };
    const auto cost = [](const PointResult& point) { return point.outcome.cost.value_or(1e300); };
    const auto time = [](const PointResult& point) {
        return point.outcome.days > 0 ? point.outcome.days : 1 / point.planned.best->tokens_per_s;
    };
    list.items.push_back("Soonest: " + told(*first_by(time)) + ".");
    if (const PointResult* cheapest = first_by(cost); cheapest->outcome.cost)
        list.items.push_back("Cheapest: " + told(*cheapest) + ".");
    if (study.base.goal.days > 0) {
        std::erase_if(planned, [](const PointResult* point) { return !point->meets_deadline; });
        if (planned.empty())
            list.items.emplace_back("No point meets the deadline.");
        else if (const PointResult* cheapest = first_by(cost); cheapest->outcome.cost)
            list.items.push_back("Cheapest that meets the deadline: " + told(*cheapest) + ".");
        else
            list.items.push_back(fmt::format("{} of the points meet the deadline.", planned.size()));
    }
    return list;
}

void add_assumptions(Report& report, const StudyResult& result) {
    ReportList list;
    for (const std::string& line : assumptions_of(result))
        list.items.push_back("Assumed: " + line);
    if (list.items.empty())
        return;
    report.blocks.emplace_back(ReportHeading{"What was assumed"});
    report.blocks.emplace_back(std::move(list));
}

std::string or_dash(const std::optional<double>& number, double scale, const char* form) {
    return number.has_value() ? fmt::format(fmt::runtime(form), scale * number.value()) : "-";
}

ReportTable points_table(const StudyResult& result) {
    ReportTable table{{"", "point", "GPUs", "step ms", "tokens/s", "efficiency", "goodput", "days", "range",
                       "cost", "MWh", "memory", "configuration"},
                      {},
                      {1, 11, 12}};
    const auto efficiency = efficiencies(result);
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const PointResult& point = result.points[i];
        if (!point.done || point.moved)
            continue;
        if (!point.planned.best) {
            table.rows.push_back(
                {"", words_of(point.at), "", "", "", "", "", "", "", "", "", "", point.planned.failed});
            continue;
        }
        const Candidate& best = *point.planned.best;
        const Outcome& outcome = point.outcome;
        const bool front = std::find(result.pareto.begin(), result.pareto.end(), i) != result.pareto.end();
        table.rows.push_back(
            {front ? "*" : "", words_of(point.at), std::to_string(best.config.world()),
             fmt::format("{:.1f}", 1000 * best.iteration_time_s), fmt::format("{:.0f}", best.tokens_per_s),
             fmt::format("{:.0f} %", 100 * *efficiency[i]),
             fmt::format("{:.1f} %", 100 * outcome.goodput.share),
             outcome.days > 0 ? fmt::format("{:.1f}", outcome.days) : "-", days_range_text(point),
             or_dash(outcome.cost, 1, "{:.0f}"), or_dash(outcome.energy_kwh, 1e-3, "{:.1f}"),
             std::string(name_of(verdict_of(best))), short_name(best.config)});
    }
    return table;
}

} // namespace

Report study_report(const Study& study, const StudySources& sources, const StudyResult& result) {
    Report report;
    report.title = study.name.empty() ? "Study of " + base_line(study, sources) : readable(study.name);
    report.subtitle = "Pipette Planner: a study of " + base_line(study, sources);
    report.blocks.emplace_back(ReportHeading{"Question"});
    report.blocks.emplace_back(ReportParagraph{
        fmt::format("How does the training of {} change: {}? {}.{}", base_line(study, sources),
                    axes_line(study), job_text(study.base), goal_line(study.base.goal))});
    report.blocks.emplace_back(ReportHeading{"Answer"});
    report.blocks.emplace_back(answers(study, result));
    if (result.stopped_early)
        report.blocks.emplace_back(ReportParagraph{"The study was stopped before every point was planned."});
    std::optional<ReportChart> over_gpus = gpus_chart(result);
    for (std::optional<ReportChart> chart :
         {over_gpus ? over_gpus : points_chart(result), outcome_chart(result), front_chart(result),
          swings_chart(study, result)})
        if (chart)
            report.blocks.emplace_back(std::move(*chart));
    report.blocks.emplace_back(ReportHeading{"Every point"});
    report.blocks.emplace_back(points_table(result));
    if (!result.pareto.empty())
        report.blocks.emplace_back(ReportParagraph{"* no other point is both sooner and cheaper"});
    add_assumptions(report, result);
    report.blocks.emplace_back(ReportHeading{"How to launch it"});
    report.blocks.emplace_back(
        ReportParagraph{"pipette plan with the point's cluster, model and batch plans it with all "
                        "candidates; pipette export writes what a launcher "
                        "needs."});
    return report;
}

} // namespace pipette
