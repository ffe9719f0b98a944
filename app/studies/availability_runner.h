// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_state.h"
#include "app/document/planner_calls.h"
#include "app/jobs/jobs.h"
#include "app/studies/progress_feed.h"
#include "widgets/studies/availability_view.h"

#include <QObject>

namespace pipette {

/// Plans the sets of GPUs that are there, and chooses among the plans, on a worker.
class AvailabilityRunner : public QObject {
    Q_OBJECT

public:
    AvailabilityRunner(Mailbox& mailbox, PlannerCalls calls, QObject* parent = nullptr);

    void run(AvailabilityQuestion question, const PlannerCalls::Own& own);
    void cancel() { worker_.stop(); }
    bool running() const { return feed_.running(); }
    bool idle() const { return !running() && !worker_.busy(); }

signals:
    void changed(); ///< begun or ended
    void progressed(double fraction, const QString& step);
    void found(const std::shared_ptr<const pipette::AnsweredAvailability>& answered);
    void finished(const QString& summary);
    void failed(const QString& why);

private:
    void end();

    PlannerCalls calls_;
    ProgressFeed feed_;
    Worker worker_;
};

} // namespace pipette
