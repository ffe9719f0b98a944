// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/file_stamp.h"
#include "app/document/plan_table.h"
#include "app/document/scenario.h"
#include "app/document/study_list.h"
#include "core/plan/edits/mapping_edit.h"
#include "widgets/plans/selection.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <cstdint>
#include <memory>
#include <vector>

namespace pipette {

struct DocumentStudy;
struct StudyAnswer;
struct StudyDocument;

/// The one document: what a person entered, the plan, the edits on it, and what is selected. Every change but
/// the selection goes through the undo stack. Signals are small: they say which part changed.
class PlanDocument : public QObject {
    Q_OBJECT

public:
    enum class Part { cluster, model, job, limits, budget, faults, estimator, calibration, pins };
    Q_ENUM(Part)

    explicit PlanDocument(QObject* parent = nullptr);
    ~PlanDocument() override;

    const Setup& setup() const { return setup_; }
    const std::vector<int>& pinnedGpus() const { return pinned_; }
    /// What the views show: the rows of a running search, else those of the plan. Never null.
    std::shared_ptr<const PlanTable> table() const { return live_ ? live_ : planned_; }
    const std::vector<PlanRow>& rows() const { return live_ ? live_->rows() : planned_->rows(); }
    bool live() const { return live_ != nullptr; } ///< rows are those of a running search: not editable
    std::shared_ptr<const PlanRecord> record() const { return planned_->record(); } ///< null: not planned yet
    bool outdated() const { return record() && record()->setup != setup_; }
    const Scenarios& scenarios() const { return scenarios_; }
    const StudyList& studies() const { return studies_; }
    std::shared_ptr<const DocumentStudy> study() const { return studies_.current(); } ///< null: none
    QUndoStack& undoStack() { return undo_; }
    std::uint64_t revision() const {
        return revision_;
    } ///< grows with every change of a value, scenario or study
    bool modified() const { return !undo_.isClean() || stray_; }
    const DocumentFile& file() const { return file_; }
    QString path() const { return file_.path; } ///< empty: never saved
    QString title() const;                      ///< file name, or the cluster's

    const Selection& selection() const { return selection_; }
    /// What is not there, a row, GPU, device or replica, is left out.
    void select(const Selection& selection);
    /// What every view shows: the selected row over the cluster it was planned on.
    Shown shown() const { return shown(selection_.candidate); }
    Shown shown(int row) const;
    /// GPUs that edits must not use: those that are excluded now, and those that the plan was made without.
    std::vector<int> excludedGpus() const;
    MappingRules rules() const { return {pinned_, excludedGpus()}; }

    // Edits. Each is one undoable step, and none when nothing changes.
    void setCluster(std::shared_ptr<const Cluster> cluster); ///< puts the plan aside: its GPUs are gone
    void setModel(const TransformerModel& model);
    void setJob(const TrainingJob& job);
    void setLimits(const SearchLimits& limits);
    void setBudget(const AnnealingBudget& budget);
    void setFaults(const Faults& faults, const QString& what);
    /// The same cluster with other known faults: puts the plan aside, keeps pins and faults of the setup.
    void setKnownFaults(std::shared_ptr<const Cluster> cluster, const QString& what);
    void setEstimator(std::shared_ptr<const MemoryEstimator> estimator);
    void setCalibration(std::shared_ptr<const Calibration> calibration, const QString& what);
    /// Of the two that follow: GPUs that the cluster does not have are left out.
    void setPinned(const std::vector<int>& gpus, bool pinned);
    void setExcluded(const std::vector<int>& gpus, bool excluded);
    /// Throws std::invalid_argument for a plan on another cluster than the document's.
    void setPlan(std::shared_ptr<const PlanRecord> record);
    /// `evaluated`: the candidate after the moves where it is known already, else null and it is asked for.
    void moveRanks(int row, std::vector<RankMove> moves, const QString& what,
                   std::shared_ptr<const Candidate> evaluated = nullptr);

    /// Another split of the layers over the chunks of the row's pipeline. `evaluated` as above.
    void setLayers(int row, std::vector<int> layers_per_stage, const QString& what,
                   std::shared_ptr<const Candidate> evaluated = nullptr);

    /// Scenarios and studies change nothing of the plan: what runs goes on.
    void setScenarios(Scenarios scenarios, const QString& what);
    void setStudies(StudyList studies, const QString& what);
    /// In the place of the open one.
    void setStudy(const DocumentStudy& study, const QString& what) {
        setStudies(with_open(studies_, study), what);
    }
    /// As the selection, which study is open is no edit.
    void openStudy(int number);
    /// What was found for a study, kept and saved with it: no edit.
    void noteStudy(std::shared_ptr<const StudyAnswer> found);
    /// Of that study with what the document has learned of its own runs; null: nothing was found.
    std::shared_ptr<const StudyAnswer> answerOf(const StudyDocument& study) const;

    /// What was found for a setup, kept and saved as long as that is what is entered or planned: no edit.
    struct FoundHeadroom {
        Setup setup;
        Headroom headroom;
    };
    void noteHeadroom(std::shared_ptr<const FoundHeadroom> found) { headroom_ = std::move(found); }
    /// Of what is entered; empty: not found, or of something else.
    std::optional<Headroom> headroom() const;

    /// New times for a row; dropped when it shows another mapping or plan meanwhile.
    void setEvaluated(int row, const PlanRecord* of, std::shared_ptr<const Candidate> candidate);

    /// A running search shows what it has found so far, until endLive or any change of a value.
    void showLive(PlanTable found);
    void endLive();

    // Whole documents.
    struct Content {
        Setup setup;
        std::vector<int> pinned;
        std::shared_ptr<const PlanRecord> record;
        std::vector<PlanRow> rows;
        Selection selection;
        Scenarios scenarios;
        StudyList studies;
        std::vector<std::shared_ptr<const StudyAnswer>> answers;
        std::shared_ptr<const FoundHeadroom> headroom; ///< null: none but the plan's own
    };
    Content content() const {
        return {setup_,     pinned_,  record(), planned_->rows(), selection_,
                scenarios_, studies_, answers_, headroom_};
    }
    enum class Origin { file, recovered };
    /// Replaces everything and forgets the undo history. What was recovered from a crashed session lies in no
    /// file yet. Throws std::invalid_argument for a plan on another cluster than that of the setup.
    void load(Content content, const DocumentFile& file, Origin origin = Origin::file);
    /// The document's file has been read again: one step that undo takes back.
    void reload(Content content, const DocumentFile& file);
    /// Goes on from another setup and its plan: one step that undo takes back. The scenarios and the studies
    /// stay what they are.
    void takeUp(Content content, const QString& what);
    /// `index`: of the undo stack when it was written; edits made since keep the document modified.
    void markSaved(const DocumentFile& file, int index);
    /// Its file has been changed or deleted by somebody else: what the document holds lies in no file.
    void markStray();

signals:
    /// Comes before all others: some value has changed, whatever changed it, and what was asked of the values
    /// before is old.
    void revised();
    void setupChanged(pipette::PlanDocument::Part part);
    void planChanged(); ///< other rows
    void rowChanged(int row);
    void evaluationNeeded(int row); ///< its mapping or its layers have changed
    void scenariosChanged();
    void studyChanged(); ///< another study is open, or there are other ones
    void selectionChanged();
    void modifiedChanged();
    void loaded(); ///< everything is another document's

private:
    friend struct DocumentAccess; // the undo commands' way in
    void changed();
    void askForWaiting();
    Selection there(Selection selection) const;         ///< without what is not there
    std::vector<int> here(std::vector<int> gpus) const; ///< those that the cluster has

    Setup setup_;
    std::vector<int> pinned_;
    std::shared_ptr<const PlanTable> planned_; ///< never null; on the cluster of the setup
    std::shared_ptr<const PlanTable> live_;    ///< null: no search runs
    Scenarios scenarios_;
    StudyList studies_;
    std::vector<std::shared_ptr<const StudyAnswer>> answers_; ///< also of studies that undo brings back
    std::shared_ptr<const FoundHeadroom> headroom_;           ///< null: none
    Selection selection_;
    QUndoStack undo_;
    DocumentFile file_;
    std::uint64_t revision_ = 0;
    bool stray_ = false;
};

} // namespace pipette
