// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pools/pools_finder.h"

#include "core/study/pools/pools_answer.h"
#include "widgets/theme/core_sentences.h"

#include <utility>

namespace pipette {

PoolsFinder::PoolsFinder(Mailbox& mailbox, PlannerCalls calls, QObject* parent)
    : QObject(parent), calls_(std::move(calls)), worker_(mailbox) {
    connect(&feed_, &ProgressFeed::progressed, this, &PoolsFinder::progressed);
}

void PoolsFinder::find(const Setup& setup, PoolsBy by) {
    if (running())
        return;
    const ProgressSink sink = feed_.begin();
    emit changed();
    Job job;
    job.process = [this, setup, by, sink, calls = calls_](std::stop_token stop) -> Job::Finish {
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

void PoolsFinder::end() {
    feed_.end();
    emit changed();
}

} // namespace pipette
