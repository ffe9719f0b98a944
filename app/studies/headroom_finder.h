// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_table.h"
#include "app/document/planner_calls.h"
#include "app/jobs/jobs.h"

#include <QObject>

#include <optional>

namespace pipette {

/// Finds how far what a person entered can be taken, on a worker. The newest answer is kept with the setup
/// that it is of: it holds for no other.
class HeadroomFinder : public QObject {
    Q_OBJECT

public:
    HeadroomFinder(Mailbox& mailbox, PlannerCalls calls, QObject* parent = nullptr);

    void find(const Setup& setup);
    void cancel() { worker_.stop(); }
    bool running() const { return running_; }
    bool idle() const { return !running_ && !worker_.busy(); }
    /// Empty: not found for this setup.
    std::optional<Headroom> of(const Setup& setup) const;

signals:
    void changed(); ///< begun, found or given up
    void finished(const QString& summary);
    void failed(const QString& why);

private:
    PlannerCalls calls_;
    Setup setup_; ///< of the answer
    std::optional<Headroom> found_;
    bool running_ = false;
    Worker worker_;
};

} // namespace pipette
