// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pools/pools_finder.h"

#include "core/study/pools/pools_answer.h"
#include "widgets/theme/core_sentences.h"
#include "widgets/theme/plain_text.h"

#include <mutex>
#include <utility>

namespace pipette {

struct PoolsFinder::Feed {
    std::mutex mutex;
    Progress progress;
};

PoolsFinder::PoolsFinder(Mailbox& mailbox, PlannerCalls calls, QObject* parent)
    : QObject(parent), calls_(std::move(calls)), worker_(mailbox) {
    feed_timer_.setInterval(100);
    connect(&feed_timer_, &QTimer::timeout, this, &PoolsFinder::readFeed);
}

void PoolsFinder::find(const Setup& setup, PoolsBy by) {
    if (running())
        return;
    feed_ = std::make_shared<Feed>();
    feed_timer_.start();
    emit changed();
    Job job;
    job.process = [this, setup, by, feed = feed_, calls = calls_](std::stop_token stop) -> Job::Finish {
        const ProgressSink sink = [&](const Progress& progress) {
            const std::lock_guard lock(feed->mutex);
            feed->progress = progress;
        };
        const auto answer = std::make_shared<const FoundPools>(
            FoundPools{setup, calls.pools(setup, pools_of(setup, by), OwnKnowledge(setup), sink, stop)});
        return [this, answer] {
            end();
            const bool stopped = answer->plan.stopped_early;
            if (!stopped)
                emit found(answer);
            emit finished(stopped ? tr("Cancelled before the pools were planned")
                                  : sentenceText(pools_answer(answer->plan)));
        };
    };
    job.failed = [this](const std::string& why) {
        end();
        emit failed(sentenceText(why));
    };
    worker_.submit(std::move(job));
}

void PoolsFinder::readFeed() {
    if (!feed_)
        return;
    Progress progress;
    {
        const std::lock_guard lock(feed_->mutex);
        progress = feed_->progress;
    }
    if (!progress.step.empty())
        emit progressed(progress.fraction, nameText(progress.step));
}

void PoolsFinder::end() {
    feed_ = nullptr;
    feed_timer_.stop();
    emit changed();
}

} // namespace pipette
