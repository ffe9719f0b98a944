// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/answer/log_answer.h"

#include "core/base/time_text.h"
#include "widgets/evidence/log_content.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <vector>

namespace pipette {
namespace {

struct LogWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::AnswerLine)
};

/// Measured time over that which the run is held against.
double slowness_of(const LoggedRunShown& run) {
    const LogAgainstPlan& against = *againstOf(run, usuallyHeld(run));
    return against.measured_s / against.planned_s;
}

/// The runs that are held against the plan if it is of their job; where there are none, those that are held
/// against their prediction. The slowest stands first.
std::vector<const LoggedRunShown*> held_runs(const LogsShown& logs) {
    std::vector<const LoggedRunShown*> held;
    for (const HeldAgainst wanted : {HeldAgainst::plan, HeldAgainst::prediction}) {
        for (const LoggedRunShown& run : logs.runs)
            if (const LogAgainstPlan* against = usuallyHeld(run) == wanted ? againstOf(run, wanted) : nullptr;
                against && against->planned_s > 0 && !against->of_another_job() &&
                (wanted == HeldAgainst::prediction || run.disagrees.empty()))
                held.push_back(&run);
        if (!held.empty())
            break;
    }
    std::stable_sort(held.begin(), held.end(), [](const LoggedRunShown* a, const LoggedRunShown* b) {
        return slowness_of(*a) > slowness_of(*b);
    });
    return held;
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
    const std::vector<const LoggedRunShown*> held_all = held_runs(logs);
    if (held_all.empty()) {
        answer.figure = logs.runs.size() == 1 ? LogWords::tr("1 run of yours")
                                              : LogWords::tr("%1 runs of yours").arg(logs.runs.size());
        const bool far = std::any_of(logs.runs.begin(), logs.runs.end(), [](const LoggedRunShown& run) {
            return run.against_plan && run.against_plan->of_another_job();
        });
        answer.gain = far ? LogWords::tr("They are of other jobs than the plan.") : QString();
        answer.facts = LogWords::tr(
            "Open the plan that they were started with to see whether they are as fast as planned.");
        return answer;
    }
    const LoggedRunShown* run = held_all.front();
    const auto count = static_cast<double>(held_all.size());
    const double mean = std::accumulate(
        held_all.begin(), held_all.end(), 0.0,
        [count](double sum, const LoggedRunShown* one) { return sum + slowness_of(*one) / count; });
    const HeldAgainst held = usuallyHeld(*run);
    const LogAgainstPlan& against = *againstOf(*run, held);
    const bool of_plan = held == HeldAgainst::plan;
    if (is_level(mean, 1)) {
        answer.figure = of_plan ? LogWords::tr("As planned") : LogWords::tr("As predicted");
    } else {
        answer.figure = gainText(mean, 1);
        answer.unit = of_plan ? LogWords::tr("than planned") : LogWords::tr("than predicted");
    }
    const bool several = held_all.size() > 1;
    if (several)
        answer.unit += filled(LogWords::tr(", %1 runs in the mean"), held_all.size());
    if (against.slower) {
        answer.gain = wordText(name_of(*against.slower));
        answer.facts = share_and_since(against);
    }
    answer.reasons = filled(several ? LogWords::tr("The slowest, %1: %2 a step, expected %3 (%4 to %5).")
                                    : LogWords::tr("%1: %2 a step, expected %3 (%4 to %5)."),
                            nameText(run->id), timeText(against.measured_s), timeText(against.planned_s),
                            timeText(against.low_s), timeText(against.high_s));
    return answer;
}

} // namespace pipette
