// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <array>
#include <functional>
#include <vector>

namespace pipette {

/// Collects what a search rejects: it counts every configuration and keeps those that were nearest to being
/// chosen, so that a search that rejects millions needs no memory for them. The result depends on the order
/// of the calls alone.
class NearestRejections {
public:
    /// Takes a configuration that was rejected. `miss`: how far the configuration is from being chosen,
    /// comparable among rejections of one code alone. `reason` is called where the rejection is kept.
    void add(const ParallelConfig& config, RejectionCode code, double miss,
             const std::function<std::string()>& reason);

    /// Sets the plan's counts and kept rejections. The nearest of each code comes first, then the second of
    /// each code, and so on: a common code leaves room for a rare one.
    void move_into(Plan& plan);

private:
    struct Missed {
        double miss;
        long arrival; ///< the earlier of two with the same miss counts as nearer
        Rejection rejection;
        bool operator<(const Missed& other) const {
            return miss != other.miss ? miss < other.miss : arrival < other.arrival;
        }
    };

    RejectionCounts counts_;
    std::array<std::vector<Missed>, all_rejection_codes.size()>
        kept_; ///< of each code, a heap: farthest first
};

} // namespace pipette
