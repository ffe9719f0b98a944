// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cost/collective.h"

#include <vector>

namespace pipette {

/// All that the ranks of a configuration send each other, whatever its mapping: times, loads of NICs, the
/// links that a mapping relies on, bounds and placements are made from this list.
struct Traffic {
    RankGrid grid;
    std::vector<Collective> collectives; ///< none over a single rank

    const RankGrid& grid_of(const Collective& collective) const {
        return collective.grid ? *collective.grid : grid;
    }
    RankGroups groups(const Collective& collective) const;

    /// Ranks of one group of a collective.
    int members(const Collective& collective) const;
    int groups_of_block(const Collective& collective) const; ///< groups that one block has members in
    /// What goes on inside one block by itself: its grid, and the collectives of its layers but those that
    /// lie over several blocks.
    Traffic inside_a_block() const;

    /// Calls function(collective) for those of one time that go on inside stages.
    template <class Function>
    void each_inside(When when, const Function& function) const {
        for (const Collective& collective : collectives)
            if (collective.when == when && collective.links.empty())
                function(collective);
    }
    /// For those over links between stages.
    template <class Function>
    void each_between(When when, const Function& function) const {
        for (const Collective& collective : collectives)
            if (collective.when == when && !collective.links.empty())
                function(collective);
    }
};

/// The traffic of a transformer: sums of tensor parallelism, steps of ring attention and what goes to experts
/// and back in every layer, activations between stages, gradients and parameters at the end, those of a tied
/// embedding too.
Traffic traffic_of(const TransformerModel& model, const TrainingJob& job, const ParallelConfig& config);

} // namespace pipette
