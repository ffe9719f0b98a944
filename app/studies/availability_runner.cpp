// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studies/availability_runner.h"

#include "core/study/availability/availability_answers.h"
#include "widgets/theme/core_sentences.h"

#include <utility>

namespace pipette {

AvailabilityRunner::AvailabilityRunner(Mailbox& mailbox, PlannerCalls calls, QObject* parent)
    : QObject(parent), calls_(std::move(calls)), worker_(mailbox) {
    connect(&feed_, &ProgressFeed::progressed, this, &AvailabilityRunner::progressed);
}

void AvailabilityRunner::end() {
    feed_.end();
    emit changed();
}

void AvailabilityRunner::run(AvailabilityQuestion question, const PlannerCalls::Own& own) {
    if (running())
        return;
    AvailabilitySinks sinks;
    sinks.progress = feed_.begin();
    emit progressed(0, {});
    emit changed();
    Job job;
    job.process = [this, sinks, question = std::move(question), own,
                   calls = calls_](std::stop_token stop) -> Job::Finish {
        const auto answered = std::make_shared<const AnsweredAvailability>(
            AnsweredAvailability{question, calls.availability(question, own, sinks, stop)});
        return [this, answered] {
            const bool stopped = answered->result.stopped_early;
            if (!stopped)
                emit found(answered);
            end();
            emit finished(stopped ? tr("Cancelled before every set of GPUs was planned")
                                  : sentenceText(answers_of(answered->question, answered->result).front()));
        };
    };
    job.failed = [this](const std::string& why) {
        end();
        emit failed(QString::fromStdString(why));
    };
    worker_.submit(std::move(job));
}

} // namespace pipette
