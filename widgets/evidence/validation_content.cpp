// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/evidence/validation_content.h"

#include "core/evidence/run_time.h"
#include "widgets/charts/split_text.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace pipette {
namespace {

struct ValidationText {
    Q_DECLARE_TR_FUNCTIONS(pipette::ValidationView)
};

ChartTable::Cell words(const std::string& text) {
    return {nameText(text), {}};
}

ChartTable::Cell layout(const MeasuredRun& run) {
    const std::string name = layout_name(run);
    return {nameText(name), {}, false, splitText(name)};
}

ChartTable::Cell share(double fraction) {
    return {shareText(fraction), fraction};
}

ChartTable::Cell signedShare(double fraction) {
    return {signedShareText(fraction), fraction};
}

ChartTable::Cell count(int number) {
    return {QString::number(number), number};
}

/// A row for each group: its name, and what `cell` says of its figures in the columns behind.
template <class Figures>
ChartTable::Content groupTable(const QStringList& columns, const QStringList& groups,
                               std::vector<Figures> figures,
                               ChartTable::Cell (*cell)(const Figures&, int column)) {
    ChartTable::Content content;
    content.rows = static_cast<int>(groups.size());
    content.columns = QStringList{ValidationText::tr("Group")} + columns;
    content.cell = [groups, figures = std::move(figures), cell](int row, int column) {
        return column == 0 ? ChartTable::Cell{groups[row], {}}
                           : cell(figures[static_cast<std::size_t>(row)], column);
    };
    return content;
}

enum class UsedToFit { yes, no, not_told };
/// The errors of a group, or of all runs.
struct GroupErrors {
    ErrorFigures figures;
    UsedToFit used;
};

ChartTable::Cell errorCell(const GroupErrors& of, int column) {
    const ErrorFigures& at = of.figures;
    switch (column) {
    case 1:
        return count(at.n);
    case 2:
        return share(at.mape);
    case 3:
        return signedShare(at.bias);
    case 4:
        return {{}, at.bias, true};
    case 5:
        return at.spearman == 0 ? ChartTable::Cell{QStringLiteral("–"), {}} // nothing to rank
                                : ChartTable::Cell{numberText(at.spearman, 'f', 3), at.spearman};
    default:
        return {of.used == UsedToFit::yes  ? ValidationText::tr("yes")
                : of.used == UsedToFit::no ? ValidationText::tr("no, tested")
                                           : QString(),
                {}};
    }
}

ChartTable::Cell regretCell(const RegretFigures& at, int column) {
    switch (column) {
    case 1:
        return count(at.groups);
    case 2:
        return share(at.mean);
    default:
        return share(at.median);
    }
}

QString errorSummary(const ValidationShown& shown, ScatterAxes::Quantity quantity) {
    const bool times = quantity == ScatterAxes::Quantity::time;
    const ValidationReport& report = *shown.report;
    const ErrorFigures& all = times ? report.overall.time : report.overall.memory;
    QString text;
    if (times && report.never_seen.time.n > 0)
        text += filled(
            ValidationText::tr("Sources that the calibration never saw: %1 mean error over %2 runs, bias "
                               "%3; the range held %4. "),
            shareText(report.never_seen.time.mape), report.never_seen.time.n,
            signedShareText(report.never_seen.time.bias), shareText(report.never_seen.time.in_range));
    if (times && report.fitted.time.n > 0)
        text +=
            filled(ValidationText::tr("Sources that it was fitted on: %1 mean error over %2 runs, bias %3. "),
                   shareText(report.fitted.time.mape), report.fitted.time.n,
                   signedShareText(report.fitted.time.bias));
    if (!times)
        text += filled(ValidationText::tr("%1 mean error over %2 runs, bias %3. "), shareText(all.mape),
                       all.n, signedShareText(all.bias));
    text += ValidationText::tr("Rank correlation %1. ").arg(numberText(all.spearman, 'f', 3));
    if (!times)
        text += ValidationText::tr("%1 of the runs stay within the upper estimate. ")
                    .arg(shareText(report.overall.memory.within_upper));
    text += filled(
        ValidationText::tr("The memory filter refuses %1 of %2 runs that worked and %3 of %4 that failed."),
        report.refused_worked, report.worked, report.refused_failed, report.failed);
    for (const auto& [source, runs] : shown.without_recompute)
        text += QLatin1Char(' ') + nameText(mislabelled_text(source, runs));
    return text;
}

ChartTable::Content rankingTable(const ValidationShown& shown) {
    ChartTable::Content table;
    table.columns = {ValidationText::tr("Regret"),
                     ValidationText::tr("Ranked first"),
                     ValidationText::tr("Fastest"),
                     ValidationText::tr("Runs of"),
                     ValidationText::tr("Layout ranked first"),
                     ValidationText::tr("Layout of the fastest"),
                     ValidationText::tr("Runs")};
    table.rows = static_cast<int>(shown.report->rankings.size());
    table.cell = [shown](int row, int column) {
        const Ranking& ranking = shown.report->rankings[static_cast<std::size_t>(row)];
        const MeasuredRun& first = (*shown.runs)[ranking.chosen.run];
        const MeasuredRun& fastest = (*shown.runs)[ranking.fastest.run];
        switch (column) {
        case 0:
            return signedShare(ranking.regret);
        case 1:
            return ChartTable::Cell{timeText(first.time_s), first.time_s};
        case 2:
            return ChartTable::Cell{timeText(fastest.time_s), fastest.time_s};
        case 3:
            return words(task_name(first));
        case 4:
            return layout(first);
        case 5:
            return layout(fastest);
        default:
            return count(ranking.runs);
        }
    };
    return table;
}

QString regretSummary(const ValidationReport& report) {
    const std::vector<Ranking>& rankings = report.rankings;
    const auto right = std::count_if(rankings.begin(), rankings.end(),
                                     [](const Ranking& ranking) { return ranking.regret <= 0; });
    return filled(
        ValidationText::tr(
            "The run ranked first took %1 longer than the fastest, in the mean of %2 groups "
            "of runs that share model, sequence, batch and GPUs (median %3); in %4 it was the fastest."),
        shareText(report.overall.regret.mean), rankings.size(), shareText(report.overall.regret.median),
        right);
}

/// A run with what was measured and predicted of it, a time or a memory.
struct ComparedRun {
    const RunPrediction* prediction;
    double measured, predicted;
    int group = 0; ///< number in ValidationContent::groups
    double error() const { return predicted / measured - 1; }
};

/// By the names of groups, those never seen first: the clean runs that worked and were measured.
std::map<std::pair<bool, QString>, std::vector<ComparedRun>>
comparedRuns(const ValidationShown& shown, const std::vector<RunPrediction>& rows,
             ScatterAxes::Quantity quantity, const GroupOfRun& groupOf) {
    const bool times = quantity == ScatterAxes::Quantity::time;
    const std::vector<MeasuredRun>& runs = *shown.runs;
    std::map<std::pair<bool, QString>, std::vector<ComparedRun>> members;
    for (const RunPrediction& row : rows) {
        const MeasuredRun& run = runs[row.run];
        const double measured = times ? run.time_s : run.peak_memory_bytes;
        const double predicted = times ? row.time_s : row.memory_bytes;
        if (run.status == RunStatus::ok && run.clean && measured > 0 && predicted > 0)
            members[{times && row.fitted, groupOf(run)}].push_back({&row, measured, predicted});
    }
    return members;
}

/// The error that the longest bar stands for: the largest of all, but 10 % at least and 50 % at most.
double longestBar(const std::vector<ComparedRun>& rows) {
    constexpr double least = 0.1, most = 0.5;
    double largest = 0;
    for (const ComparedRun& row : rows)
        largest = std::max(largest, std::abs(row.error()));
    return std::clamp(largest, least, most);
}

/// The heading above bars of errors.
QString sideOfError(ScatterAxes::Quantity quantity) {
    return quantity == ScatterAxes::Quantity::time ? ValidationText::tr("Too fast or too slow")
                                                   : ValidationText::tr("Too little or too much");
}

ChartTable::Content errorTable(const ValidationShown& shown, ScatterAxes::Quantity quantity,
                               std::vector<ComparedRun> rows) {
    const bool times = quantity == ScatterAxes::Quantity::time;
    ChartTable::Content table;
    table.columns = {ValidationText::tr("Error"),         sideOfError(quantity),
                     ValidationText::tr("Measured"),      ValidationText::tr("Predicted"),
                     ValidationText::tr("Model"),         ValidationText::tr("Run"),
                     ValidationText::tr("Configuration"), ValidationText::tr("Source")};
    table.rows = static_cast<int>(rows.size());
    table.bar_most = longestBar(rows);
    table.cell = [shown, times, rows = std::move(rows)](int number, int column) {
        const ComparedRun& row = rows[static_cast<std::size_t>(number)];
        const MeasuredRun& run = (*shown.runs)[row.prediction->run];
        const auto value = [times](double figure) {
            return ChartTable::Cell{times ? timeText(figure) : memoryText(figure), figure};
        };
        switch (column) {
        case 0:
            return signedShare(row.error());
        case 1:
            return ChartTable::Cell{{}, row.error(), true};
        case 2:
            return value(row.measured);
        case 3:
            return value(row.predicted);
        case 4:
            return words(run.model.name);
        case 5:
            return words(run.id);
        case 6:
            return layout(run);
        default:
            return words(run.source);
        }
    };
    return table;
}

/// All but the summary.
ValidationContent errorsOf(const ValidationShown& shown, const std::vector<RunPrediction>& predictions,
                           ScatterAxes::Quantity quantity, const GroupOfRun& groupOf) {
    const bool times = quantity == ScatterAxes::Quantity::time;
    ValidationContent content;
    content.axes = predictedAxes(quantity);
    content.figures_name = ValidationText::tr("Errors by group");
    content.worst_name = ValidationText::tr("Runs, the worst predicted first");
    std::vector<ComparedRun> rows;
    std::vector<GroupErrors> figures;
    QStringList names;
    std::vector<double> all_predicted, all_measured;
    for (auto& [key, of_group] : comparedRuns(shown, predictions, quantity, groupOf)) {
        std::vector<double> predicted, measured;
        for (ComparedRun& row : of_group) {
            row.group = static_cast<int>(content.groups.size());
            predicted.push_back(row.predicted);
            measured.push_back(row.measured);
            rows.push_back(row);
        }
        const auto& [fitted, name] = key;
        content.groups << (fitted ? ValidationText::tr("%1 (fitted)").arg(name) : name);
        names << name;
        figures.push_back({error_figures(predicted, measured), !times   ? UsedToFit::not_told
                                                               : fitted ? UsedToFit::yes
                                                                        : UsedToFit::no});
        all_predicted.insert(all_predicted.end(), predicted.begin(), predicted.end());
        all_measured.insert(all_measured.end(), measured.begin(), measured.end());
    }
    if (names.size() > 1) {
        names << ValidationText::tr("All of them");
        figures.push_back({error_figures(all_predicted, all_measured), UsedToFit::not_told});
    }
    QStringList columns{ValidationText::tr("Runs"), ValidationText::tr("Mean error"),
                        ValidationText::tr("Bias"), sideOfError(quantity), ValidationText::tr("Rank")};
    if (times)
        columns << ValidationText::tr("Fitted");
    content.figures = groupTable(columns, names, std::move(figures), errorCell);
    std::stable_sort(rows.begin(), rows.end(), [](const ComparedRun& a, const ComparedRun& b) {
        return std::abs(a.error()) > std::abs(b.error());
    });
    for (const ComparedRun& row : rows) {
        content.points.push_back({row.measured, row.predicted, row.group,
                                  nameText((*shown.runs)[row.prediction->run].id),
                                  times && !row.prediction->fitted});
        content.runs.push_back(static_cast<int>(row.prediction->run));
    }
    content.worst = errorTable(shown, quantity, rows);
    content.figures.bar_most = content.worst.bar_most;
    return content;
}

} // namespace

ValidationContent errorContent(const ValidationShown& shown, ScatterAxes::Quantity quantity,
                               const GroupOfRun& groupOf) {
    ValidationContent content = errorsOf(shown, shown.report->rows, quantity, groupOf);
    if (!content.runs.empty())
        content.summary = errorSummary(shown, quantity);
    return content;
}

ValidationContent fineTuningContent(const ValidationShown& shown, const GroupOfRun& groupOf) {
    ValidationContent content =
        errorsOf(shown, shown.report->fine_tuned, ScatterAxes::Quantity::time, groupOf);
    const ErrorFigures& all = shown.report->all_fine_tuning.time;
    if (all.n > 0)
        content.summary =
            filled(ValidationText::tr("%1 mean error over %2 runs of fine-tuning, bias %3. They count in no "
                                      "other figure: calibrations are of pre-training."),
                   shareText(all.mape), all.n, signedShareText(all.bias));
    return content;
}

ValidationContent rankingContent(const ValidationShown& shown, const GroupOfRun& groupOf) {
    const std::vector<MeasuredRun>& runs = *shown.runs;
    const std::vector<Ranking>& rankings = shown.report->rankings;
    std::map<QString, std::vector<Ranking>> members;
    for (const Ranking& ranking : rankings)
        members[groupOf(runs[ranking.chosen.run])].push_back(ranking);
    ValidationContent content;
    content.axes = {ScatterAxes::Quantity::time, ValidationText::tr("Fastest"),
                    ValidationText::tr("Ranked first"), ValidationText::tr("Regret"),
                    ValidationText::tr("Runs of")};
    content.figures_name = ValidationText::tr("Regret by group");
    content.worst_name = ValidationText::tr("Rankings, the largest regret first");
    std::vector<RegretFigures> figures;
    for (const auto& [name, of_group] : members) {
        content.groups << name;
        figures.push_back(regret_figures(of_group));
    }
    content.figures = groupTable(
        {ValidationText::tr("Rankings"), ValidationText::tr("Mean regret"), ValidationText::tr("Median")},
        content.groups, std::move(figures), regretCell);
    for (const Ranking& ranking : rankings) {
        const MeasuredRun &first = runs[ranking.chosen.run], &fastest = runs[ranking.fastest.run];
        content.points.push_back({fastest.time_s, first.time_s,
                                  static_cast<int>(content.groups.indexOf(groupOf(first))),
                                  nameText(task_name(first))});
        content.runs.push_back(static_cast<int>(ranking.chosen.run));
    }
    content.worst = rankingTable(shown);
    if (!rankings.empty())
        content.summary = regretSummary(*shown.report);
    return content;
}

} // namespace pipette
