// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document_commands.h"

#include <utility>

namespace pipette {

void DocumentAccess::set(PlanDocument& document, const std::shared_ptr<const Cluster>& value) {
    document.setup_.cluster = value;
    document.changed();
    emit document.setupChanged(PlanDocument::Part::cluster);
}

void DocumentAccess::set(PlanDocument& document, const TransformerModel& value) {
    document.setup_.model = value;
    document.changed();
    emit document.setupChanged(PlanDocument::Part::model);
}

void DocumentAccess::set(PlanDocument& document, const TrainingJob& value) {
    document.setup_.job = value;
    document.changed();
    emit document.setupChanged(PlanDocument::Part::job);
}

void DocumentAccess::set(PlanDocument& document, const SearchLimits& value) {
    document.setup_.limits = value;
    document.changed();
    emit document.setupChanged(PlanDocument::Part::limits);
}

void DocumentAccess::set(PlanDocument& document, const AnnealingBudget& value) {
    document.setup_.budget = value;
    document.changed();
    emit document.setupChanged(PlanDocument::Part::budget);
}

void DocumentAccess::set(PlanDocument& document, const Faults& value) {
    document.setup_.faults = value;
    document.changed();
    emit document.setupChanged(PlanDocument::Part::faults);
}

void DocumentAccess::set(PlanDocument& document, const std::shared_ptr<const MemoryEstimator>& value) {
    document.setup_.estimator = value;
    document.changed();
    emit document.setupChanged(PlanDocument::Part::estimator);
}

void DocumentAccess::set(PlanDocument& document, const std::vector<int>& pinned) {
    document.pinned_ = pinned;
    document.changed();
    emit document.setupChanged(PlanDocument::Part::pins);
}

void DocumentAccess::set(PlanDocument& document, std::shared_ptr<const PlanRecord> record,
                         std::vector<PlanRow> rows) {
    document.live_.reset();
    document.record_ = std::move(record);
    document.rows_ = std::move(rows);
    document.changed();
    emit document.planChanged();
    for (int row = 0; row < static_cast<int>(document.rows_.size()); ++row)
        if (document.rows_[static_cast<std::size_t>(row)].waiting)
            emit document.evaluationNeeded(row); // the plan was put aside before the answer came
}

void DocumentAccess::setMapping(PlanDocument& document, int row, RankMapping mapping,
                                const std::shared_ptr<const Candidate>& evaluated) {
    PlanRow& line = document.rows_[static_cast<std::size_t>(row)];
    if (mapping == line.planned->mapping) {
        line.current = line.planned;
        line.waiting = false;
    } else if (evaluated && evaluated->mapping == mapping) {
        line.current = evaluated;
        line.waiting = false;
    } else {
        auto next = std::make_shared<Candidate>(*line.current);
        next->mapping = std::move(mapping);
        line.current = std::move(next);
        line.waiting = true;
    }
    document.changed();
    emit document.rowChanged(row);
    if (line.waiting)
        emit document.evaluationNeeded(row);
}

MoveRanksCommand::MoveRanksCommand(PlanDocument& document, int row, std::vector<RankMove> moves,
                                   const QString& text, std::shared_ptr<const Candidate> evaluated)
    : QUndoCommand(text),
      document_(document),
      row_(row),
      moves_(std::move(moves)),
      evaluated_(std::move(evaluated)) {}

void MoveRanksCommand::undo() {
    const RankMapping& now = document_.rows()[static_cast<std::size_t>(row_)].current->mapping;
    DocumentAccess::setMapping(document_, row_, moved_back(now, moves_), nullptr);
}

void MoveRanksCommand::redo() {
    const RankMapping& now = document_.rows()[static_cast<std::size_t>(row_)].current->mapping;
    DocumentAccess::setMapping(document_, row_, moved(now, moves_), std::exchange(evaluated_, nullptr));
}

SetPlanCommand::SetPlanCommand(PlanDocument& document, std::shared_ptr<const PlanRecord> record,
                               const QString& text)
    : QUndoCommand(text), document_(document) {
    other_.rows = rows_of(record);
    other_.selection.candidate = other_.rows.empty() ? -1 : 0;
    other_.record = std::move(record);
}

void SetPlanCommand::undo() {
    swap();
}
void SetPlanCommand::redo() {
    swap();
}

void SetPlanCommand::swap() {
    const PlanDocument::Content now = document_.content();
    const Side next = std::exchange(other_, Side{now.record, now.rows, now.selection});
    DocumentAccess::set(document_, next.record, next.rows);
    document_.select(next.selection);
}

} // namespace pipette
