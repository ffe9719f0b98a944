// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "widgets/charts/split_text.h"
#include "widgets/plans/candidates_model.h"
#include "widgets/theme/plain_text.h"

#include <QString>

#include <memory>

namespace pipette {

/// One of the plans that are held against each other, perhaps of different clusters and models.
struct ComparedPlan {
    QString name; ///< what a person calls it, or who planned it
    std::shared_ptr<const Candidate> candidate;
    std::shared_ptr<const Cluster> cluster = nullptr; ///< null members: not told
    std::shared_ptr<const TransformerModel> model = nullptr;
    std::shared_ptr<const TrainingJob> job = nullptr;
    int row = -1; ///< among the document's candidates; -1: a scenario

    bool operator==(const ComparedPlan&) const = default; ///< what is shared by identity
    QString title() const { return name + QStringLiteral(": ") + splitLine(short_name(candidate->config)); }
};

/// A candidate of the document's table.
inline ComparedPlan comparedCandidate(std::shared_ptr<const Candidate> candidate) {
    return {plannerTitle(candidate->planner), std::move(candidate)};
}

} // namespace pipette
