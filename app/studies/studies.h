// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"
#include "app/document/planner_calls.h"
#include "app/jobs/jobs.h"
#include "core/formats/studies/study_json.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTimer>

namespace pipette {

/// The study of the window, run on a worker: results arrive as points are planned, and what was planned is
/// kept, beside its file once it has one, so that a run goes on where one was cancelled.
class Studies : public QObject {
    Q_OBJECT

public:
    Studies(Mailbox& mailbox, PlannerCalls calls, QObject* parent = nullptr);

    const StudyDocument& document() const { return document_; }
    const std::shared_ptr<const StudyResult>& result() const { return result_; } ///< never null
    bool any() const { return document_.study.base.model.layers > 0; }           ///< there is a study
    QString path() const { return path_; }                                       ///< empty: no file yet
    bool running() const { return feed_ != nullptr; }
    bool idle() const { return !running() && !worker_.busy() && !others_.busy(); }

    /// Of what a person entered for a plan, over GPUs by doubling around those that the cluster has.
    void begin(const Setup& setup);
    void open(StudyDocument document, const QString& path);
    void set(const Study& study); ///< what was planned of another one is dropped
    void save(const QString& path);
    void run();
    void cancel();
    /// Makes a plan of a point: answered by planMade.
    void makePlan(int point);
    /// Writes a report of the results; the end of `path` chooses HTML or PDF.
    void report(const QString& path);

signals:
    void changed(); ///< another study
    void resultChanged();
    void progressed(double fraction, const QString& step);
    void finished(const QString& summary);
    void planMade(const pipette::PlanDocument::Content& content, const QString& name);
    void written(const QString& path);
    void failed(const QString& why);

private:
    struct Feed;
    Job job(std::function<Job::Finish(std::stop_token)> process);
    Job other(std::function<Job::Finish()> process); ///< that a run does not wait for
    std::filesystem::path folder() const;
    std::filesystem::path kept() const; ///< where finished points are kept
    void readFeed();
    void drop();

    PlannerCalls calls_;
    StudyDocument document_;
    QString path_;
    std::shared_ptr<const StudyResult> result_ = std::make_shared<const StudyResult>();
    std::shared_ptr<Feed> feed_; ///< null: nothing runs
    std::uint64_t number_ = 0;   ///< grows with every change of the study: what was asked before is old
    QTemporaryDir scratch_;
    QTimer feed_timer_;
    Worker worker_, others_;
};

} // namespace pipette
