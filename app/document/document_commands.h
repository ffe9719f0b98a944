// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"

#include <QUndoCommand>

namespace pipette {

/// Undo commands hold the small delta (old and new value of one part, or the moved ranks), never computed
/// results; a plan is held by pointer.
struct DocumentAccess {
    static void set(PlanDocument& document, const std::shared_ptr<const Cluster>& value);
    static void set(PlanDocument& document, const TransformerModel& value);
    static void set(PlanDocument& document, const TrainingJob& value);
    static void set(PlanDocument& document, const SearchLimits& value);
    static void set(PlanDocument& document, const AnnealingBudget& value);
    static void set(PlanDocument& document, const Faults& value);
    static void set(PlanDocument& document, const std::shared_ptr<const MemoryEstimator>& value);
    static void set(PlanDocument& document, const std::shared_ptr<const Calibration>& value);
    static void set(PlanDocument& document, const std::vector<int>& pinned);
    static void set(PlanDocument& document, const Scenarios& scenarios);
    static void set(PlanDocument& document, const StudyList& studies);
    /// The plan's own rows, also while a search shows others.
    static std::shared_ptr<const PlanTable> planned(const PlanDocument& document);
    static void set(PlanDocument& document, std::shared_ptr<const PlanTable> table);
    struct Everything {
        Setup setup;
        std::vector<int> pinned;
        std::shared_ptr<const PlanTable> table;
        Selection selection;
        Scenarios scenarios;
        StudyList studies;
    };
    /// Returns what was there before.
    static Everything exchange(PlanDocument& document, Everything next);
    static void setMapping(PlanDocument& document, int row, RankMapping mapping,
                           const std::shared_ptr<const Candidate>& evaluated);
    static void setLayers(PlanDocument& document, int row, const std::vector<int>& layers_per_stage,
                          const std::shared_ptr<const Candidate>& evaluated);

private:
    /// `edited`: the row's candidate after an edit, its times still those before.
    static void setCurrent(PlanDocument& document, int row, std::shared_ptr<Candidate> edited,
                           const std::shared_ptr<const Candidate>& evaluated);
    template <class Value>
    static void put(PlanDocument& document, Value& place, const Value& value, PlanDocument::Part part);
};

/// Old and new value of one part. Edits of the same part that follow each other become one when `merge_id` is
/// not -1.
template <class Value>
class SetValueCommand : public QUndoCommand {
public:
    SetValueCommand(PlanDocument& document, Value before, Value after, const QString& text, int merge_id = -1)
        : QUndoCommand(text),
          document_(document),
          before_(std::move(before)),
          after_(std::move(after)),
          id_(merge_id) {}

    void undo() override { DocumentAccess::set(document_, before_); }
    void redo() override { DocumentAccess::set(document_, after_); }
    int id() const override { return id_; }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = dynamic_cast<const SetValueCommand*>(other);
        if (!next)
            return false;
        after_ = next->after_;
        setObsolete(after_ == before_);
        return true;
    }

private:
    PlanDocument& document_;
    Value before_, after_;
    int id_;
};

/// Ranks that go to other GPUs: a drag, "Move to...", an annealing result.
class MoveRanksCommand : public QUndoCommand {
public:
    MoveRanksCommand(PlanDocument& document, int row, std::vector<RankMove> moves, const QString& text,
                     std::shared_ptr<const Candidate> evaluated);
    void undo() override;
    void redo() override;

private:
    PlanDocument& document_;
    int row_;
    std::vector<RankMove> moves_;
    std::shared_ptr<const Candidate> evaluated_; ///< spares the first evaluation only; not kept
};

/// Layers that go to other stages: the border between two of them was dragged.
class SetLayersCommand : public QUndoCommand {
public:
    SetLayersCommand(PlanDocument& document, int row, std::vector<int> before, std::vector<int> after,
                     const QString& text, std::shared_ptr<const Candidate> evaluated);
    void undo() override;
    void redo() override;

private:
    PlanDocument& document_;
    int row_;
    std::vector<int> before_, after_;            ///< layers of each chunk
    std::shared_ptr<const Candidate> evaluated_; ///< spares the first evaluation only; not kept
};

/// Another plan in the place of the one before, with the edits made on that.
class SetPlanCommand : public QUndoCommand {
public:
    /// `table` null: none.
    SetPlanCommand(PlanDocument& document, std::shared_ptr<const PlanTable> table, const QString& text);
    void undo() override;
    void redo() override;

private:
    struct Side {
        std::shared_ptr<const PlanTable> table;
        Selection selection;
    };
    void swap();

    PlanDocument& document_;
    Side other_;
};

/// Another document in the place of the one before: its file, read again.
class ReplaceCommand : public QUndoCommand {
public:
    ReplaceCommand(PlanDocument& document, DocumentAccess::Everything next, const QString& text)
        : QUndoCommand(text), document_(document), other_(std::move(next)) {}
    void undo() override { swap(); }
    void redo() override { swap(); }

private:
    void swap() { other_ = DocumentAccess::exchange(document_, std::move(other_)); }

    PlanDocument& document_;
    DocumentAccess::Everything other_;
};

} // namespace pipette
