// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studies/availability_runner.h"

#include "core/study/availability/availability_answers.h"
#include "widgets/theme/core_sentences.h"

#include <mutex>
#include <utility>

namespace pipette {
namespace {

constexpr int progress_interval_ms = 100;

} // namespace

/// What the worker has told of its progress.
struct AvailabilityRunner::Feed {
    std::mutex mutex;
    Progress progress;
};

AvailabilityRunner::AvailabilityRunner(Mailbox& mailbox, PlannerCalls calls, QObject* parent)
    : QObject(parent), calls_(std::move(calls)), worker_(mailbox) {
    connect(&feed_timer_, &QTimer::timeout, this, &AvailabilityRunner::readFeed);
}

void AvailabilityRunner::readFeed() {
    Progress progress;
    {
        const std::lock_guard lock(feed_->mutex);
        progress = feed_->progress;
    }
    emit progressed(progress.fraction, sentenceText(progress.step));
}

void AvailabilityRunner::end() {
    feed_ = nullptr;
    feed_timer_.stop();
    emit changed();
}

void AvailabilityRunner::run(AvailabilityQuestion question, const PlannerCalls::Own& own) {
    if (running())
        return;
    feed_ = std::make_shared<Feed>();
    feed_timer_.start(progress_interval_ms);
    emit progressed(0, {});
    emit changed();
    Job job;
    job.process = [this, feed = feed_, question = std::move(question), own,
                   calls = calls_](std::stop_token stop) -> Job::Finish {
        AvailabilitySinks sinks;
        sinks.progress = [feed](const Progress& progress) {
            const std::lock_guard lock(feed->mutex);
            feed->progress = progress;
        };
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
