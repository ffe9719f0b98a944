// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_state.h"
#include "app/document/file_stamp.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <cstdint>
#include <memory>
#include <vector>

namespace pipette {

/// The one document: its state, the steps that undo takes back, its file, and the rows of a running search.
/// Every change but the selection and what was found goes through the undo stack. Signals are small: they say
/// which part changed.
class PlanDocument : public QObject {
    Q_OBJECT

public:
    explicit PlanDocument(QObject* parent = nullptr);
    ~PlanDocument() override;

    const DocumentState& state() const { return state_; }
    const Setup& setup() const { return state_.setup; }
    const Selection& selection() const { return state_.selection; }
    /// What the views show: the rows of a running search, which are not editable, else those of the plan.
    /// Never null.
    std::shared_ptr<const PlanTable> table() const { return live_ ? live_ : state_.planned; }
    /// What every view shows: the selected row over the cluster it was planned on.
    Shown shown() const { return state_.shown(*table(), selection().candidate); }
    QUndoStack& undoStack() { return undo_; }
    /// Grows with every change of a part or of the plan.
    std::uint64_t revision() const { return revision_; }
    bool modified() const { return !undo_.isClean() || stray_; }
    const DocumentFile& file() const { return file_; }
    QString title() const; ///< file name, or the cluster's

    /// What is not there, a row, GPU, device or replica, is left out.
    void select(const Selection& selection);
    /// What was found for a study or a setup: no edit.
    Findings& findings() { return state_.found; }

    // Edits. Each is one undoable step, and none when nothing changes. A step needs no name inside a macro.
    /// Gives a part of the document another value. Throws std::invalid_argument where the value is another
    /// cluster than the plan's.
    template <DocumentPart part>
    void set(PartValue<part> value, const QString& name = {});
    /// Puts the plan aside: its GPUs are gone. Where some new GPU does not compute in the job's precision,
    /// the job gets another one.
    void setCluster(std::shared_ptr<const Cluster> cluster);
    /// Of the two that follow: GPUs that the cluster does not have are left out.
    void setPinned(const std::vector<int>& gpus, bool pinned);
    void setExcluded(const std::vector<int>& gpus, bool excluded);
    /// Null: puts the plan aside. Throws std::invalid_argument for a plan on another cluster than the
    /// document's.
    void setPlan(const std::shared_ptr<const PlanRecord>& record);
    /// Puts ranks on other GPUs, and gives the chunks of the row's pipeline these layers (empty: the chunks
    /// keep their layers). `evaluated`: the candidate after the edit; null: the document asks for its
    /// evaluation.
    void editRow(int row, std::vector<RankMove> moves, std::vector<int> layers, const QString& name,
                 std::shared_ptr<const Candidate> evaluated = nullptr);
    /// As the selection, which study is open is no edit where no study changes.
    void setStudies(StudyList studies, const QString& name);
    /// In the place of the open one.
    void setStudy(const DocumentStudy& study, const QString& name) {
        setStudies(with_open(state_.studies, study), name);
    }

    /// New times for a row; dropped when it shows another mapping or plan meanwhile.
    void setEvaluated(int row, const PlanRecord* of, std::shared_ptr<const Candidate> candidate);
    /// A running search shows what it has found so far, until endLive or any change of a value.
    void showLive(PlanTable found);
    void endLive();

    // Whole documents. They throw std::invalid_argument for a plan on another cluster than that of the setup.
    enum class Origin { file, recovered };
    /// Replaces everything and forgets the undo history. What was recovered from a crashed session lies in no
    /// file yet.
    void load(DocumentState state, const DocumentFile& file, Origin origin = Origin::file);
    /// The document's file has been read again: one step that undo takes back.
    void reload(DocumentState state, const DocumentFile& file);
    /// Goes on from a plan and its setup: one step that undo takes back. The scenarios and the studies stay
    /// what they are.
    void takeUp(const std::shared_ptr<const PlanRecord>& record, const QString& name);
    /// `index`: of the undo stack when it was written; edits made since keep the document modified.
    void markSaved(const DocumentFile& file, int index);
    /// Its file has been changed or deleted by somebody else: what the document holds lies in no file.
    void markStray();

signals:
    /// Comes before all others: some value has changed, whatever changed it, and what was asked of the values
    /// before is old.
    void revised();
    void partChanged(pipette::DocumentPart part); ///< studies: also when another one is open
    void planChanged();                           ///< other rows
    void rowChanged(int row);
    void evaluationNeeded(int row); ///< its mapping or its layers have changed
    void selectionChanged();
    void modifiedChanged();
    void loaded(); ///< everything is another document's

private:
    friend class DocumentCommand; // the undo commands' way in
    void changed();

    DocumentState state_;
    std::shared_ptr<const PlanTable> live_; ///< null: no search runs
    QUndoStack undo_;
    DocumentFile file_;
    std::uint64_t revision_ = 0;
    bool stray_ = false;
};

} // namespace pipette
