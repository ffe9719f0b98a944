// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_table.h"
#include "app/document/planner_calls.h"
#include "app/jobs/jobs.h"
#include "widgets/pipeline/gantt_view.h"

#include <QObject>

namespace pipette {

/// Simulates the candidates that the Gantt chart shows, on a worker. Only the newest wish counts: what was
/// simulated for an older one is dropped.
class CandidateTimelines : public QObject {
    Q_OBJECT

public:
    struct Wish {
        QString title;
        std::shared_ptr<const Candidate> candidate;
        std::shared_ptr<const PlanBasis> basis; ///< that it is found on
        bool operator==(const Wish&) const = default;
    };

    CandidateTimelines(Mailbox& mailbox, PlannerCalls calls, QObject* parent = nullptr);

    /// Answered by ready, at once when there is nothing to simulate and not at all when nothing has changed.
    void want(const std::vector<Wish>& wishes);
    bool idle() const { return !worker_.busy(); }

signals:
    void ready(const QList<pipette::GanttEntry>& entries);
    void failed(const QString& why);

private:
    PlannerCalls calls_;
    std::vector<Wish> wishes_;
    std::uint64_t number_ = 0; ///< of the newest wish
    Worker worker_;
};

} // namespace pipette
