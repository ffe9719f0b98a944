// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "widgets/answer/answer.h"
#include "widgets/plans/shown.h"

#include <QStringList>

#include <memory>

namespace pipette {

/// What the answer of a plan is made from.
struct PlanAnswered {
    Shown shown;                                 ///< the candidate on the board
    std::shared_ptr<const Candidate> host_order; ///< the best in host order; null: there is none
    bool stopped = false;                        ///< before the search had tried all
    int ties = 0;                                ///< plans that cannot be told from the best, with it
    QStringList assumptions;                     ///< of the plan
    QString earlier; ///< says of which other setup it is; empty: of the one that is entered
};

/// Needs a candidate and its cluster.
Answer answerOf(const PlanAnswered& plan);

/// Before there is a plan: what to do next.
enum class NextStep { open_cluster, choose_model, plan };
Answer unplannedAnswer(NextStep next);

/// A search has ended without a candidate: what kept the nearest configuration out.
Answer nothingFoundAnswer(const Plan& plan);

/// While a search runs. `best_s` 0: nothing found yet; `left_s` < 0: not known.
struct SearchNow {
    QString step;
    double done = -1, best_s = 0, left_s = -1;
};
Answer searchAnswer(const SearchNow& now);

} // namespace pipette
