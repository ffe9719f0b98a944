// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/answer/answer.h"
#include "widgets/plans/shown.h"

#include <QStringList>

namespace pipette {

/// What the answer of a plan is made from.
struct PlanAnswered {
    Shown shown;             ///< the candidate on the board
    double host_order_s = 0; ///< time of the best in host order; 0: there is none
    int ties = 0;            ///< plans that cannot be told from the best, with it
    QStringList assumptions; ///< of the plan
    QString earlier;         ///< says of which other setup it is; empty: of the one that is entered
};

/// Needs a candidate and its cluster.
Answer answerOf(const PlanAnswered& plan);

/// Before there is a plan: what to do next.
enum class NextStep { open_cluster, choose_model, plan };
Answer unplannedAnswer(NextStep next);

/// While a search runs. `best_s` 0: nothing found yet; `left_s` < 0: not known.
struct SearchNow {
    QString step;
    double done = -1, best_s = 0, left_s = -1;
};
Answer searchAnswer(const SearchNow& now);

} // namespace pipette
