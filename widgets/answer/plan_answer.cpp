// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/answer/plan_answer.h"

#include "core/base/time_text.h"
#include "core/cluster/hypothetical.h"
#include "core/plan/stages/unlike_gpus.h"
#include "core/plan/time_parts.h"
#include "widgets/charts/split_text.h"
#include "widgets/plans/reliance_text.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace pipette {
namespace {

struct PlanWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::PlanAnswer)
};

constexpr std::size_t most_parts = 3;      // of the time, in the second line
constexpr double least_part = 0.02;        // of the time that a part must take
constexpr qsizetype most_assumptions = 12; // in a tool tip

/// "Compute 54 %, idle (bubble) 24 %, gradient exchange 20 %": the largest parts.
QString partsText(const Breakdown& breakdown) {
    std::vector<TimePart> parts(time_parts().begin(), time_parts().end());
    std::stable_sort(parts.begin(), parts.end(), [&](const TimePart& a, const TimePart& b) {
        return breakdown.*a.seconds > breakdown.*b.seconds;
    });
    QStringList words;
    for (std::size_t i = 0; i < std::min(most_parts, parts.size()); ++i)
        if (const double share = breakdown.*parts[i].seconds / breakdown.total(); share >= least_part)
            words << QStringLiteral("%1 %2").arg(wordText(parts[i].name()), wholeShareText(share));
    QString text = words.join(QStringLiteral(", "));
    return text.isEmpty() ? text : text.front().toUpper() + text.mid(1) + QLatin1Char('.');
}

AnswerPill memoryPill(const Candidate& candidate) {
    const Verdict verdict = verdict_of(candidate);
    const double full = fullest_share(candidate);
    const auto stage = fullest(candidate) - candidate.memory.data();
    QString text = PlanWords::tr("memory %1, %2").arg(wordOf(verdict), wholeShareText(full));
    if (verdict != Verdict::safe)
        text += PlanWords::tr(" on stage %1").arg(stage);
    return {
        Reason::memory, markOf(verdict), text, wholeShareText(full),
        PlanWords::tr("Memory %1: the fullest GPU, of stage %2, is %3 full by the upper estimate. Shows its "
                      "stage in Memory per GPU")
            .arg(wordOf(verdict), QString::number(stage), wholeShareText(full))};
}

/// What the answer stands on that may not hold; empty mark: nothing.
std::vector<AnswerPill> trustPills(const PlanAnswered& plan) {
    const Candidate& candidate = *plan.shown.candidate;
    QString assumed = plan.assumptions.mid(0, most_assumptions).join(QLatin1Char('\n'));
    if (const QString reliance = relianceText(candidate); !reliance.isEmpty())
        return {{Reason::links, candidate.faults.empty() ? Mark::assumed : Mark::error, reliance,
                 QString::number(candidate.faults.size() + candidate.assumed_links.size()),
                 relianceDetails(*plan.shown.cluster, candidate)}};
    if (is_assumed(*plan.shown.cluster))
        return {{Reason::assumptions, Mark::assumed, PlanWords::tr("assumed cluster"), {}, assumed}};
    if (plan.assumptions.isEmpty())
        return {};
    const auto count = plan.assumptions.size();
    return {{Reason::assumptions, Mark::assumed,
             count == 1 ? PlanWords::tr("1 assumption") : PlanWords::tr("%1 assumptions").arg(count),
             QString::number(count), assumed}};
}

std::vector<AnswerPill> pillsOf(const PlanAnswered& plan) {
    std::vector<AnswerPill> pills;
    if (!plan.earlier.isEmpty())
        pills.push_back({Reason::outdated, Mark::warning, PlanWords::tr("out of date"), {}, plan.earlier});
    if (plan.stopped)
        pills.push_back(
            {Reason::stopped,
             Mark::warning,
             PlanWords::tr("stopped early"),
             {},
             PlanWords::tr("The search was stopped: this is the best that it had found. Plan again "
                           "searches all")});
    for (const AnswerPill& pill : trustPills(plan))
        pills.push_back(pill);
    if (!plan.shown.candidate->memory.empty() && pills.size() < most_pills)
        pills.push_back(memoryPill(*plan.shown.candidate));
    if (plan.ties > 1 && plan.shown.candidate->tie && pills.size() < most_pills)
        pills.push_back({Reason::ties, Mark::tie, PlanWords::tr("%1 plans tie").arg(plan.ties),
                         QString::number(plan.ties),
                         PlanWords::tr("The ranges of %1 plans overlap: predictions cannot tell which is the "
                                       "fastest. Shows them in Candidates")
                             .arg(plan.ties)});
    return pills;
}

/// "than ranks in host order. ", with what host order takes more of where it is faster.
QString besideHostOrder(const Candidate& candidate, const Candidate& order) {
    if (is_level(candidate.iteration_time_s, order.iteration_time_s))
        return PlanWords::tr("ranks in host order. ");
    if (candidate.iteration_time_s > order.iteration_time_s && !order.memory.empty() &&
        verdict_of(order) > verdict_of(candidate))
        return filled(PlanWords::tr("than ranks in host order, whose memory is %1 (%2 of a GPU). "),
                      wordOf(verdict_of(order)), wholeShareText(fullest_share(order)));
    if (candidate.iteration_time_s > order.iteration_time_s &&
        order.config.world() > candidate.config.world())
        return filled(PlanWords::tr("than ranks in host order on %1 GPUs, with %2. "), order.config.world(),
                      candidate.config.world());
    return PlanWords::tr("than ranks in host order. ");
}

} // namespace

Answer answerOf(const PlanAnswered& plan) {
    const Candidate& candidate = *plan.shown.candidate;
    Answer answer;
    answer.figure = timeText(candidate.iteration_time_s);
    answer.unit = PlanWords::tr("a step");
    if (const Candidate* order = plan.host_order.get(); order && candidate.planner != Planner::host_order) {
        answer.gain = gainText(candidate.iteration_time_s, order->iteration_time_s);
        answer.facts = besideHostOrder(candidate, *order);
    }
    answer.facts += PlanWords::tr("%1 tokens/s, %2 of the GPUs' peak.")
                        .arg(countText(candidate.tokens_per_s), wholeShareText(candidate.mfu));
    if (const std::string layers = layers_on_kinds_text(*plan.shown.cluster, candidate); !layers.empty())
        answer.reasons += sentenceText(layers) + QStringLiteral(". ");
    if (!plan.earlier.isEmpty())
        answer.reasons = plan.earlier;
    else if (candidate.high_s > candidate.low_s)
        answer.reasons += PlanWords::tr("Real time should lie between %1 and %2. ")
                              .arg(timeText(candidate.low_s), timeText(candidate.high_s)) +
                          partsText(candidate.breakdown);
    else
        answer.reasons += partsText(candidate.breakdown);
    answer.outdated = !plan.earlier.isEmpty();
    answer.pills = pillsOf(plan);
    return answer;
}

Answer unplannedAnswer(NextStep next) {
    Answer answer;
    answer.figure = PlanWords::tr("Not planned yet");
    switch (next) {
    case NextStep::open_cluster:
        answer.facts = PlanWords::tr("Open a cluster to begin: File > Open, or choose a sample in Setup.");
        break;
    case NextStep::choose_model:
        answer.facts = PlanWords::tr("Choose a model in Setup, and how many sequences a step has.");
        break;
    case NextStep::plan:
        answer.facts = PlanWords::tr("Press Plan (F5) to search all configurations of this job.");
        break;
    }
    return answer;
}

Answer nothingFoundAnswer(const Plan& plan) {
    Answer answer;
    if (plan.rejected.empty()) {
        answer.figure = PlanWords::tr("No plan");
        answer.facts =
            PlanWords::tr("None of the %L1 configurations divides the model, the batch and the GPUs.")
                .arg(plan.enumerated);
        answer.reasons = PlanWords::tr("Another batch, or another number of GPUs, may.");
        return answer;
    }
    const Rejection& nearest = plan.rejected.front();
    const bool broken = nearest.code == RejectionCode::crosses_fault;
    answer.figure = broken ? PlanWords::tr("No plan") : PlanWords::tr("Nothing fits");
    answer.facts = filled(PlanWords::tr("The nearest is %1: %2."), splitLine(short_name(nearest.config)),
                          sentenceText(nearest.reason));
    answer.reasons =
        broken ? PlanWords::tr("No plan can do without what is known to be broken. Fewer GPUs may.")
               : PlanWords::tr("What changes most, behind Ask, tries more memory, more GPUs and other "
                               "settings.");
    answer.pills.push_back({Reason::rejected, Mark::error,
                            PlanWords::tr("%L1 rejected").arg(plan.rejected_counts.all()),
                            QString::number(plan.rejected_counts.all()),
                            PlanWords::tr("Shows them in Candidates, each with its reason")});
    return answer;
}

Answer searchAnswer(const SearchNow& now) {
    Answer answer;
    if (now.best_s > 0) {
        answer.lead = PlanWords::tr("Best so far");
        answer.figure = timeText(now.best_s);
        answer.unit = PlanWords::tr("a step");
    } else {
        answer.figure = PlanWords::tr("Planning…");
    }
    answer.facts = now.step;
    if (now.left_s >= 0)
        answer.reasons = PlanWords::tr("%1 left. Stop keeps the best so far.").arg(remainingText(now.left_s));
    answer.done = now.done;
    return answer;
}

} // namespace pipette
