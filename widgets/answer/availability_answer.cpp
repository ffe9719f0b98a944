// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/answer/availability_answer.h"

#include "core/study/availability/availability_answers.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/units_text.h"

#include <QCoreApplication>

namespace pipette {
namespace {

struct AvailabilityWords {
    Q_DECLARE_TR_FUNCTIONS(pipette::AvailabilityAnswer)
};

} // namespace

Answer answerOf(const AnsweredAvailability& answered, AvailabilityView::State state) {
    const AvailabilityResult& result = answered.result;
    const std::vector<std::string> sentences = answers_of(answered.question, result);
    Answer answer;
    answer.outdated = state == AvailabilityView::State::outdated;
    if (result.plans.empty()) {
        answer.figure = AvailabilityWords::tr("No plan fits");
        answer.facts = sentenceText(sentences.front());
        return answer;
    }
    if (const auto& hours = result.best.reached_hours) {
        answer.figure = AvailabilityWords::tr("%1 hours").arg(figuresText(hours_words(*hours)));
        answer.unit = AvailabilityWords::tr("to %1 tokens")
                          .arg(figuresText(tokens_words(answered.question.goal.tokens)));
    } else {
        answer.figure = AvailabilityWords::tr("%1 tokens")
                            .arg(figuresText(about_tokens(result.best.steps * result.tokens_a_step)));
        answer.unit = AvailabilityWords::tr("in %1 hours")
                          .arg(figuresText(hours_words(result.periods.back().end_hours)));
    }
    if (result.priced)
        answer.gain = moneyText(result.best.money, answered.question.goal.currency) + QLatin1Char('.');
    answer.facts = sentenceText(sentences[1]);
    answer.reasons = sentenceText(sentences[2]);
    return answer;
}

} // namespace pipette
