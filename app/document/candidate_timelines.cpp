// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/candidate_timelines.h"

#include <utility>

namespace pipette {

CandidateTimelines::CandidateTimelines(Mailbox& mailbox, PlannerCalls calls, QObject* parent)
    : QObject(parent), calls_(std::move(calls)), worker_(mailbox) {}

void CandidateTimelines::want(const std::vector<Wish>& wishes) {
    if (wishes == wishes_)
        return;
    wishes_ = wishes;
    const std::uint64_t number = ++number_;
    if (wishes_.empty()) {
        worker_.stop();
        emit ready({});
        return;
    }
    Job job;
    job.process = [this, number, wishes, calls = calls_](std::stop_token stop) -> Job::Finish {
        QList<GanttEntry> entries;
        for (const Wish& wish : wishes) {
            if (stop.stop_requested())
                return {};
            const Candidate& candidate = *wish.candidate;
            const PlanInputs& inputs = wish.basis->setup;
            entries << GanttEntry{wish.title,
                                  std::make_shared<const Timeline>(
                                      calls.timeline(inputs, OwnKnowledge(*wish.basis), candidate)),
                                  candidate.breakdown.bubble / candidate.iteration_time_s,
                                  candidate.breakdown};
        }
        return [this, number, entries] {
            if (number == number_)
                emit ready(entries);
        };
    };
    job.failed = [this, number](const std::string& why) {
        if (number != number_)
            return;
        emit ready({});
        emit failed(QString::fromStdString(why));
    };
    worker_.submit_latest(std::move(job));
}

} // namespace pipette
