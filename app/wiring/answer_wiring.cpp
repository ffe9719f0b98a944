// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/wiring/answer_wiring.h"

#include "app/document/evidence.h"
#include "app/document/plan_document.h"
#include "app/document/planning.h"
#include "app/document/training_logs.h"
#include "app/studies/availability_wiring.h"
#include "app/studies/studies.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "widgets/answer/answer_line.h"
#include "widgets/answer/log_answer.h"
#include "widgets/answer/study_answer.h"
#include "widgets/evidence/validation_view.h"
#include "widgets/plans/candidates_view.h"
#include "widgets/plans/selection_panel.h"
#include "widgets/theme/plain_text.h"

#include <QAction>

#include <algorithm>

namespace pipette {
namespace {

Answer answerOfPlan(const PlanDocument& document, const QString& earlier) {
    PlanAnswered plan;
    plan.shown = document.shown();
    plan.earlier = earlier;
    for (const PlanRow& row : document.table()->rows()) {
        if (row.current->planner == Planner::host_order)
            plan.host_order = row.current;
        plan.ties += row.current->planner == Planner::pipette && row.current->tie;
    }
    if (const auto record = document.state().record()) {
        plan.stopped = record->plan.stopped_early;
        for (const std::string& assumption : record->plan.assumptions)
            plan.assumptions << nameText(assumption);
    }
    return answerOf(plan);
}

} // namespace

AnswerWiring::AnswerWiring(const WindowContext& context, Studies& studies,
                           const AvailabilityWiring& availability, Evidence& evidence, TrainingLogs& logs)
    : Wiring(context), studies_(studies), availability_(availability), answer_(new AnswerLine) {
    workspaces_.putAbove(*answer_);
    connect(answer_, &AnswerLine::reasonRequested, this, &AnswerWiring::showReason);
    connect(&workspaces_, &WorkspaceSwitch::shown, this, &AnswerWiring::showAnswer);
    connect(&evidence, &Evidence::opened, this, [this](const ValidationShown& shown) {
        validated_ = shown.report;
        showAnswer();
    });
    connect(&logs, &TrainingLogs::shown, this, [this](const LogsShown& shown) {
        log_answer_ = answerOf(shown);
        showAnswer();
    });
    connect(&planning_, &Planning::started, this, [this](const QString& what) {
        search_now_ = {what + QStringLiteral("…")};
        showAnswer();
    });
    connect(&planning_, &Planning::progressed, this,
            [this](const QString& step, double fraction, double best_s, double left_s) {
                search_now_ = {nameText(step), fraction, best_s, left_s};
                showAnswer();
            });
    connect(answer_, &AnswerLine::whyRequested, this, [this] { workspaces_.reveal(QStringLiteral("why")); });
    wireStudies();
}

void AnswerWiring::wireStudies() {
    connect(&availability_, &AvailabilityWiring::answerChanged, this, &AnswerWiring::showAnswer);
    connect(&studies_, &Studies::changed, this, &AnswerWiring::showAnswer);
    connect(&studies_, &Studies::resultChanged, this, &AnswerWiring::showAnswer);
    connect(&studies_, &Studies::finished, this, &AnswerWiring::showAnswer);
    connect(&studies_, &Studies::progressed, this, [this](double fraction) {
        study_done_ = fraction;
        showAnswer();
    });
}

void AnswerWiring::showAnswer() {
    const QString workspace = workspaces_.current();
    answer_->setVisible(workspace != QLatin1String("lab"));
    if (workspace == QLatin1String("plan"))
        answer_->setAnswer(planAnswer());
    else if (workspace == QLatin1String("studies"))
        answer_->setAnswer(studyAnswer());
    else if (workspace == QLatin1String("evidence"))
        answer_->setAnswer(log_answer_ ? *log_answer_ : answerOf(validated_.get()));
}

Answer AnswerWiring::studyAnswer() const {
    if (studies_.any())
        return answerOf(studies_.answered(), *studies_.result(),
                        studies_.running() ? std::optional(study_done_) : std::nullopt);
    return availability_.answer().value_or(noStudyAnswer());
}

Answer AnswerWiring::planAnswer() const {
    const Shown shown = document_.shown();
    const QString earlier = earlierNote();
    if (planning_.running() && (!shown.candidate || document_.table()->live()))
        return searchAnswer(search_now_);
    if (shown.candidate) {
        Answer answer = answerOfPlan(document_, earlier);
        answer.explained = document_.state().record() && !document_.state().record()->plan.candidates.empty();
        if (planning_.running())
            answer.done = search_now_.done;
        return answer;
    }
    const Setup& setup = document_.setup();
    if (const auto record = document_.state().record(); record && record->setup == setup)
        return nothingFoundAnswer(record->plan);
    return unplannedAnswer(!setup.cluster     ? NextStep::open_cluster
                           : setup.complete() ? NextStep::plan
                                              : NextStep::choose_model);
}

QString AnswerWiring::earlierNote() const {
    const auto basis = document_.table()->basis();
    if (!basis || basis->setup == document_.setup())
        return {};
    return filled(tr("Plan of an earlier setup. Changed since: %1. %2"),
                  changedParts(basis->setup, document_.setup()).join(QStringLiteral(", ")),
                  planning_.running() ? tr("The new search runs.") : tr("Plan again."));
}

QStringList AnswerWiring::changedParts(const Setup& then, const Setup& now) {
    QStringList parts;
    const auto compare = [&](const QString& name, bool is_same) {
        if (!is_same)
            parts << name;
    };
    compare(tr("cluster"), then.cluster == now.cluster);
    compare(tr("model"), then.model == now.model);
    TrainingJob job = now.job;
    job.global_batch = then.job.global_batch, job.sequence_length = then.job.sequence_length;
    compare(tr("batch"), then.job.global_batch == now.job.global_batch);
    compare(tr("sequence"), then.job.sequence_length == now.job.sequence_length);
    compare(tr("job"), then.job == job);
    compare(tr("limits"), then.limits == now.limits);
    compare(tr("what is excluded or slow"), then.faults == now.faults);
    compare(tr("search"), then.budget == now.budget);
    compare(tr("own calibration"), then.estimator == now.estimator && then.calibration == now.calibration);
    return parts.isEmpty() ? QStringList{tr("setup")} : parts;
}

void AnswerWiring::showReason(Reason reason) {
    notices_.forgetRefusal();
    switch (reason) {
    case Reason::outdated:
    case Reason::stopped:
        action(QStringLiteral("plan"))->trigger();
        break;
    case Reason::memory:
        showFullest();
        break;
    case Reason::ties:
        workspaces_.reveal(QStringLiteral("candidates"));
        views_.candidates->showTies();
        break;
    case Reason::rejected: // the table has nothing else
        workspaces_.reveal(QStringLiteral("candidates"));
        break;
    case Reason::assumptions:
        showAssumptions();
        break;
    case Reason::links: // Selection tells them in full
        workspaces_.reveal(QStringLiteral("selection"));
        views_.selection->setFocus();
        break;
    case Reason::points:
        workspaces_.reveal(QStringLiteral("study-points"));
        break;
    case Reason::runs:
        workspaces_.reveal(QStringLiteral("validation"));
        break;
    }
}

void AnswerWiring::showFullest() {
    const auto candidate = document_.shown().candidate;
    if (!candidate || candidate->memory.empty())
        return;
    Selection next = document_.selection();
    next.device = static_cast<int>(fullest(*candidate) - candidate->memory.data());
    next.replica = -1;
    next.gpus.clear();
    document_.select(next);
    workspaces_.reveal(QStringLiteral("memory"));
}

void AnswerWiring::showAssumptions() {
    QStringList lines;
    if (workspaces_.current() == QLatin1String("studies")) {
        for (const std::string& line : assumptions_of(*studies_.result()))
            lines << nameText(line);
    } else if (const auto record = document_.state().record()) {
        for (const std::string& line : record->plan.assumptions)
            lines << nameText(line);
    }
    notices_.tellNote(lines.size() == 1 ? tr("The answer rests on 1 assumption")
                                        : tr("The answer rests on %1 assumptions").arg(lines.size()),
                      lines.join(QLatin1Char('\n')));
}

} // namespace pipette
