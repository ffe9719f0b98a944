// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/document_state.h"

#include "app/document/document_study.h"

#include <algorithm>
#include <utility>

namespace pipette {

void Findings::note(std::shared_ptr<const StudyAnswer> found) {
    constexpr std::size_t most = 64; // those of studies that nobody sees any more go first
    std::erase_if(answers, [&](const auto& known) {
        return known->is_of(found->of, found->estimator, found->calibration);
    });
    answers.push_back(std::move(found));
    if (answers.size() > most)
        answers.erase(answers.begin());
}

std::vector<int> DocumentState::excludedGpus() const {
    std::vector<int> excluded = setup.faults.excluded_gpus;
    if (const auto made = record())
        excluded.insert(excluded.end(), made->plan.inputs.faults.excluded_gpus.begin(),
                        made->plan.inputs.faults.excluded_gpus.end());
    std::sort(excluded.begin(), excluded.end());
    excluded.erase(std::unique(excluded.begin(), excluded.end()), excluded.end());
    return excluded;
}

Shown DocumentState::shown(const PlanTable& table, int row) const {
    Shown shown = table.shown(row);
    if (!shown.cluster) { // nothing planned
        shown.cluster = setup.cluster;
        shown.model = std::make_shared<TransformerModel>(setup.model);
        shown.job = std::make_shared<TrainingJob>(setup.job);
    }
    shown.pinned_gpus = pinned;
    shown.excluded_gpus = setup.faults.excluded_gpus;
    return shown;
}

std::shared_ptr<const StudyAnswer> DocumentState::answerOf(const StudyDocument& study) const {
    for (const auto& known : found.answers)
        if (known->is_of(study, setup.estimator, setup.calibration))
            return known;
    return nullptr;
}

std::optional<Headroom> DocumentState::headroom() const {
    if (found.headroom && found.headroom->setup == setup)
        return found.headroom->headroom;
    return record() && !outdated() ? record()->plan.headroom : std::nullopt;
}

DocumentState state_of(const std::shared_ptr<const PlanRecord>& record) {
    DocumentState state;
    state.setup = record->setup;
    state.planned = std::make_shared<const PlanTable>(record);
    state.selection.candidate = state.planned->count() == 0 ? -1 : 0;
    return state;
}

} // namespace pipette
