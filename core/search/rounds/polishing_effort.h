// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/search/rounds/config_search.h"

#include <cstddef>
#include <vector>

namespace pipette {

/// One round of successive halving.
struct PolishingRound {
    std::size_t configs; ///< how many configurations take part, the fastest
    int chains_share;    ///< a configuration gets the budget's chains divided by this number
    long moves;          ///< moves of each chain
};
/// The first round improves every row of the table. The later rounds improve the rows that may be the first.
inline constexpr PolishingRound first_rounds[]{
    {20, 2, 12'500}, {6, 2, 25'000}, {3, 1, 50'000}, {3, 1, 100'000}};
/// As many rounds as the budget's moves pay for, one at least. None depends on those after it, so a plan with
/// more moves begins as that with fewer.
std::vector<PolishingRound> polishing_rounds(const AnnealingBudget& budget);

/// The effort for one configuration that is improved by itself.
Effort polishing(const AnnealingBudget& budget, const ParallelConfig& config, int gpus_of_node);
/// The budget of one chain of an effort. Chains are blurred by none, half, or all of `blur_s`: how much is
/// right depends on how many links a pipeline adds up, and the snapshots tell which of the chains did best.
ChainBudget budget_of(const Effort& effort, double blur_s, int chain);

/// The effort for a configuration in this round.
Effort effort_of(const PolishingRound& round, const AnnealingBudget& budget, const ParallelConfig& config,
                 int gpus_of_node);
/// How many moves a slow chain makes; 0: the configuration gets no slow chain. Where groups of a stage
/// exchange over many blocks, short cycles end far from the best placement. One slow cooling from hot ends
/// nearer to it.
long slow_moves(const PolishingRound& round, const ParallelConfig& config);
/// How many plain chains one configuration gets in a round.
int chains_a_config(const PolishingRound& round, const AnnealingBudget& budget);
/// What share of all rounds' work one of them is, for the progress.
double share_of(const PolishingRound& round, const std::vector<PolishingRound>& all,
                const AnnealingBudget& budget);

} // namespace pipette
