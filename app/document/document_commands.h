// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"

#include <QUndoCommand>

namespace pipette {

/// A step of the undo stack. Steps hold the small delta (the value of one part that is not in the document
/// now, or the moved ranks), never computed results; a plan is held by pointer.
class DocumentCommand : public QUndoCommand {
protected:
    DocumentCommand(PlanDocument& document, const QString& name)
        : QUndoCommand(name), document_(document), state_(document.state_) {}
    /// The plan, or what plans are made of, has changed: to be called before any signal.
    void changed() { document_.changed(); }
    /// A part has changed.
    void tell(DocumentPart part);
    /// Other rows: the new times of those that were put aside before the answer came are asked for again.
    void askForWaiting();

    PlanDocument& document_;
    DocumentState& state_;
};

/// A value of a part. Edits of the same part that follow each other become one where they are typed.
template <DocumentPart part>
class SetPartCommand : public DocumentCommand {
public:
    SetPartCommand(PlanDocument& document, PartValue<part> value, const QString& name)
        : DocumentCommand(document, name), other_(std::move(value)) {}

    void undo() override { swap(); }
    void redo() override { swap(); }
    int id() const override {
        using enum DocumentPart;
        const bool typed = part == model || part == job || part == limits || part == budget;
        return typed ? static_cast<int>(part) : -1;
    }
    bool mergeWith(const QUndoCommand*) override {
        setObsolete(other_ == part_of<part>(state_));
        return true;
    }

private:
    void swap() {
        std::swap(other_, part_of<part>(state_));
        tell(part);
    }

    PartValue<part> other_;
};

/// A candidate that a person or an annealing has changed: ranks go to other GPUs, layers to other stages.
class EditRowCommand : public DocumentCommand {
public:
    EditRowCommand(PlanDocument& document, int row, std::vector<RankMove> moves, std::vector<int> layers,
                   const QString& name, std::shared_ptr<const Candidate> evaluated);
    void undo() override;
    void redo() override;

private:
    /// `edited`: the row's candidate after the edit, its times still those before.
    void put(std::shared_ptr<Candidate> edited, const std::shared_ptr<const Candidate>& evaluated);
    std::shared_ptr<Candidate> now() const;

    int row_;
    std::vector<RankMove> moves_;
    std::vector<int> other_layers_;              ///< of each chunk
    std::shared_ptr<const Candidate> evaluated_; ///< spares the first evaluation only; not kept
};

/// Another plan in the place of the one before, with the edits made on that.
class SetPlanCommand : public DocumentCommand {
public:
    SetPlanCommand(PlanDocument& document, std::shared_ptr<const PlanTable> table, const QString& name);
    void undo() override { swap(); }
    void redo() override { swap(); }

private:
    void swap();

    std::shared_ptr<const PlanTable> other_;
    Selection other_selection_;
};

/// Another document in the place of the one before, but for what was found.
class ReplaceCommand : public DocumentCommand {
public:
    ReplaceCommand(PlanDocument& document, DocumentState next, const QString& name)
        : DocumentCommand(document, name), other_(std::move(next)) {}
    void undo() override { swap(); }
    void redo() override { swap(); }

private:
    void swap();

    DocumentState other_;
};

} // namespace pipette
