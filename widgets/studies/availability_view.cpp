// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/studies/availability_view.h"

#include "core/study/availability/availability_answers.h"
#include "widgets/charts/empty_note.h"
#include "widgets/charts/figures_table.h"
#include "widgets/charts/split_text.h"
#include "widgets/plans/form_fields.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"
#include "widgets/theme/units_text.h"

#include <QBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedLayout>
#include <QTableView>

#include <cmath>

namespace pipette {
namespace {

/// "12 min"; empty for none.
QString lengthText(double hours) {
    return hours > 0 ? AvailabilityView::tr("%1 min").arg(significant(minutes_of_an_hour * hours))
                     : QString();
}

/// Columns of the table, in their order.
enum Column { from, to, there, used, action, step, restart, lost, steps, cost, configuration };

/// A cell of a period.
ChartTable::Cell cellOf(const AnsweredAvailability& answered, std::size_t period, int column) {
    const AvailabilityResult& result = answered.result;
    const TimedPeriod& timed = result.periods[period];
    const CourseStep& done = result.best.periods[period];
    const Candidate* plan =
        done.plan == paused ? nullptr : result.plans[static_cast<std::size_t>(done.plan)].candidate.get();
    const int gpus = result.sets[static_cast<std::size_t>(timed.set)].gpus;
    const int world = plan != nullptr ? plan->config.world() : 0;
    switch (column) {
    case from:
        return {figuresText(hours_words(timed.begin_hours)), timed.begin_hours};
    case to:
        return {figuresText(hours_words(timed.begin_hours + done.hours)), timed.begin_hours + done.hours};
    case there:
        return {QString::number(gpus), gpus};
    case used:
        return {QString::number(world), world};
    case action:
        return {wordText(action_at(result.best, period)), {}};
    case step:
        return {plan != nullptr ? timeText(plan->iteration_time_s) : QString(),
                plan != nullptr ? plan->iteration_time_s : 0};
    case restart:
        return {lengthText(done.restart_hours), done.restart_hours};
    case lost:
        return {lengthText(done.lost_hours), done.lost_hours};
    case steps:
        return {QString::number(std::floor(done.steps), 'f', 0), done.steps};
    case cost:
        return {result.priced ? significant(done.money, 4) : QString(), done.money};
    default:
        return {plan != nullptr ? splitLine(short_name(plan->config)) : QString(), {}};
    }
}

/// Periods until the run ends.
int periods_shown(const AvailabilityResult& result) {
    int count = 0;
    for (const CourseStep& step : result.best.periods)
        count += step.hours > 0 ? 1 : 0;
    return count;
}

} // namespace

AvailabilityView::AvailabilityView(QWidget* parent)
    : QWidget(parent),
      table_(figuresTable(&rows_, tr("Periods of the best choice"))),
      heading_(formNote(tr("What the answer is of"))),
      answer_(formNote(tr("The answer"))),
      assumed_(formNote(tr("What is assumed"))),
      progress_(new QProgressBar),
      run_(new QPushButton(tr("&Run"))),
      cancel_(new QPushButton(tr("Ca&ncel"))),
      note_(new EmptyNote(Glyph::studies)),
      pages_(new QStackedLayout(this)) {
    setAccessibleName(tr("GPUs that come and go"));
    heading_->setFont(strongFont(font()));
    run_->setObjectName(QStringLiteral("run-availability"));
    cancel_->setObjectName(QStringLiteral("cancel-availability"));
    progress_->setAccessibleName(tr("Planning each set of GPUs"));
    progress_->setRange(0, 100);
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(tokens::space_2, tokens::space_2, tokens::space_2, tokens::space_2);
    for (QWidget* part : std::initializer_list<QWidget*>{heading_, answer_, assumed_})
        column->addWidget(part);
    column->addStretch(1);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(tokens::space_2, 0, tokens::space_2, tokens::space_2);
    buttons->addWidget(progress_, 1);
    buttons->addStretch(0);
    buttons->addWidget(run_);
    buttons->addWidget(cancel_);
    auto* told = new QVBoxLayout;
    told->addWidget(pageScroll(page, accessibleName()), 1);
    told->addLayout(buttons);
    auto* answer = new QWidget;
    auto* layout = new QHBoxLayout(answer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(told, 2);
    layout->addWidget(table_, 3);
    note_->setSentence(
        tr("With a file that says which GPUs are there, hour by hour, you learn when to replan and "
           "when to wait."));
    pages_->setContentsMargins(0, 0, 0, 0);
    pages_->addWidget(note_);
    pages_->addWidget(answer);
    connect(run_, &QPushButton::clicked, this, &AvailabilityView::runRequested);
    connect(cancel_, &QPushButton::clicked, this, &AvailabilityView::cancelRequested);
    setAnswer({}, nullptr, State::empty);
}

QString AvailabilityView::answerText() const {
    return answer_->text();
}

void AvailabilityView::setAnswer(const QString& name, std::shared_ptr<const AnsweredAvailability> answered,
                                 State state) {
    const bool same = answered == answered_;
    answered_ = std::move(answered);
    pages_->setCurrentIndex(state == State::empty ? 0 : 1);
    run_->setEnabled(state == State::ready || state == State::outdated);
    cancel_->setEnabled(state == State::running);
    progress_->setVisible(state == State::running);
    showSentences(name, state);
    if (!same || rows_.columnCount() == 0)
        showRows();
}

void AvailabilityView::setProgress(double fraction, const QString& step) {
    progress_->setValue(static_cast<int>(100 * fraction));
    progress_->setFormat(step);
}

void AvailabilityView::showSentences(const QString& name, State state) {
    QStringList sentences, assumed;
    if (answered_) {
        for (const std::string& sentence : answers_of(answered_->question, answered_->result))
            sentences << sentenceText(sentence);
        for (const std::string& line : assumptions_of(answered_->question, answered_->result))
            assumed << tr("Assumed: %1").arg(sentenceText(line));
    }
    heading_->setText(state == State::empty ? tr("GPUs that come and go") : name);
    if (state == State::empty)
        sentences << tr("Open a file that says which GPUs are there, hour by hour (File, Open). The answer "
                        "tells what this job gets done, when to replan and when to wait.");
    if (state == State::ready && !answered_)
        sentences << tr("Not answered yet: Run plans each set of GPUs.");
    if (state == State::outdated && answered_)
        sentences.prepend(tr("This is of an earlier setup: Run answers for what is entered now."));
    if (state == State::running)
        sentences = {tr("Each set of GPUs is being planned.")};
    const QString bullet = answered_ && state != State::running ? QStringLiteral("\u2022 ") : QString();
    answer_->setText(bullet + sentences.join(QLatin1Char('\n') + bullet));
    assumed_->setText(state == State::running ? QString() : assumed.join(QLatin1Char('\n')));
    assumed_->setVisible(!assumed_->text().isEmpty());
}

void AvailabilityView::showRows() {
    ChartTable::Content content;
    const QString currency =
        answered_ && answered_->result.priced ? nameText(answered_->question.goal.currency) : tr("not known");
    content.columns = {
        tr("From (h)"),     tr("To (h)"),  tr("GPUs there"), tr("GPUs used"), tr("Do"),
        tr("Step"),         tr("Restart"), tr("Lost work"),  tr("Steps"),     tr("Cost (%1)").arg(currency),
        tr("Configuration")};
    if (answered_ && !answered_->result.plans.empty()) {
        content.rows = periods_shown(answered_->result);
        content.cell = [answered = answered_](int row, int column) {
            return cellOf(*answered, static_cast<std::size_t>(row), column);
        };
    }
    rows_.setContent(std::move(content));
}

} // namespace pipette
