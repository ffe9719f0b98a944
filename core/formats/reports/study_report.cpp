// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/readable.h"
#include "core/cluster/hypothetical.h"
#include "core/formats/reports/plan_report.h"
#include "core/formats/reports/report_charts.h"
#include "core/plan/plan_origin.h"
#include "core/plan/reliance_text.h"
#include "core/study/answers.h"

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
        text += fmt::format("{}{} ({}{}{})", text.empty() ? "" : "; ", kind.title, values,
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

/// ", without nodes a07, a09 (16 GPUs)": what a person excluded or slowed in the base.
std::string conditions_of(const StudySetting& base, const StudySources& sources) {
    if (base.cluster.empty())
        return {};
    const Cluster& cluster = *sources.clusters.at(base.cluster);
    std::string text;
    if (const std::string excluded = excluded_text(cluster, base.excluded_gpus); !excluded.empty())
        text += ", without " + excluded;
    if (const std::string slowed = degraded_text(base.degraded); !slowed.empty())
        text += ", with slowed links " + slowed;
    return text;
}

/// The first sentence stands out; the others follow.
void add_answers(Report& report, std::vector<std::string> answers) {
    report.blocks.emplace_back(ReportHeading{"Answer"});
    report.blocks.emplace_back(ReportParagraph{std::move(answers.front()), true});
    answers.erase(answers.begin());
    if (!answers.empty())
        report.blocks.emplace_back(ReportList{std::move(answers)});
}

/// What the study was made with, and when its report was written.
void add_origin(Report& report, const StudySetting& base, const StudySources& sources,
                const std::string& program) {
    const auto found = sources.clusters.find(base.cluster);
    const Cluster* const cluster = found == sources.clusters.end() ? nullptr : found->second.get();
    const PlanOrigin made = origin_now(program, cluster != nullptr ? cluster->file : ClusterFile{});
    report.blocks.emplace_back(ReportHeading{"What it was made with"});
    report.blocks.emplace_back(ReportList{lines_of(made, cluster, "Written")});
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

/// What the money of the points is: each price once.
std::vector<std::string> prices_of(const StudyResult& result) {
    std::vector<std::string> prices;
    for (const PointResult& point : result.points)
        if (const std::string& price = point.outcome.price_text;
            !point.moved && !price.empty() && std::find(prices.begin(), prices.end(), price) == prices.end())
            prices.push_back(price);
    return prices;
}

std::string deadline_cell(const PointResult& point) {
    return point.deadline == Deadline::none ? "-" : std::string(name_of(point.deadline));
}

ReportTable points_table(const StudyResult& result) {
    const auto paid = std::find_if(result.points.begin(), result.points.end(),
                                   [](const PointResult& point) { return point.outcome.cost.has_value(); });
    const std::string cost = paid == result.points.end() ? "cost" : "cost, " + paid->outcome.currency;
    ReportTable table{{"*", "point", "deadline", "GPUs", "step ms", "tokens/s", "efficiency", "goodput",
                       "days", "range", cost, "MWh", "memory", "configuration"},
                      {},
                      {1, 12, 13}};
    const auto efficiency = efficiencies(result);
    for (std::size_t i = 0; i < result.points.size(); ++i) {
        const PointResult& point = result.points[i];
        if (!point.done || point.moved)
            continue;
        if (!point.planned.best) {
            std::vector<std::string> cells(table.titles.size());
            cells[1] = words_of(point.at), cells.back() = point.planned.failed;
            table.rows.push_back(std::move(cells));
            continue;
        }
        const Candidate& best = *point.planned.best;
        const Outcome& outcome = point.outcome;
        const bool front = std::find(result.pareto.begin(), result.pareto.end(), i) != result.pareto.end();
        table.rows.push_back(
            {front ? "*" : "", words_of(point.at), deadline_cell(point), std::to_string(best.config.world()),
             fmt::format("{:.1f}", 1000 * best.iteration_time_s), fmt::format("{:.0f}", best.tokens_per_s),
             fmt::format("{:.0f} %", 100 * *efficiency[i]),
             fmt::format("{:.1f} %", 100 * outcome.goodput.share),
             outcome.days > 0 ? fmt::format("{:.1f}", outcome.days) : "-", days_range_text(point),
             or_dash(outcome.cost, 1, "{:.0f}"), or_dash(outcome.energy_kwh, 1e-3, "{:.1f}"),
             std::string(name_of(verdict_of(best))), short_name(best.config)});
    }
    return table;
}

/// All of a report after its question: answers, charts, points, assumptions.
void add_results(Report& report, const Study& study, const StudyResult& result,
                 std::vector<std::string> answers, const StudySources& sources, const std::string& program) {
    add_answers(report, std::move(answers));
    if (result.stopped_early)
        report.blocks.emplace_back(ReportParagraph{"The study was stopped before every point was planned."});
    const TrainingGoal& goal = study.base.goal;
    std::optional<ReportChart> over_gpus = gpus_chart(result);
    for (std::optional<ReportChart> chart :
         {over_gpus ? over_gpus : points_chart(result, goal), outcome_chart(result, goal),
          front_chart(result, goal), swings_chart(study, result)})
        if (chart)
            report.blocks.emplace_back(std::move(*chart));
    if (ReportTable table = points_table(result); !table.rows.empty()) {
        report.blocks.emplace_back(ReportHeading{"Every point"});
        report.blocks.emplace_back(std::move(table));
    }
    ReportList notes;
    notes.items.emplace_back("Efficiency: the tokens/s of one GPU, as a share of what one GPU reaches in the "
                             "point with the fewest GPUs among the points that differ in GPUs alone.");
    notes.items.emplace_back("Goodput: the share of the time that trains; interruptions and checkpoints take "
                             "the rest.");
    notes.items.emplace_back(range_note);
    if (!result.pareto.empty())
        notes.items.emplace_back("*: no other point is both sooner and cheaper.");
    if (goal.days > 0)
        notes.items.push_back(fmt::format("The deadline of {:g} days is met where the whole range of the "
                                          "estimate is within it, missed where none of it is.",
                                          goal.days));
    for (const std::string& price : prices_of(result))
        notes.items.push_back("Cost: at " + price + ".");
    if (!notes.items.empty())
        report.blocks.emplace_back(std::move(notes));
    add_assumptions(report, result);
    add_origin(report, study.base, sources, program);
    report.blocks.emplace_back(ReportHeading{"How to launch it"});
    report.blocks.emplace_back(
        ReportParagraph{"pipette plan with the point's cluster, model and batch plans it with all "
                        "candidates; pipette export writes what a launcher "
                        "needs."});
}

} // namespace

Report study_report(const Study& study, const StudySources& sources, const StudyResult& result,
                    const std::string& program) {
    Report report;
    report.title = study.name.empty() ? "Study of " + base_line(study, sources) : readable(study.name);
    report.subtitle = "Pipette Planner: a study of " + base_line(study, sources);
    report.blocks.emplace_back(ReportHeading{"Question"});
    report.blocks.emplace_back(
        ReportParagraph{fmt::format("How does the training of {}{} change with {}? {}.{}",
                                    base_line(study, sources), conditions_of(study.base, sources),
                                    axes_line(study), job_text(study.base), goal_line(study.base.goal))});
    add_results(report, study, result, answers_of(study, result), sources, program);
    return report;
}

Report size_report(const StudySetting& base, const StudySources& sources, const SizeAnswer& sizes,
                   const std::string& program) {
    Study study;
    study.base = base;
    const StudyResult result = points_of(sizes);
    study.axes = {{"gpus", {}}};
    for (const PointResult& point : result.points)
        study.axes.front().values.push_back(point.at.front().second);
    const TrainingGoal& goal = base.goal;
    const std::string within = goal.days > 0 ? fmt::format(" within {:g} days", goal.days) : std::string();
    Report report;
    report.title = fmt::format("How many GPUs train {} tokens{}?", tokens_words(goal.tokens), within);
    report.subtitle = "Pipette Planner: sizes for " + base_line(study, sources);
    report.blocks.emplace_back(ReportHeading{"Question"});
    report.blocks.emplace_back(ReportParagraph{fmt::format(
        "How many GPUs does the training of {}{} take for {} tokens{}? {}.", base_line(study, sources),
        conditions_of(base, sources), tokens_words(goal.tokens), within, job_text(base))});
    std::vector<std::string> answers = answers_of(study, result);
    if (const std::string answer = answer_text(sizes, goal); !answer.empty())
        answers.front() = answer; // that of the sizes as a study knows less
    add_results(report, study, result, std::move(answers), sources, program);
    return report;
}

} // namespace pipette
