// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/studies/headroom_finder.h"

#include "widgets/theme/core_sentences.h"

#include <utility>

namespace pipette {

HeadroomFinder::HeadroomFinder(Mailbox& mailbox, PlannerCalls calls, QObject* parent)
    : QObject(parent), calls_(std::move(calls)), worker_(mailbox) {}

void HeadroomFinder::find(const Setup& setup) {
    if (running_)
        return;
    running_ = true;
    emit changed();
    Job job;
    job.process = [this, setup, calls = calls_](std::stop_token stop) -> Job::Finish {
        const auto answer = std::make_shared<const FoundHeadroom>(
            FoundHeadroom{setup, calls.headroom(setup, OwnKnowledge(setup), stop)});
        return [this, answer, stopped = stop.stop_requested()] {
            running_ = false;
            if (!stopped)
                emit found(answer);
            emit changed();
            emit finished(stopped ? tr("Cancelled before the headroom was found")
                                  : tr("Headroom: %1").arg(sentenceText(headroom_text(answer->headroom))));
        };
    };
    job.failed = [this](const std::string& why) {
        running_ = false;
        emit changed();
        emit failed(QString::fromStdString(why));
    };
    worker_.submit(std::move(job));
}

} // namespace pipette
