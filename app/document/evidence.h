// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"
#include "app/document/planner_calls.h"
#include "app/document/training_logs.h"
#include "app/jobs/jobs.h"
#include "core/memory/memory_estimator.h"
#include "widgets/evidence/training_view.h"
#include "widgets/evidence/validation_view.h"

#include <QObject>
#include <QTimer>

namespace pipette {

/// Measured runs of the window: read, predicted, learned from and opened as plans, all on a worker.
class Evidence : public QObject {
    Q_OBJECT

public:
    /// `example`: the table of runs that comes with the program.
    Evidence(Mailbox& mailbox, PlannerCalls calls, QString example, QObject* parent = nullptr);

    const std::vector<MeasuredRun>& runs() const { return *runs_; }
    /// Nothing was opened yet.
    bool untouched() const { return paths_.isEmpty(); }
    bool idle() const { return !worker_.busy(); }
    /// The runs that come with the program were opened last.
    bool showsExample() const { return paths_ == QStringList(example_); }

    /// Reads tables of runs and training logs, and predicts every run. The runs of logs stand beside those
    /// that come with the program. What logs do not say is of `fill_from` where that is a plan, for the runs
    /// that PlanAtHand::fill says.
    void open(const QStringList& paths, const PlanAtHand& fill_from = {});
    /// The same with the runs that come with the program.
    void openExample() { open({example_}); }
    /// The same files once more.
    void openAgain(const PlanAtHand& fill_from) { open(paths_, fill_from); }
    /// Trains on the runs of a framework, every fifth kept out.
    void train(const QString& framework, MemoryTarget target);
    /// Ends what runs; a training keeps what it has learned.
    void cancel();
    /// Makes a document of a run: its cluster, model, job, and its configuration in host order as the plan.
    void makePlan(int run);
    void saveEstimator(const QString& path);
    /// Answered by estimatorChosen with what the last training learned.
    void useEstimator();

signals:
    void opening();
    void opened(const pipette::ValidationShown& shown);
    /// Behind opened.
    void logsRead(const std::shared_ptr<const pipette::RunsAndLogs>& read, pipette::FilledFrom filled);
    void trainingStarted(int epochs);
    void progressed(const std::vector<pipette::TrainingProgress>& news);
    void trained(const pipette::TrainingShown& result);
    void planMade(const std::shared_ptr<const pipette::PlanRecord>& record);
    void estimatorSaved(const QString& path);
    void estimatorChosen(const std::shared_ptr<const pipette::MemoryEstimator>& estimator);
    void cancelled(); ///< before anything had begun
    void failed(const QString& why);

private:
    struct LossFeed; ///< epochs done, from the worker to the window
    Job job(std::function<Job::Finish(std::stop_token)> process);
    void readFeed();

    PlannerCalls calls_;
    QStringList paths_; ///< that were opened last
    QString example_;   ///< the table that comes with the program
    std::shared_ptr<const std::vector<MeasuredRun>> runs_ =
        std::make_shared<const std::vector<MeasuredRun>>();
    std::shared_ptr<const MemoryEstimator> estimator_; ///< of the last training; null: none
    std::shared_ptr<LossFeed> feed_;
    QTimer feed_timer_;
    Worker worker_; ///< ends first
};

} // namespace pipette
