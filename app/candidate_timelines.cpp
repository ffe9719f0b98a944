// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/candidate_timelines.h"

#include <utility>

namespace pipette {

CandidateTimelines::CandidateTimelines(PlanDocument& document, Mailbox& mailbox, PlannerCalls calls,
                                       QObject* parent)
    : QObject(parent), document_(document), calls_(std::move(calls)), worker_(mailbox) {}

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
    // Candidates of a running search are of the setup; those of a plan are of the plan's own inputs.
    job.process = [this, number, wishes, calls = calls_, setup = document_.setup(),
                   record =
                       document_.live() ? nullptr : document_.record()](std::stop_token stop) -> Job::Finish {
        const PlanInputs inputs = record ? PlanInputs() : plan_inputs(setup);
        QList<GanttEntry> entries;
        for (const Wish& wish : wishes) {
            if (stop.stop_requested())
                return {};
            const Candidate& candidate = *wish.candidate;
            entries << GanttEntry{
                wish.title,
                std::make_shared<const Timeline>(calls.timeline(record ? record->plan.inputs : inputs,
                                                                candidate.config, candidate.mapping)),
                candidate.breakdown.bubble / candidate.iteration_time_s};
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
