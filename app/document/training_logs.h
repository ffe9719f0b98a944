// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/planner_calls.h"
#include "app/jobs/jobs.h"
#include "core/evidence/calibration_preview.h"
#include "core/formats/training/runs_and_logs.h"
#include "widgets/evidence/logged_runs.h"

#include <QObject>

#include <memory>

namespace pipette {

/// A plan that logs are held against, and from which they may take what they do not say. Null members: none.
struct PlanAtHand {
    std::shared_ptr<const PlanRecord> record;
    std::shared_ptr<const Candidate> candidate;
    PlanFill fill = PlanFill::always;                   ///< which logs take from it
    bool operator==(const PlanAtHand&) const = default; ///< by identity
    bool any() const { return record && candidate; }
};

class PlanDocument;
/// The chosen candidate of the document's plan; none while a search runs.
PlanAtHand planAtHand(const PlanDocument& document);

/// A calibration that was fitted to a person's own runs, and what it changed.
struct CalibratedOnRuns {
    std::shared_ptr<const Calibration> calibration;
    int runs = 0;
};

/// What a calibration on the runs of open logs would change.
struct OwnRunsPreview {
    CalibrationPreview preview;    ///< empty: no run says all that a calibration needs
    std::vector<std::string> runs; ///< [run] names
};

/// Training logs of the window: predicted, held against the plan at hand, and calibrated on, on a worker.
class TrainingLogs : public QObject {
    Q_OBJECT

public:
    TrainingLogs(Mailbox& mailbox, PlannerCalls calls, QObject* parent = nullptr);

    bool idle() const { return !worker_.busy(); }
    /// Other logs are open. `read`: never null.
    void setLogs(std::shared_ptr<const RunsAndLogs> read, FilledFrom filled);
    /// Another plan is at hand, or the document has other knowledge of its own. Answered by shown where logs
    /// are open.
    void setPlan(const PlanAtHand& plan, const OwnKnowledge& own);
    /// Fits a calibration to the runs of own logs among those that are open.
    void calibrate();
    void cancel() { worker_.stop(); }

signals:
    void shown(const pipette::LogsShown& logs);
    /// Follows `shown` after setLogs.
    void previewed(const pipette::OwnRunsPreview& own);
    void calibrated(const pipette::CalibratedOnRuns& made);
    void cancelled();
    void failed(const QString& why);

private:
    Job job(std::function<Job::Finish(std::stop_token)> process);
    void refresh();
    void preview();

    PlannerCalls calls_;
    std::shared_ptr<const RunsAndLogs> read_ = std::make_shared<const RunsAndLogs>();
    FilledFrom filled_ = FilledFrom::nothing;
    PlanAtHand plan_;
    OwnKnowledge own_ = nullptr;
    int asked_ = 0; ///< how often refresh() was: only the last answer is shown
    Worker worker_; ///< ends first
};

} // namespace pipette
