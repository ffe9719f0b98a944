// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/answer/log_answer.h"

#include "core/base/time_text.h"
#include "widgets/evidence/log_content.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

namespace pipette {
namespace {

struct LogWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::AnswerLine)
};

/// The run that takes longest for what it is held against; null: none is held against anything.
const LoggedRunShown* slowest_of(const LogsShown& logs) {
    const LoggedRunShown* slowest = nullptr;
    double most = 0;
    for (const LoggedRunShown& run : logs.runs)
        if (const LogAgainstPlan* against = againstOf(run, usuallyHeld(run));
            against && against->planned_s > 0 && against->measured_s / against->planned_s > most)
            slowest = &run, most = against->measured_s / against->planned_s;
    return slowest;
}

/// Behind the part's name: its share, and since when.
QString share_and_since(const LogAgainstPlan& against) {
    const QString share = shareText(against.slower_share);
    if (!against.since)
        return LogWords::tr("is %1 of it, from the first step that counts.").arg(share);
    return against.until ? filled(LogWords::tr("is %1 of it, from step %2 to %3."), share, *against.since,
                                  *against.until)
                         : filled(LogWords::tr("is %1 of it, since step %2."), share, *against.since);
}

} // namespace

std::optional<Answer> answerOf(const LogsShown& logs) {
    if (logs.runs.empty())
        return std::nullopt;
    Answer answer;
    const LoggedRunShown* run = slowest_of(logs);
    if (!run) {
        answer.figure = logs.runs.size() == 1 ? LogWords::tr("1 run of yours")
                                              : LogWords::tr("%1 runs of yours").arg(logs.runs.size());
        answer.facts = LogWords::tr(
            "Open the plan that they were started with to see whether they are as fast as planned.");
        return answer;
    }
    const HeldAgainst held = usuallyHeld(*run);
    const LogAgainstPlan& against = *againstOf(*run, held);
    const bool of_plan = held == HeldAgainst::plan;
    if (is_level(against.measured_s, against.planned_s)) {
        answer.figure = of_plan ? LogWords::tr("As planned") : LogWords::tr("As predicted");
    } else {
        answer.figure = gainText(against.measured_s, against.planned_s);
        answer.unit = of_plan ? LogWords::tr("than planned") : LogWords::tr("than predicted");
    }
    if (against.slower) {
        answer.gain = wordText(name_of(*against.slower));
        answer.facts = share_and_since(against);
    }
    answer.reasons = filled(LogWords::tr("%1: %2 a step, expected %3 (%4 to %5)."), nameText(run->id),
                            timeText(against.measured_s), timeText(against.planned_s),
                            timeText(against.low_s), timeText(against.high_s));
    return answer;
}

} // namespace pipette
