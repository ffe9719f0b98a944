// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_study.h"
#include "app/document/plan_document.h"
#include "app/document/planner_calls.h"
#include "app/jobs/jobs.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTimer>

namespace pipette {

/// Of what a person entered for a plan, over the numbers of GPUs that the limits name, where those are
/// several, else by doubling around those that the cluster has.
StudyDocument study_of(const Setup& setup, const TrainingGoal& goal);
/// Where nothing else is said.
TrainingGoal usual_goal();

/// The study of the document, run on a worker: results arrive as points are planned, and what was planned is
/// kept, beside its file once it has one, so that a run goes on where one was cancelled.
class Studies : public QObject {
    Q_OBJECT

public:
    Studies(Mailbox& mailbox, PlannerCalls calls, QObject* parent = nullptr);

    const StudyDocument& document() const { return study_->document; }
    /// What the results are of: the study, or the sizes that were tried for its goal.
    const Study& answered() const { return answered_; }
    const std::shared_ptr<const StudyResult>& result() const { return result_; } ///< never null
    bool any() const { return study_->any(); }                                   ///< there is a study
    bool running() const { return feed_ != nullptr; }
    bool idle() const { return !running() && !worker_.busy() && !others_.busy(); }

    /// Null: no study, no memory estimator of the document's own, nothing known of the study's points. What
    /// was planned of another one or with another one is put aside; plans follow a study into another file.
    void open(std::shared_ptr<const DocumentStudy> study, PlannerCalls::Own own,
              const std::shared_ptr<const StudyAnswer>& known);
    /// What was found so far, to be kept until the study is opened again; null: no point is planned.
    std::shared_ptr<const StudyAnswer> answer() const;
    void save(const QString& path);
    void run();
    /// The fewest GPUs that reach the goal by its deadline, whatever the axes say.
    void findSize();
    void cancel();
    /// Makes a plan of a point, for a document of that revision: answered by planMade.
    void makePlan(int point, std::uint64_t revision);
    /// Writes a report of the results; the end of `path` chooses HTML or PDF.
    void report(const QString& path);
    void saveTable(const QString& path); ///< the points as CSV

signals:
    void changed(); ///< another study
    void resultChanged();
    void progressed(double fraction, const QString& step); ///< fraction < 0: not known
    void finished(const QString& summary);
    /// `revision`: of the document that it was asked for, which may be another one meanwhile.
    void planMade(const std::shared_ptr<const pipette::PlanRecord>& record, const QString& name,
                  std::uint64_t revision);
    /// `study` lies in the file; there may be another one meanwhile.
    void saved(const QString& path, const pipette::StudyDocument& study);
    void written(const QString& path);
    void failed(const QString& why);

private:
    struct Feed;
    using Find = std::function<StudyResult(const StudySources&, Feed&, std::stop_token)>;
    void start(Find find, std::function<QString(const StudyResult&)> summary);
    Job job(std::function<Job::Finish(std::stop_token)> process);
    Job other(std::function<Job::Finish()> process); ///< that a run does not wait for
    std::filesystem::path folder() const;
    std::filesystem::path kept() const; ///< where finished points are kept
    void readFeed();
    void drop();
    void bringPoints(const std::filesystem::path& before); ///< the points that are kept there

    PlannerCalls calls_;
    std::shared_ptr<const DocumentStudy> study_ = std::make_shared<const DocumentStudy>(); ///< never null
    PlannerCalls::Own own_;                                                                ///< null: none
    Study answered_;
    std::shared_ptr<const StudyResult> result_ = std::make_shared<const StudyResult>();
    std::shared_ptr<const SizeAnswer> sizes_; ///< what the results are of; null: a study
    bool store_has_plans_ = false;            ///< those of the result: they were planned in this window
    std::shared_ptr<Feed> feed_;              ///< null: nothing runs
    std::uint64_t number_ = 0; ///< grows with every change of the study: what was asked before is old
    QTemporaryDir scratch_;
    QTimer feed_timer_;
    Worker worker_, others_;
};

} // namespace pipette
