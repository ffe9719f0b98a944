// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_state.h"
#include "app/document/planner_calls.h"
#include "app/jobs/jobs.h"

#include <QObject>

namespace pipette {

/// Finds how far what a person entered can be taken, on a worker.
class HeadroomFinder : public QObject {
    Q_OBJECT

public:
    HeadroomFinder(Mailbox& mailbox, PlannerCalls calls, QObject* parent = nullptr);

    void find(const Setup& setup);
    void cancel() { worker_.stop(); }
    bool running() const { return running_; }
    bool idle() const { return !running_ && !worker_.busy(); }

signals:
    void changed(); ///< begun or ended
    void found(const std::shared_ptr<const pipette::FoundHeadroom>& found);
    void finished(const QString& summary);
    void failed(const QString& why);

private:
    PlannerCalls calls_;
    bool running_ = false;
    Worker worker_;
};

} // namespace pipette
