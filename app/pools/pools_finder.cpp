// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pools/pools_finder.h"

#include "core/study/pools/pools_answer.h"
#include "widgets/theme/core_sentences.h"

#include <utility>

namespace pipette {
namespace {

std::shared_ptr<const PlanRecord> record_of(const FoundPools& found, const PoolShare& share,
                                            const PlannerCalls& calls) {
    Plan plan = plan_of_share(found.setup, found.plan, share);
    const OwnKnowledge own(found.setup);
    plan.calibrations = calibrations_now(calls, own, *plan.inputs.cluster, plan.inputs.job.framework);
    Setup setup = found.setup;
    static_cast<PlanInputs&>(setup) = plan.inputs;
    return record_of(std::move(plan), basis_of(setup));
}

} // namespace

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
        FoundPools all{setup, calls.pools(setup, pools_of(setup, by), OwnKnowledge(setup), sink, stop), {}};
        for (const PoolShare& share : all.plan.shares)
            all.records.push_back(record_of(all, share, calls));
        const auto answer = std::make_shared<const FoundPools>(std::move(all));
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
