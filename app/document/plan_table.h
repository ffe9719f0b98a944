// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "widgets/plans/shown.h"

#include <memory>
#include <vector>

namespace pipette {

class MemoryEstimator;

/// What a person enters: all that a plan is made from.
struct Setup : PlanInputs {
    /// Trained on a person's own runs: judges the memory of jobs of its framework in the place of what comes
    /// with the program. Null: none.
    std::shared_ptr<const MemoryEstimator> estimator;
    /// Fitted to a person's own runs: times are computed with it in the place of what comes with the program.
    /// Null: none.
    std::shared_ptr<const Calibration> calibration;
    bool operator==(const Setup&) const = default; ///< estimator and calibration by identity

    bool complete() const {
        return cluster && model.layers > 0 && job.global_batch > 0 && job.sequence_length > 0;
    }
};

/// What was entered for a plan with those inputs: where its search began and what it held in place are the
/// plan's alone, and neither estimator nor calibration is among them.
Setup setup_of(const PlanInputs& inputs);

/// What candidates are found on; never changed once made.
struct PlanBasis {
    Setup setup;                            ///< what the person had entered when the search began
    std::shared_ptr<const Cluster> cluster; ///< with the degraded links applied: what the views show
    /// What the plan's times came from: edits and timelines are of the same figures. Null: the program's own
    /// calibration.
    std::shared_ptr<const Calibration> calibration = nullptr;
};

/// The basis of a search that begins now. Where links are degraded the cluster is copied: call it on a
/// worker.
PlanBasis basis_of(const Setup& setup);

/// A search's result and what it was made from; never changed once made.
struct PlanRecord : PlanBasis {
    Plan plan;
};

/// The record of a plan that was made on `basis`. Its calibration is the one that the plan holds.
std::shared_ptr<const PlanRecord> record_of(Plan plan, const PlanBasis& basis);

/// One line of the candidate table.
struct PlanRow {
    std::shared_ptr<const Candidate> planned; ///< as the search found it
    std::shared_ptr<const Candidate> current; ///< with a person's edits; the mapping is always right,
    bool waiting = false;                     ///< its times and memory are still those of the mapping before
    bool edited() const { return current != planned; }
};

/// The rows of a plan as found: ours, then the baselines.
std::vector<PlanRow> rows_of(const std::shared_ptr<const PlanRecord>& record);

/// Rows together with what all of them were found on: one value, never changed once made. Whoever holds rows
/// holds their own cluster, model and job with them, whatever the document has become meanwhile.
class PlanTable {
public:
    PlanTable() = default; ///< nothing planned
    PlanTable(std::shared_ptr<const PlanRecord> record, std::vector<PlanRow> rows);
    explicit PlanTable(const std::shared_ptr<const PlanRecord>& record)
        : PlanTable(record, rows_of(record)) {}
    /// What a running search has found so far.
    PlanTable(std::shared_ptr<const PlanBasis> basis, std::vector<PlanRow> rows);

    const std::shared_ptr<const PlanBasis>& basis() const { return basis_; }    ///< null: nothing planned
    const std::shared_ptr<const PlanRecord>& record() const { return record_; } ///< null, too, while live
    const std::vector<PlanRow>& rows() const { return rows_; }
    int count() const { return static_cast<int>(rows_.size()); }
    bool live() const { return basis_ && !record_; } ///< of a running search: not editable
    /// Null: there is no such row.
    const PlanRow* row(int number) const;
    /// The same table with another row in the place of `number`.
    PlanTable with(int number, PlanRow row) const;
    /// Cluster, model, job and the candidate of the row, if there is one; all null when nothing is planned.
    Shown shown(int number) const;

private:
    std::shared_ptr<const PlanBasis> basis_;
    std::shared_ptr<const PlanRecord> record_;
    std::vector<PlanRow> rows_;
};

/// A row as it is edited: its table and the candidate stay what they are while the document goes on.
struct EditedRow {
    std::shared_ptr<const PlanTable> table;
    int row = -1;
    std::shared_ptr<const Candidate> candidate;
    explicit operator bool() const { return candidate != nullptr; }
};

/// A fresh evaluation of a row's candidate, with what the evaluation does not know: who proposed the row, and
/// whether it still ties with the best.
std::shared_ptr<const Candidate> evaluated_of(Candidate fresh, const PlanTable& table, int row);

} // namespace pipette
