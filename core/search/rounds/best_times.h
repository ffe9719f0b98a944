// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <map>

namespace pipette {

struct ConfigSearch;

/// The best times that a search knows (s): of all configurations, of the safe ones, and of each number of
/// GPUs.
class BestTimes {
public:
    /// Keeps a reference to the inputs.
    explicit BestTimes(const PlanInputs& inputs);

    /// Lowers them to a configuration's best candidate, which may be shown.
    void lower(const ConfigSearch& search);
    /// Forgets all of them.
    void clear();

    double of_all_s() const { return of_all_s_; } ///< 0: none
    /// The best of all, or of as many GPUs where the best of these is kept; 0: none.
    double beside(const ParallelConfig& config) const;
    /// What a configuration must beat to be shown first: that time, or one a little longer where the
    /// configuration would be preferred for its memory.
    double to_beat(const ConfigSearch& search) const;
    /// Whether a configuration's best candidate would take no longer than that if it gained twice
    /// `most_gained`, or `least_margin` where that is more; both are shares. True where there is none to
    /// beat.
    bool may_overtake(const ConfigSearch& search, double most_gained, double least_margin) const;

    int largest_world() const { return largest_world_; } ///< GPUs
    /// Whether the best with so many GPUs is kept, however slow: all GPUs, and those that a person asked for.
    bool keeps(int world) const;

private:
    const PlanInputs& inputs_;
    int largest_world_ = 0;
    double of_all_s_ = 0, of_safe_s_ = 0;
    std::map<int, double> of_world_s_;
};

} // namespace pipette
