// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/jobs.h"
#include "app/jobs/search_feed.h"
#include "app/plan_document.h"
#include "app/planner_calls.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace pipette {

/// Plans, improves, evaluates and previews for one document, all on workers. Results come back through the
/// mailbox and are dropped when the document has moved on.
class Planning : public QObject {
    Q_OBJECT

public:
    Planning(PlanDocument& document, Mailbox& mailbox, PlannerCalls calls, QObject* parent = nullptr);

    bool running() const { return search_ != nullptr; } ///< plans or improves
    bool idle() const;                                  ///< nothing runs or waits on any worker

    /// Searches all configurations of the document's setup.
    void plan();
    /// Anneals the row's configuration from its mapping as it stands; pins and exclusions hold.
    void improve(int row);
    /// Asks the search to stop; what it has found so far is kept.
    void cancel();

    /// What dropping would do; answered by previewReady, at once when it is refused. Only the newest question
    /// counts.
    void previewSwap(int from_gpu, int to_gpu);
    void previewNodeSwap(int node_a, int node_b);
    /// Does it: one undoable step, or refused with the reason.
    void swap(int from_gpu, int to_gpu);
    void swapNodes(int node_a, int node_b);

signals:
    void started(const QString& what);
    /// `seconds_left` < 0: not known yet. `best_s` 0: nothing found yet.
    void progressed(const QString& step, double fraction, double best_s, double seconds_left);
    void annealed(const std::vector<pipette::AnnealingPoint>& points);
    void finished(const QString& summary);
    void failed(const QString& why);
    void previewReady(const pipette::DropPreview& preview);
    void refused(const QString& why);

private:
    struct Search {
        SearchFeed feed;
        QElapsedTimer clock;
        std::vector<PlanRow> found; ///< by time
        Selection before;           ///< what was selected when it began
    };

    void start(const QString& what, Job job);
    void end();
    void readFeed();
    void addFound(const std::vector<std::shared_ptr<const Candidate>>& found);
    void evaluate(int row);
    void preview(const MappingEdit& edit);
    void apply(const MappingEdit& edit);
    const PlanRow* editableRow(int row) const;

    PlanDocument& document_;
    PlannerCalls calls_;
    std::shared_ptr<Search> search_; ///< the worker holds it too while it runs
    QTimer feed_timer_;
    std::uint64_t preview_ = 0; ///< number of the newest question
    struct Answer {
        std::vector<RankMove> moves;
        std::shared_ptr<const Candidate> candidate;
        bool allowed = false;
        std::string text;
    };
    std::optional<Answer> answer_; ///< to the newest question: a drop on it needs no second evaluation
    Worker searching_, evaluating_, previewing_;
};

} // namespace pipette
