// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/evidence/log_content.h"

#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>
#include <utility>

namespace pipette {
namespace {

constexpr double told_of_step = 1e-3; ///< of the step: medians scatter by less

struct LogText {
    Q_DECLARE_TR_FUNCTIONS(pipette::LogView)
};

ChartTable::Cell time_cell(double seconds) {
    return seconds > 0 ? ChartTable::Cell{timeText(seconds), seconds}
                       : ChartTable::Cell{QStringLiteral("–"), {}};
}

ChartTable::Cell memory_cell(double bytes) {
    return bytes > 0 ? ChartTable::Cell{memoryText(bytes), bytes} : ChartTable::Cell{QStringLiteral("–"), {}};
}

/// "1 warm-up, 2 stragglers".
QString left_out_text(const SteadySteps& steady) {
    QStringList parts;
    for (const LeftOutSteps& left : steady.left_out)
        parts << filled(LogText::tr("%1 %2"), left.count, nameText(left.why.substr(0, left.why.find(':'))));
    return parts.isEmpty() ? LogText::tr("none") : parts.join(QStringLiteral(", "));
}

ChartTable::Cell run_cell(const LoggedRunShown& run, int column) {
    const double median = run.steady.median_s;
    switch (column) {
    case 0:
        return {nameText(run.id), {}};
    case 1:
        return {filled(LogText::tr("%1 of %2"), run.steady.counted.size(), run.log->steps.size()),
                static_cast<double>(run.steady.counted.size())};
    case 2:
        return time_cell(median);
    case 3:
        return time_cell(run.predicted_s);
    case 4:
        return run.predicted_s > 0 && median > 0
                   ? ChartTable::Cell{signedShareText(run.predicted_s / median - 1),
                                      run.predicted_s / median - 1}
                   : ChartTable::Cell{QStringLiteral("–"), {}};
    case 5:
        return memory_cell(run.memory_bytes);
    case 6:
        return memory_cell(run.predicted_memory_bytes);
    default:
        return {left_out_text(run.steady), {}};
    }
}

QString timers_cell(const PartTime& part) {
    QStringList names;
    for (const TimerTime& timer : part.timers)
        names << filled(LogText::tr("%1 %2"), nameText(timer.name), timeText(timer.measured_s));
    return names.join(QStringLiteral(", "));
}

QString joined(const std::vector<std::string>& words) {
    QStringList list;
    for (const std::string& word : words)
        list << nameText(word);
    return list.join(QStringLiteral(", "));
}

} // namespace

const LogAgainstPlan* againstOf(const LoggedRunShown& run, HeldAgainst held) {
    const auto& against = held == HeldAgainst::plan ? run.against_plan : run.against_prediction;
    return against ? &*against : nullptr;
}

HeldAgainst usuallyHeld(const LoggedRunShown& run) {
    const bool of_plan = run.against_plan && run.disagrees.empty();
    return of_plan || !run.against_prediction ? HeldAgainst::plan : HeldAgainst::prediction;
}

ChartTable::Content runsContent(const LogsShown& shown) {
    ChartTable::Content content;
    content.columns = {LogText::tr("Run"),
                       LogText::tr("Steps that count"),
                       LogText::tr("Median step"),
                       LogText::tr("Predicted"),
                       LogText::tr("Error"),
                       LogText::tr("Memory"),
                       LogText::tr("Predicted memory"),
                       LogText::tr("Steps left out")};
    content.rows = static_cast<int>(shown.runs.size());
    content.cell = [runs = shown.runs](int row, int column) {
        return run_cell(runs[static_cast<std::size_t>(row)], column);
    };
    return content;
}

ChartTable::Content partsContent(const LogAgainstPlan* against) {
    ChartTable::Content content;
    content.columns = {LogText::tr("Part"),
                       LogText::tr("Planned"),
                       LogText::tr("Before"),
                       LogText::tr("Measured"),
                       LogText::tr("Difference"),
                       LogText::tr("Share of growth"),
                       LogText::tr("Timers of the log")};
    if (!against)
        return content;
    content.rows = static_cast<int>(against->parts.size());
    content.cell = [against = *against](int row, int column) {
        const PartTime& part = against.parts[static_cast<std::size_t>(row)];
        const double change = against.since ? part.measured_s - part.before_s : part.excess_s();
        switch (column) {
        case 0:
            return ChartTable::Cell{wordText(name_of(part.part)), {}};
        case 1:
            return ChartTable::Cell{timeText(part.planned_s), part.planned_s};
        case 2:
            return time_cell(part.before_s);
        case 3:
            return ChartTable::Cell{timeText(part.measured_s), part.measured_s};
        case 4:
            return std::abs(change) < told_of_step * against.measured_s
                       ? ChartTable::Cell{against.since ? LogText::tr("as before")
                                                        : LogText::tr("as planned"),
                                          change}
                       : ChartTable::Cell{changeText(change, part.measured_s - change), change};
        case 5:
            return against.slower == part.part
                       ? ChartTable::Cell{shareText(against.slower_share), against.slower_share}
                       : ChartTable::Cell{};
        default:
            return ChartTable::Cell{timers_cell(part), {}};
        }
    };
    return content;
}

QString againstText(const LoggedRunShown& run, HeldAgainst held) {
    if (run.steady.levels.empty())
        return LogText::tr("The log tells no time of its steps.");
    if (const LogAgainstPlan* against = againstOf(run, held)) {
        QStringList sentences;
        for (const std::string& sentence : sentences_of(*against))
            sentences << sentenceText(sentence);
        return sentences.join(QLatin1Char(' '));
    }
    if (held == HeldAgainst::plan && !run.tells_job)
        return LogText::tr(
            "The log says nothing of its job: neither the model nor the batch nor the GPUs. If "
            "it is of this plan, take the rest from the plan.");
    return held == HeldAgainst::plan
               ? LogText::tr(
                     "There is no plan to hold the log against: open the plan that the run was started "
                     "with, or plan with F5.")
               : LogText::tr("Nothing can be predicted of this run: %1.").arg(nameText(run.not_predicted));
}

QString gapsText(const LoggedRunShown& run) {
    QStringList lines;
    if (!run.not_predicted.empty())
        lines << LogText::tr("Not predicted: %1.").arg(nameText(run.not_predicted));
    if (!run.not_explained.empty())
        lines << LogText::tr("Not calibrated on: %1.").arg(nameText(run.not_explained));
    if (!run.from_plan.empty())
        lines << LogText::tr("From the plan: %1.").arg(joined(run.from_plan));
    if (!run.in_doubt.empty())
        lines << LogText::tr("In doubt: %1.").arg(joined(run.in_doubt));
    if (!run.disagrees.empty())
        lines << LogText::tr("The log and the plan differ: %1.").arg(joined(run.disagrees));
    return lines.join(QLatin1Char('\n'));
}

} // namespace pipette
