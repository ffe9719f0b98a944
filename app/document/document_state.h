// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/plan_table.h"
#include "app/document/scenario.h"
#include "app/document/study_list.h"
#include "core/plan/edits/mapping_edit.h"
#include "core/plan/headroom.h"
#include "widgets/plans/selection.h"

#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

namespace pipette {

struct StudyAnswer;
struct StudyDocument;

/// How far the job of a setup can be taken.
struct FoundHeadroom {
    Setup setup;
    Headroom headroom;
};

/// What was found for the studies and setups of a document: kept and saved with it, also for those that undo
/// brings back.
struct Findings {
    std::vector<std::shared_ptr<const StudyAnswer>> answers;
    std::shared_ptr<const FoundHeadroom> headroom; ///< null: none but the plan's own
    /// Takes the place of an earlier answer to the same study; the oldest answers go first.
    void note(std::shared_ptr<const StudyAnswer> found);
};

/// What a document holds: what a person entered, the plan with the edits on it, what is put aside, and what
/// is selected.
struct DocumentState {
    Setup setup;
    std::vector<int> pinned; ///< sorted GPUs
    /// The plan's own rows, also while a search shows others. Never null; on the cluster of the setup.
    std::shared_ptr<const PlanTable> planned = std::make_shared<const PlanTable>();
    Selection selection;
    Scenarios scenarios;
    StudyList studies;
    Findings found;

    std::shared_ptr<const PlanRecord> record() const { return planned->record(); } ///< null: not planned yet
    bool outdated() const { return record() && record()->setup != setup; }
    /// Sorted GPUs that edits must not use: those that are excluded now, and those that the plan was made
    /// without.
    std::vector<int> excludedGpus() const;
    MappingRules rules() const { return {pinned, excludedGpus()}; }
    /// A row of a table of this document over the cluster it was planned on; what is entered where nothing is
    /// planned.
    Shown shown(const PlanTable& table, int row) const;
    /// What was found for a study with what the document has learned of its own runs; null: nothing.
    std::shared_ptr<const StudyAnswer> answerOf(const StudyDocument& study) const;
    /// Of what is entered; empty: not found, or of something else.
    std::optional<Headroom> headroom() const;
};

/// What is edited as one value. Scenarios and studies change nothing of the plan: what runs goes on.
enum class DocumentPart {
    cluster,
    model,
    job,
    limits,
    budget,
    faults,
    estimator,
    calibration,
    pins,
    scenarios,
    studies
};

/// Where a part lies. The order is that of DocumentPart.
template <DocumentPart part, class State>
auto& part_of(State& state) {
    auto& setup = state.setup;
    return std::get<static_cast<std::size_t>(part)>(
        std::tie(setup.cluster, setup.model, setup.job, setup.limits, setup.budget, setup.faults,
                 setup.estimator, setup.calibration, state.pinned, state.scenarios, state.studies));
}
template <DocumentPart part>
using PartValue = std::remove_reference_t<decltype(part_of<part>(std::declval<DocumentState&>()))>;

/// A document that holds one plan and its setup; the first row is selected.
DocumentState state_of(const std::shared_ptr<const PlanRecord>& record);

} // namespace pipette
