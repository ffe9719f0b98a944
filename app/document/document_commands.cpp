// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_commands.h"

#include <utility>

namespace pipette {

template <class Value>
void DocumentAccess::put(PlanDocument& document, Value& place, const Value& value, PlanDocument::Part part) {
    place = value;
    document.changed();
    emit document.setupChanged(part);
}

void DocumentAccess::set(PlanDocument& document, const std::shared_ptr<const Cluster>& value) {
    put(document, document.setup_.cluster, value, PlanDocument::Part::cluster);
}

void DocumentAccess::set(PlanDocument& document, const TransformerModel& value) {
    put(document, document.setup_.model, value, PlanDocument::Part::model);
}

void DocumentAccess::set(PlanDocument& document, const TrainingJob& value) {
    put(document, document.setup_.job, value, PlanDocument::Part::job);
}

void DocumentAccess::set(PlanDocument& document, const SearchLimits& value) {
    put(document, document.setup_.limits, value, PlanDocument::Part::limits);
}

void DocumentAccess::set(PlanDocument& document, const AnnealingBudget& value) {
    put(document, document.setup_.budget, value, PlanDocument::Part::budget);
}

void DocumentAccess::set(PlanDocument& document, const Faults& value) {
    put(document, document.setup_.faults, value, PlanDocument::Part::faults);
}

void DocumentAccess::set(PlanDocument& document, const std::shared_ptr<const MemoryEstimator>& value) {
    put(document, document.setup_.estimator, value, PlanDocument::Part::estimator);
}

void DocumentAccess::set(PlanDocument& document, const std::shared_ptr<const Calibration>& value) {
    put(document, document.setup_.calibration, value, PlanDocument::Part::calibration);
}

void DocumentAccess::set(PlanDocument& document, const std::vector<int>& pinned) {
    put(document, document.pinned_, pinned, PlanDocument::Part::pins);
}

void DocumentAccess::set(PlanDocument& document, const Scenarios& scenarios) {
    document.scenarios_ = scenarios;
    ++document.revision_;
    emit document.scenariosChanged();
}

void DocumentAccess::set(PlanDocument& document, const StudyList& studies) {
    document.studies_ = studies;
    ++document.revision_;
    emit document.studyChanged();
}

std::shared_ptr<const PlanTable> DocumentAccess::planned(const PlanDocument& document) {
    return document.planned_;
}

void DocumentAccess::set(PlanDocument& document, std::shared_ptr<const PlanTable> table) {
    document.planned_ = std::move(table);
    document.changed();
    emit document.planChanged();
    document.askForWaiting();
}

DocumentAccess::Everything DocumentAccess::exchange(PlanDocument& document, Everything next) {
    Everything before{std::exchange(document.setup_, std::move(next.setup)),
                      std::exchange(document.pinned_, std::move(next.pinned)),
                      std::exchange(document.planned_, std::move(next.table)),
                      document.selection_,
                      std::exchange(document.scenarios_, std::move(next.scenarios)),
                      std::exchange(document.studies_, std::move(next.studies))};
    document.changed();
    emit document.loaded();
    document.select(next.selection);
    document.askForWaiting();
    return before;
}

void DocumentAccess::setMapping(PlanDocument& document, int row, RankMapping mapping,
                                const std::shared_ptr<const Candidate>& evaluated) {
    auto edited = std::make_shared<Candidate>(*document.planned_->row(row)->current);
    edited->mapping = std::move(mapping);
    setCurrent(document, row, std::move(edited), evaluated);
}

void DocumentAccess::setLayers(PlanDocument& document, int row, const std::vector<int>& layers_per_stage,
                               const std::shared_ptr<const Candidate>& evaluated) {
    auto edited = std::make_shared<Candidate>(*document.planned_->row(row)->current);
    edited->config.layers_per_stage = layers_per_stage;
    setCurrent(document, row, std::move(edited), evaluated);
}

void DocumentAccess::setCurrent(PlanDocument& document, int row, std::shared_ptr<Candidate> edited,
                                const std::shared_ptr<const Candidate>& evaluated) {
    const auto is_edited = [&](const std::shared_ptr<const Candidate>& candidate) {
        return candidate && candidate->mapping == edited->mapping && candidate->config == edited->config;
    };
    PlanRow line = *document.planned_->row(row);
    line.waiting = false;
    if (is_edited(line.planned)) {
        line.current = line.planned;
    } else if (is_edited(evaluated)) {
        line.current = evaluated;
    } else {
        line.current = std::move(edited);
        line.waiting = true;
    }
    const bool waiting = line.waiting;
    document.planned_ = std::make_shared<const PlanTable>(document.planned_->with(row, std::move(line)));
    document.changed();
    emit document.rowChanged(row);
    if (waiting)
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
    const auto table = DocumentAccess::planned(document_);
    const RankMapping& now = table->row(row_)->current->mapping;
    DocumentAccess::setMapping(document_, row_, moved_back(now, moves_), nullptr);
}

void MoveRanksCommand::redo() {
    const auto table = DocumentAccess::planned(document_);
    const RankMapping& now = table->row(row_)->current->mapping;
    DocumentAccess::setMapping(document_, row_, moved(now, moves_), std::exchange(evaluated_, nullptr));
}

SetLayersCommand::SetLayersCommand(PlanDocument& document, int row, std::vector<int> before,
                                   std::vector<int> after, const QString& text,
                                   std::shared_ptr<const Candidate> evaluated)
    : QUndoCommand(text),
      document_(document),
      row_(row),
      before_(std::move(before)),
      after_(std::move(after)),
      evaluated_(std::move(evaluated)) {}

void SetLayersCommand::undo() {
    DocumentAccess::setLayers(document_, row_, before_, nullptr);
}

void SetLayersCommand::redo() {
    DocumentAccess::setLayers(document_, row_, after_, std::exchange(evaluated_, nullptr));
}

SetPlanCommand::SetPlanCommand(PlanDocument& document, std::shared_ptr<const PlanTable> table,
                               const QString& text)
    : QUndoCommand(text), document_(document) {
    other_.table = table ? std::move(table) : std::make_shared<const PlanTable>();
    other_.selection.candidate = other_.table->count() == 0 ? -1 : 0;
}

void SetPlanCommand::undo() {
    swap();
}
void SetPlanCommand::redo() {
    swap();
}

void SetPlanCommand::swap() {
    Side now{DocumentAccess::planned(document_), document_.selection()};
    const Side next = std::exchange(other_, std::move(now));
    DocumentAccess::set(document_, next.table);
    document_.select(next.selection);
}

} // namespace pipette
