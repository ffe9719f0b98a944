// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/planner_calls.h"
#include "app/jobs/jobs.h"
#include "app/studies/progress_feed.h"
#include "core/study/pools/pooled_plan.h"

#include <QObject>

#include <memory>
#include <vector>

namespace pipette {

/// What replicas of unlike layouts take for what a person entered.
struct FoundPools {
    Setup setup;
    PooledPlan plan;
    std::vector<std::shared_ptr<const PlanRecord>> records; ///< [share] the plan of the pool alone
};

/// Plans pools of GPUs that have replicas of their own, on a worker.
class PoolsFinder : public QObject {
    Q_OBJECT

public:
    PoolsFinder(Mailbox& mailbox, PlannerCalls calls, QObject* parent = nullptr);

    void find(const Setup& setup, PoolsBy by);
    void cancel() { worker_.stop(); }
    bool running() const { return feed_.running(); }
    bool idle() const { return !running() && !worker_.busy(); }

signals:
    void changed(); ///< begun or ended
    void progressed(double fraction, const QString& step);
    void found(const std::shared_ptr<const pipette::FoundPools>& found);
    void finished(const QString& summary);
    void failed(const QString& why);

private:
    void end();

    PlannerCalls calls_;
    ProgressFeed feed_;
    Worker worker_;
};

} // namespace pipette
