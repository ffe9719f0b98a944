// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_document.h"
#include "app/document/planner_calls.h"
#include "app/jobs/jobs.h"
#include "widgets/cluster/gpus/move_requests.h"

#include <QObject>

#include <cstdint>
#include <optional>

namespace pipette {

class Planning;

/// What hands do to a plan: GPUs, nodes, groups and layers carried elsewhere, priced on a worker before it is
/// done. Answers are dropped when the document has moved on.
class HandEdits : public QObject {
    Q_OBJECT

public:
    /// `planning`: while it searches, nothing can be edited.
    HandEdits(PlanDocument& document, const Planning& planning, Mailbox& mailbox, PlannerCalls calls,
              QObject* parent = nullptr);
    bool idle() const { return !worker_.busy(); }

    /// What dropping would do; answered by previewReady, at once when it is refused. Only the newest question
    /// counts.
    void previewMove(const pipette::MoveIntent& move);
    /// What another split of the layers would do to the selected row; it comes with the candidate that would
    /// be.
    void previewLayers(const std::vector<int>& layers_per_stage);
    /// Does it: one undoable step, or refused with the reason.
    void move(const pipette::MoveIntent& move);
    void setLayers(const std::vector<int>& layers_per_stage);

signals:
    void previewReady(const pipette::DropPreview& preview);
    /// To previewLayers(), where that is allowed.
    void layersPreviewed(const std::shared_ptr<const pipette::Candidate>& candidate);
    void refused(const QString& why);

private:
    /// A change by hand, of the mapping or of the layers.
    struct Edit {
        bool allowed = false;
        std::string text;            ///< what it would do, or why not
        std::vector<RankMove> moves; ///< empty: ranks stay
        std::vector<int> layers;     ///< of each chunk; empty: chunks keep their layers
        bool operator==(const Edit&) const = default;
    };

    Edit moveEdit(const EditedRow& on, const MoveIntent& move) const;
    static Edit layerEdit(const EditedRow& on, const std::vector<int>& layers_per_stage);
    /// `carried`: what moves; of a group the answer tells more.
    void preview(const EditedRow& on, const Edit& edit, const Carried& carried = {});
    void apply(const EditedRow& on, const Edit& edit);
    /// The selected row edited, or refused while there is none to edit.
    template <class EditOf>
    void applyToSelected(const EditOf& edit_of_row);
    void forgetAnswer();

    PlanDocument& document_;
    const Planning& planning_;
    PlannerCalls calls_;
    std::uint64_t preview_ = 0; ///< number of the newest question
    struct Answer {
        std::shared_ptr<const Candidate> of; ///< what the edit was asked of
        Edit edit;
        std::shared_ptr<const Candidate> candidate;
        bool allowed = false;
        std::string text;
    };
    std::optional<Answer> answer_; ///< to the newest question: a drop on it needs no second evaluation
    Worker worker_;                ///< ends first
};

} // namespace pipette
