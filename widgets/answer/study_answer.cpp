// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/answer/study_answer.h"

#include "core/evidence/validation.h"
#include "core/study/answers.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace pipette {
namespace {

struct StudyWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::StudyAnswer)
};

QString gpusText(int gpus) {
    return gpus == 1 ? StudyWords::tr("1 GPU") : StudyWords::tr("%1 GPUs").arg(gpus);
}

QString daysText(double days) {
    return StudyWords::tr("%1 days").arg(numberText(days, 'g', 3));
}

QString outcomeText(const PointResult& point) {
    QStringList words;
    if (point.outcome.days > 0)
        words << daysText(point.outcome.days);
    if (point.outcome.cost)
        words << moneyText(*point.outcome.cost, point.outcome.currency);
    return words.join(StudyWords::tr(" and "));
}

/// What the fewest GPUs in time take if another point is better, else how long the next smaller size takes.
/// Where the point may miss the deadline, also how long the next larger size takes at most that surely meets
/// it.
QString otherSizesText(const StudyResult& result, const PointResult& best) {
    const int gpus = gpus_of(best);
    const PointResult& fewest = *fewest_in_time(result);
    const PointResult* smaller = first_in(
        result, [gpus](const PointResult& point) { return gpus_of(point) < gpus; },
        [](const PointResult& point) { return -gpus_of(point); });
    const PointResult* sure = first_in(
        result,
        [gpus](const PointResult& point) { return point.deadline == Deadline::met && gpus_of(point) > gpus; },
        gpus_of);
    QStringList sentences;
    if (gpus_of(fewest) < gpus)
        sentences << filled(fewest.deadline != Deadline::met
                                ? StudyWords::tr("%1 may be in time (likely, not sure): %2.")
                            : gpus_of(fewest) == 1 ? StudyWords::tr("%1 is the fewest in time: %2.")
                                                   : StudyWords::tr("%1 are the fewest in time: %2."),
                            gpusText(gpus_of(fewest)), outcomeText(fewest));
    else if (smaller)
        sentences << filled(StudyWords::tr("%1 would take %2."), gpusText(gpus_of(*smaller)),
                            daysText(smaller->outcome.days));
    if (sure && best.deadline != Deadline::met)
        sentences << filled(StudyWords::tr("%1 GPUs are in time even at the slow end of the range: %2."),
                            gpus_of(*sure), daysText(days_range(*sure->planned.best, sure->outcome).second));
    return sentences.join(QLatin1Char(' '));
}

void answerDeadline(Answer& answer, const StudyResult& result, const TrainingGoal& goal) {
    const PointResult* best = point_of_answer(result, goal);
    if (!best) {
        answer.figure = StudyWords::tr("No size");
        const bool all = std::all_of(result.points.begin(), result.points.end(),
                                     [](const PointResult& point) { return point.done; });
        answer.unit =
            (all ? StudyWords::tr("meets %1") : StudyWords::tr("so far meets %1")).arg(daysText(goal.days));
        if (all)
            answer.pills.push_back(
                {Reason::points, Mark::error, StudyWords::tr("misses the deadline"), {}, {}});
        return;
    }
    answer.figure = gpusText(gpus_of(*best));
    const bool one = gpus_of(*best) == 1;
    if (best->outcome.cost)
        answer.unit = one ? StudyWords::tr("is in time for the least money")
                          : StudyWords::tr("are in time for the least money");
    else
        answer.unit =
            one ? StudyWords::tr("is the fewest in time") : StudyWords::tr("are the fewest in time");
    answer.gain = outcomeText(*best) + QLatin1Char('.');
    const auto [least, most] = days_range(*best->planned.best, best->outcome);
    answer.facts = StudyWords::tr("Between %1 and %2 by the range of the estimate.")
                       .arg(numberText(least, 'g', 3), daysText(most));
    answer.reasons = otherSizesText(result, *best);
    const bool sure = best->deadline == Deadline::met;
    answer.pills.push_back({Reason::points,
                            sure ? Mark::good : Mark::warning,
                            sure ? StudyWords::tr("in time") : StudyWords::tr("may miss the deadline"),
                            {},
                            {}});
}

void answerFastest(Answer& answer, const StudyResult& result, const TrainingGoal& goal) {
    const PointResult* fastest = point_of_answer(result, goal);
    if (!fastest) {
        answer.figure = StudyWords::tr("Not planned yet");
        return;
    }
    answer.figure = timeText(fastest->planned.best->iteration_time_s);
    answer.unit = StudyWords::tr("a step on %1").arg(gpusText(gpus_of(*fastest)));
    if (const QString outcome = outcomeText(*fastest); !outcome.isEmpty())
        answer.gain = outcome + QLatin1Char('.');
}

} // namespace

int pointOfAnswer(const StudyResult& result, const TrainingGoal& goal) {
    const PointResult* point = point_of_answer(result, goal);
    return point ? static_cast<int>(point - result.points.data()) : -1;
}

Answer noStudyAnswer() {
    Answer answer;
    answer.figure = StudyWords::tr("No study yet");
    answer.facts =
        StudyWords::tr("A study plans a job many times: New study of this plan, or a question of the "
                       "menu Ask, begins one.");
    return answer;
}

Answer answerOf(const Study& study, const StudyResult& result, std::optional<double> running) {
    Answer answer;
    const auto done = std::count_if(result.points.begin(), result.points.end(),
                                    [](const PointResult& point) { return point.done; });
    if (done > 0 && study.base.goal.days > 0)
        answerDeadline(answer, result, study.base.goal);
    else
        answerFastest(answer, result, study.base.goal);
    if (running && done > 0)
        answer.lead = StudyWords::tr("So far");
    QStringList sentences;
    for (const std::string& sentence : answers_of(study, result))
        sentences << sentenceText(sentence);
    if (!answer.facts.isEmpty() && !sentences.isEmpty())
        answer.pills.front().details = sentences.takeFirst(); // the answer at length, with the price's source
    else if (!sentences.isEmpty())
        answer.facts = sentences.takeFirst();
    if (!answer.reasons.isEmpty())
        sentences.prepend(answer.reasons);
    answer.reasons = sentences.join(QLatin1Char(' '));
    if (any_assumed(result))
        answer.pills.push_back(
            {Reason::assumptions, Mark::assumed, StudyWords::tr("assumed cluster"), {}, {}});
    answer.done = running;
    return answer;
}

Answer answerOf(const ValidationReport* report) {
    Answer answer;
    if (!report || report->overall.time.n == 0) {
        answer.figure = StudyWords::tr("No runs yet");
        answer.facts = StudyWords::tr("Open measured runs to see how far the estimates are from them.");
        return answer;
    }
    const ValidationGroup& unseen = report->never_seen.time.n > 0 ? report->never_seen : report->overall;
    answer.figure = shareText(unseen.time.median_ape);
    answer.unit = StudyWords::tr("median error of the time");
    answer.gain = StudyWords::tr("%1 measured runs").arg(unseen.time.n);
    answer.facts =
        &unseen == &report->overall
            ? StudyWords::tr(
                  "of sources that calibrations were fitted on. Runs of your own are a better test.")
            : StudyWords::tr("of sources that no calibration has seen.");
    answer.reasons =
        StudyWords::tr("%1 of the measured times lie in the range that is shown. Of %3 runs that worked, %2 "
                       "would be rejected for their memory.")
            .arg(shareText(unseen.time.in_range), QString::number(report->refused_worked),
                 QString::number(report->worked));
    return answer;
}

} // namespace pipette
