// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"
#include "app/document/planner_calls.h"
#include "app/jobs/jobs.h"
#include "app/jobs/search_feed.h"
#include "core/plan/groups/group_edit.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <atomic>
#include <optional>

namespace pipette {

/// Plans, improves, evaluates and previews for one document, all on workers. Results come back through the
/// mailbox and are dropped when the document has moved on: whatever changes a value of it ends a search.
class Planning : public QObject {
    Q_OBJECT

public:
    Planning(PlanDocument& document, Mailbox& mailbox, PlannerCalls calls, QObject* parent = nullptr);

    bool running() const { return search_ != nullptr; } ///< plans or improves
    bool idle() const;                                  ///< nothing runs or waits on any worker

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

    /// What dropping would do; answered by previewReady, at once when it is refused. Only the newest question
    /// counts.
    void previewSwap(int from_gpu, int to_gpu);
    void previewNodeSwap(int node_a, int node_b);
    void previewGroupMove(const pipette::GroupMove& move);
    /// What another split of the layers would do to the selected row; it comes with the candidate that would
    /// be.
    void previewLayers(const std::vector<int>& layers_per_stage);
    /// Does it: one undoable step, or refused with the reason.
    void swap(int from_gpu, int to_gpu);
    void swapNodes(int node_a, int node_b);
    void moveGroup(const pipette::GroupMove& move);
    void setLayers(const std::vector<int>& layers_per_stage);

signals:
    void started(const QString& what);
    /// `seconds_left` < 0: not known yet. `best_s` 0: nothing found yet.
    void progressed(const QString& step, double fraction, double best_s, double seconds_left);
    void annealed(const std::vector<pipette::AnnealingPoint>& points);
    void finished(const QString& summary);
    void failed(const QString& why);
    void previewReady(const pipette::DropPreview& preview);
    /// To previewLayers(), where that is allowed.
    void layersPreviewed(const std::shared_ptr<const pipette::Candidate>& candidate);
    void refused(const QString& why);

private:
    struct Search {
        SearchFeed feed;
        /// What it is made on; the worker sets it before it reports anything.
        std::atomic<std::shared_ptr<const PlanBasis>> basis;
        QElapsedTimer clock;
        std::vector<PlanRow> found; ///< by time
        Selection before;           ///< what was selected when it began
    };
    /// A row as it is edited: its table and the candidate stay what they are while the document goes on.
    struct Edited {
        std::shared_ptr<const PlanTable> table;
        int row = -1;
        std::shared_ptr<const Candidate> candidate;
        explicit operator bool() const { return candidate != nullptr; }
    };

    /// A change by hand, of the mapping or of the layers.
    struct Edit {
        bool allowed = false;
        std::string text;            ///< what it would do, or why not
        std::vector<RankMove> moves; ///< empty: ranks stay
        std::vector<int> layers;     ///< of each chunk; empty: they stay
        bool operator==(const Edit&) const = default;
    };

    void start(const QString& what, Job job);
    void end();
    void documentRevised();
    void forgetAnswer();
    void readFeed();
    void addFound(const std::vector<std::shared_ptr<const Candidate>>& found);
    void evaluate(int row);
    MappingEdit gpuSwap(const Edited& on, int from_gpu, int to_gpu) const;
    MappingEdit nodeSwap(const Edited& on, int node_a, int node_b) const;
    MappingEdit groupMove(const Edited& on, const GroupMove& move) const;
    static Edit layerEdit(const Edited& on, const std::vector<int>& layers_per_stage);
    static Edit edit_of(const MappingEdit& moves) { return {moves.allowed, moves.text, moves.moves, {}}; }
    /// `carried`: the group that moves, of which the answer tells more.
    void preview(const Edited& on, const Edit& edit, const std::optional<GroupMove>& carried = {});
    void apply(const Edited& on, const Edit& edit);
    /// The selected row edited, or refused while there is none to edit.
    template <class EditOf>
    void applyToSelected(const EditOf& edit_of_row);
    /// Keeps what a fresh evaluation does not know: who proposed the candidate and whether it ties with the
    /// best.
    static std::shared_ptr<const Candidate> evaluatedLike(Candidate fresh, const Candidate& old);
    Edited editable(int row) const; ///< false: there is none, or a search runs

    PlanDocument& document_;
    PlannerCalls calls_;
    std::shared_ptr<Search> search_; ///< the worker holds it too while it runs
    QTimer feed_timer_;
    std::uint64_t preview_ = 0; ///< number of the newest question
    struct Answer {
        std::shared_ptr<const Candidate> of; ///< what the edit was asked of
        Edit edit;
        std::shared_ptr<const Candidate> candidate;
        bool allowed = false;
        std::string text;
    };
    std::optional<Answer> answer_; ///< to the newest question: a drop on it needs no second evaluation
    Worker searching_, evaluating_, previewing_;
};

} // namespace pipette
