// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/mapping_edit.h"
#include "core/plan/plan.h"
#include "widgets/selection.h"
#include "widgets/shown.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace pipette {

class MemoryEstimator;

/// What a person enters: all that a plan is made from. The cluster is shared, for it may be large.
struct Setup {
    std::shared_ptr<const Cluster> cluster; ///< as measured; null: none yet
    TransformerModel model;                 ///< layers 0: none yet
    TrainingJob job;
    SearchLimits limits;
    AnnealingBudget budget;
    Faults faults;
    int top = 20;
    /// Trained on a person's own runs: judges the memory of jobs of its framework in the place of what comes
    /// with the program. Null: none.
    std::shared_ptr<const MemoryEstimator> estimator;
    bool operator==(const Setup&) const = default; ///< cluster and estimator by identity

    bool complete() const {
        return cluster && model.layers > 0 && job.global_batch > 0 && job.sequence_length > 0;
    }
};

/// Copies everything, the cluster too: call it on a worker.
PlanInputs plan_inputs(const Setup& setup);

/// A search's result and what it was made from; never changed once made.
struct PlanRecord {
    Plan plan;
    Setup setup;                            ///< what the person had entered
    std::shared_ptr<const Cluster> cluster; ///< with the degraded links applied: what the views show
};

/// One line of the candidate table.
struct PlanRow {
    std::shared_ptr<const Candidate> planned; ///< as the search found it
    std::shared_ptr<const Candidate> current; ///< with a person's edits; the mapping is always right,
    bool waiting = false;                     ///< its times and memory are still those of the mapping before
    bool edited() const { return current != planned; }
};

/// The one document: what a person entered, the plan, the edits on it, and what is selected. Every change but
/// the selection goes through the undo stack. Signals are small: they say which part changed.
class PlanDocument : public QObject {
    Q_OBJECT

public:
    enum class Part { cluster, model, job, limits, budget, faults, estimator, pins };
    Q_ENUM(Part)

    explicit PlanDocument(QObject* parent = nullptr);
    ~PlanDocument() override;

    const Setup& setup() const { return setup_; }
    const std::vector<int>& pinnedGpus() const { return pinned_; }
    std::shared_ptr<const PlanRecord> record() const { return record_; } ///< null: not planned yet
    const std::vector<PlanRow>& rows() const { return live_ ? *live_ : rows_; }
    bool live() const { return live_.has_value(); } ///< rows are those of a running search: not editable
    bool outdated() const { return record_ && record_->setup != setup_; }
    QUndoStack& undoStack() { return undo_; }
    std::uint64_t revision() const { return revision_; } ///< grows with every change of a value
    bool modified() const { return !undo_.isClean() || recovered_; }
    QString path() const { return path_; } ///< empty: never saved
    QString title() const;                 ///< file name, or the cluster's

    const Selection& selection() const { return selection_; }
    void select(const Selection& selection);
    /// What every view shows: the selected row over the cluster it was planned on.
    Shown shown() const { return shown(selection_.candidate); }
    Shown shown(int row) const;
    MappingRules rules() const { return {pinned_, setup_.faults.excluded_gpus}; }

    // Edits. Each is one undoable step, and none when nothing changes.
    void setCluster(std::shared_ptr<const Cluster> cluster); ///< puts the plan aside: its GPUs are gone
    void setModel(const TransformerModel& model);
    void setJob(const TrainingJob& job);
    void setLimits(const SearchLimits& limits);
    void setBudget(const AnnealingBudget& budget);
    void setFaults(const Faults& faults, const QString& what);
    void setEstimator(std::shared_ptr<const MemoryEstimator> estimator);
    void setPinned(const std::vector<int>& gpus, bool pinned);
    void setExcluded(const std::vector<int>& gpus, bool excluded);
    void setPlan(std::shared_ptr<const PlanRecord> record);
    /// `evaluated`: the candidate after the moves where it is known already, else null and it is asked for.
    void moveRanks(int row, std::vector<RankMove> moves, const QString& what,
                   std::shared_ptr<const Candidate> evaluated = nullptr);

    /// New times for a row; dropped when its mapping has changed meanwhile.
    void setEvaluated(int row, const PlanRecord* of, std::shared_ptr<const Candidate> candidate);

    // A running search shows what it has found so far.
    void showLive(std::vector<PlanRow> rows);
    void endLive();

    // Whole documents.
    struct Content {
        Setup setup;
        std::vector<int> pinned;
        std::shared_ptr<const PlanRecord> record;
        std::vector<PlanRow> rows;
        Selection selection;
    };
    Content content() const { return {setup_, pinned_, record_, rows_, selection_}; }
    /// Replaces everything and forgets the undo history. `recovered`: unsaved work of a crashed session.
    void load(Content content, const QString& path, bool recovered = false);
    /// `index`: of the undo stack when it was written; edits made since keep the document modified.
    void markSaved(const QString& path, int index);

signals:
    void setupChanged(pipette::PlanDocument::Part part);
    void planChanged(); ///< other rows
    void rowChanged(int row);
    void evaluationNeeded(int row); ///< its mapping has changed
    void selectionChanged();
    void modifiedChanged();
    void loaded(); ///< everything is another document's

private:
    friend struct DocumentAccess; // the undo commands' way in
    void changed();

    Setup setup_;
    std::vector<int> pinned_;
    std::shared_ptr<const PlanRecord> record_;
    std::vector<PlanRow> rows_;
    std::optional<std::vector<PlanRow>> live_;
    Selection selection_;
    QUndoStack undo_;
    QString path_;
    std::uint64_t revision_ = 0;
    bool recovered_ = false;
};

/// The rows of a plan as found: ours, then the baselines.
std::vector<PlanRow> rows_of(const std::shared_ptr<const PlanRecord>& record);

} // namespace pipette
