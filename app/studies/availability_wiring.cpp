// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studies/availability_wiring.h"

#include "app/document/document_store.h"
#include "app/document/plan_document.h"
#include "app/studies/studies.h"
#include "app/workspaces/window_views.h"
#include "app/workspaces/workspace_switch.h"
#include "core/formats/reports/studies/availability_chart.h"
#include "core/study/availability/availability_answers.h"
#include "widgets/answer/availability_answer.h"
#include "widgets/charts/empty_note.h"
#include "widgets/plans/setup_panel.h"
#include "widgets/studies/shapes_view.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/units_text.h"

#include <algorithm>
#include <filesystem>

namespace pipette {

AvailabilityWiring::AvailabilityWiring(const WindowContext& context, const Studies& studies)
    : Wiring(context), studies_(studies), runner_(context.mailbox, context.calls) {
    AvailabilityRunner* runner = &runner_;
    AvailabilityView* view = views_.availability;
    connect(&store_, &DocumentStore::availabilityRead, this,
            [this](const std::shared_ptr<const Availability>& read) { take(*read); });
    connect(view, &AvailabilityView::runRequested, this, &AvailabilityWiring::run);
    connect(view, &AvailabilityView::cancelRequested, runner, &AvailabilityRunner::cancel);
    connect(runner, &AvailabilityRunner::progressed, view, &AvailabilityView::setProgress);
    connect(runner, &AvailabilityRunner::changed, this, &AvailabilityWiring::show);
    connect(runner, &AvailabilityRunner::found, this,
            [this](const std::shared_ptr<const AnsweredAvailability>& answered) {
                if (!opened_ || answered->question.availability != *opened_)
                    return; // of the file before
                answered_ = answered, answered_for_ = asked_, answered_goal_ = asked_goal_;
                views_.availability_chart->setChart(
                    [answered](const ChartRoom& room) { return availability_chart(answered->result, room); });
            });
    connect(runner, &AvailabilityRunner::finished, this, &AvailabilityWiring::tell);
    connect(runner, &AvailabilityRunner::failed, this, &AvailabilityWiring::tellProblem);
    for (EmptyNote* note : {&views_.availability->emptyNote(), &views_.availability_chart->emptyNote()}) {
        note->setButton(tr("Open a file…"));
        connect(note, &EmptyNote::asked, this, [this] { action(QStringLiteral("open"))->trigger(); });
    }
    show();
}

void AvailabilityWiring::take(const Availability& availability) {
    opened_ = std::make_shared<const Availability>(availability);
    answered_ = nullptr;
    views_.availability_chart->setChart({});
    workspaces_.reveal(QStringLiteral("availability"));
    workspaces_.reveal(QStringLiteral("availability-chart"));
    runner_.cancel();
    wanted_ = true;
    tell(document_.setup().complete()
             ? tr("Opened %1").arg(title())
             : tr("Opened %1: it is answered once there is a cluster and a model").arg(title()));
    show();
}

void AvailabilityWiring::run() {
    views_.setup->enterTyped();
    if (!document_.setup().complete())
        return tellRefusal(tr("Open a cluster and choose a model first"));
    asked_ = document_.setup(), asked_goal_ = goal();
    wanted_ = false;
    runner_.run(question(), OwnKnowledge(asked_));
}

AvailabilityQuestion AvailabilityWiring::question() const {
    AvailabilityQuestion question;
    question.inputs = document_.setup();
    // Many plans, as in a study: each gets a study's effort.
    question.inputs.budget.moves = std::min(question.inputs.budget.moves, StudySetting{}.budget.moves);
    question.availability = *opened_;
    question.goal = goal();
    return question;
}

TrainingGoal AvailabilityWiring::goal() const {
    return studies_.any() ? studies_.document().study.base.goal : TrainingGoal();
}

QString AvailabilityWiring::title() const {
    const QString name = nameText(
        opened_->name.empty() ? std::filesystem::path(opened_->file).filename().string() : opened_->name);
    return filled(tr("%1: %2 hours"), name, figuresText(hours_words(hours_of(*opened_))));
}

void AvailabilityWiring::show() {
    if (wanted_ && !runner_.running() && document_.setup().complete())
        return run();
    views_.availability->setAnswer(opened_ ? title() : QString(), answered_, state());
    emit answerChanged();
}

AvailabilityView::State AvailabilityWiring::state() const {
    using State = AvailabilityView::State;
    if (!opened_)
        return State::empty;
    if (runner_.running())
        return State::running;
    const bool holds = answered_for_ == document_.setup() && answered_goal_ == goal();
    return answered_ && !holds ? State::outdated : State::ready;
}

std::optional<Answer> AvailabilityWiring::answer() const {
    return answered_ ? std::optional(answerOf(*answered_, state())) : std::nullopt;
}

} // namespace pipette
