// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/rounds/polishing_effort.h"

#include <algorithm>
#include <iterator>

namespace pipette {
namespace {

/// Moves of a chain that affordable() counts for: the sum over first_rounds.
constexpr double moves_of_first_rounds = 187'500;

/// A chain ends after so many moves without a better placement.
long stagnation_of(long moves, const ParallelConfig& config) {
    return std::min(moves, 10'000L + 80L * config.blocks());
}

} // namespace

Effort effort_of(const PolishingRound& round, const AnnealingBudget& budget, const ParallelConfig& config,
                 int gpus_of_node) {
    constexpr long least = 4'000; // fewer do not warm a chain up, if it may have as many
    constexpr int for_few = 4;    // times the work where the round is of the few that may be the first
    const bool of_few = round.configs < first_rounds[0].configs;
    const long most = affordable(config, gpus_of_node, (of_few ? for_few : 1) * polishing_work);
    const double share = std::min(1.0, double(most) / moves_of_first_rounds);
    const long moves = std::min({round.moves, most, std::max(least, long(double(round.moves) * share))});
    return {chains_a_config(round, budget), moves, stagnation_of(moves, config)};
}

long slow_moves(const PolishingRound& round, const ParallelConfig& config) {
    constexpr int many_blocks = 32;
    constexpr long longer = 8;                             // times the plain chains of the round
    constexpr long most = 100'000, most_work = 128 * most; // moves times blocks
    if (!exchanges_in_groups(config) || config.blocks() < many_blocks)
        return 0;
    return std::min({longer * round.moves, most, most_work / config.blocks()});
}

int chains_a_config(const PolishingRound& round, const AnnealingBudget& budget) {
    return std::max(1, budget.chains / round.chains_share);
}

double share_of(const PolishingRound& round, const std::vector<PolishingRound>& all,
                const AnnealingBudget& budget) {
    const auto work = [&](const PolishingRound& r) { return double(r.configs) * chains_a_config(r, budget); };
    double sum = 0;
    for (const PolishingRound& other : all)
        sum += work(other);
    return work(round) / sum;
}

std::vector<PolishingRound> polishing_rounds(const AnnealingBudget& budget) {
    std::vector<PolishingRound> rounds;
    long left = budget.moves;
    for (std::size_t i = 0; i == 0 || left > 0; ++i) {
        PolishingRound round = first_rounds[std::min(i, std::size(first_rounds) - 1)];
        if (i > 0 && round.moves > left)
            break;
        round.moves = std::min(round.moves, left);
        left -= round.moves;
        rounds.push_back(round);
    }
    return rounds;
}

Effort polishing(const AnnealingBudget& budget, const ParallelConfig& config, int gpus_of_node) {
    const long moves = std::min(budget.moves, affordable(config, gpus_of_node, polishing_work));
    return {budget.chains, moves, stagnation_of(moves, config)};
}

ChainBudget budget_of(const Effort& effort, double blur_s, int chain) {
    constexpr double shares[] = {0.5, 1, 0, 0.5};
    ChainBudget budget;
    budget.moves = effort.moves, budget.stagnation = effort.stagnation;
    budget.blur_s = blur_s * shares[chain % 4];
    budget.polishes = chain % 2 == 0;
    return budget;
}

} // namespace pipette
