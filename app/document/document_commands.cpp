// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_commands.h"

#include <utility>

namespace pipette {

void DocumentCommand::tell(DocumentPart part) {
    if (part == DocumentPart::scenarios || part == DocumentPart::studies)
        ++document_.revision_;
    else
        changed();
    emit document_.partChanged(part);
}

void DocumentCommand::askForWaiting() {
    const std::vector<PlanRow>& rows = state_.planned->rows();
    for (std::size_t row = 0; row < rows.size(); ++row)
        if (rows[row].waiting)
            emit document_.evaluationNeeded(static_cast<int>(row));
}

EditRowCommand::EditRowCommand(PlanDocument& document, int row, std::vector<RankMove> moves,
                               std::vector<int> layers, const QString& name,
                               std::shared_ptr<const Candidate> evaluated)
    : DocumentCommand(document, name),
      row_(row),
      moves_(std::move(moves)),
      other_layers_(std::move(layers)),
      evaluated_(std::move(evaluated)) {}

std::shared_ptr<Candidate> EditRowCommand::now() const {
    return std::make_shared<Candidate>(*state_.planned->row(row_)->current);
}

void EditRowCommand::undo() {
    auto edited = now();
    edited->mapping = moved_back(std::move(edited->mapping), moves_);
    put(std::move(edited), nullptr);
}

void EditRowCommand::redo() {
    auto edited = now();
    edited->mapping = moved(std::move(edited->mapping), moves_);
    put(std::move(edited), std::exchange(evaluated_, nullptr));
}

void EditRowCommand::put(std::shared_ptr<Candidate> edited,
                         const std::shared_ptr<const Candidate>& evaluated) {
    std::swap(edited->config.layers_per_stage, other_layers_);
    const auto is_edited = [&](const std::shared_ptr<const Candidate>& candidate) {
        return candidate && candidate->mapping == edited->mapping && candidate->config == edited->config;
    };
    PlanRow line = *state_.planned->row(row_);
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
    state_.planned = std::make_shared<const PlanTable>(state_.planned->with(row_, std::move(line)));
    changed();
    emit document_.rowChanged(row_);
    if (waiting)
        emit document_.evaluationNeeded(row_);
}

SetPlanCommand::SetPlanCommand(PlanDocument& document, std::shared_ptr<const PlanTable> table,
                               const QString& name)
    : DocumentCommand(document, name), other_(std::move(table)) {
    other_selection_.candidate = other_->count() == 0 ? -1 : 0;
}

void SetPlanCommand::swap() {
    std::swap(state_.planned, other_);
    const Selection next = std::exchange(other_selection_, state_.selection);
    changed();
    emit document_.planChanged();
    askForWaiting();
    document_.select(next);
}

void ReplaceCommand::swap() {
    std::swap(state_.found, other_.found);
    std::swap(state_, other_);
    const Selection next = std::exchange(state_.selection, other_.selection);
    changed();
    emit document_.loaded();
    document_.select(next);
    askForWaiting();
}

} // namespace pipette
