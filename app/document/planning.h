// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"
#include "app/document/planner_calls.h"
#include "app/jobs/jobs.h"
#include "app/jobs/pace.h"
#include "app/jobs/search_feed.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <atomic>

namespace pipette {

/// Plans, improves and evaluates for one document, all on workers. Results come back through the
/// mailbox and are dropped when the document has moved on: whatever changes a value of it ends a search.
class Planning : public QObject {
    Q_OBJECT

public:
    Planning(PlanDocument& document, Mailbox& mailbox, PlannerCalls calls, QObject* parent = nullptr);

    bool running() const { return search_ != nullptr; } ///< plans or improves
    bool idle() const;                                  ///< nothing runs or waits on any worker
    EditedRow editable(int row) const;                  ///< false: there is no such row, or a search runs

    enum class By { person, program };
    /// Searches all configurations of the document's setup. A plan that the program makes by itself is
    /// nobody's work: a document that was not modified stays so.
    void plan(By by = By::person);
    /// Anneals the row's configuration from its mapping as it stands; pins and exclusions hold.
    void improve(int row);
    /// Asks the search to stop; what it has found so far is kept.
    void cancel();
    /// Ends the search and drops what it has found; false when none runs.
    bool abandon();

signals:
    void started(const QString& what);
    /// `seconds_left` < 0: not known yet. `best_s` 0: nothing found yet.
    void progressed(const QString& step, double fraction, double best_s, double seconds_left);
    void annealed(const std::vector<pipette::AnnealingPoint>& points);
    void finished(const QString& summary);
    void failed(const QString& why);

private:
    struct Search {
        SearchFeed feed;
        /// What it is made on; the worker sets it before it reports anything.
        std::atomic<std::shared_ptr<const PlanBasis>> basis;
        QElapsedTimer clock;
        Pace pace;
        std::vector<PlanRow> found; ///< by time
        Selection before;           ///< what was selected when it began
    };

    void start(const QString& what, Job job);
    void end();
    void documentRevised();
    void readFeed();
    void addFound(const std::vector<std::shared_ptr<const Candidate>>& found);
    void evaluate(int row);

    PlanDocument& document_;
    PlannerCalls calls_;
    std::shared_ptr<Search> search_; ///< the worker holds it too while it runs
    QTimer feed_timer_;
    Worker searching_, evaluating_;
};

} // namespace pipette
